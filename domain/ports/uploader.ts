import type { Result } from '../values/result.ts';

/** Why the intake did not take a record. */
export interface RefusedByIntake {
  /** Its place in the upload, from 0. */
  readonly index: number;
  readonly code: string;
  readonly pointer: string;
  readonly reason: string;
}

/** What an instance answered to an upload. Its texts are another machine's: cut and escaped before they are shown. */
export type IntakeReply =
  | {
      readonly kind: 'receipt';
      readonly uploadId: string;
      /** Whether each record that was taken had been known before. */
      readonly accepted: readonly { readonly index: number; readonly duplicate: boolean }[];
      readonly rejected: readonly RefusedByIntake[];
    }
  /** Nothing of it was stored, and sent again it would be refused again; without `rejected` it is not about records. */
  | { readonly kind: 'refused'; readonly error: string; readonly rejected: readonly RefusedByIntake[] }
  /** To be sent again; `afterS` is what Retry-After says, in seconds, null where it says nothing. */
  | { readonly kind: 'later'; readonly error: string; readonly afterS: number | null }
  /** No answer came. `cause`: a short code, such as ECONNREFUSED. */
  | { readonly kind: 'unreachable'; readonly cause: string }
  /** What answered there is no intake of this service. */
  | { readonly kind: 'stranger'; readonly error: string };

/** The intake of one instance. */
export interface IntakeClient {
  /** The address of the instance, without a trailing slash. */
  readonly url: string;
  send(body: string): Promise<IntakeReply>;
  /** Whether anything of an upload is kept there; null where the answer does not say so. */
  keeps(uploadId: string): Promise<boolean | null>;
}

/** The size and the time of a file, which change when it is written. */
export interface FileLook {
  readonly bytes: number;
  readonly changedMs: number;
}

/** A saved-variables file and what is kept beside it. A failure is a short code, such as ENOENT. */
export interface UploadFolder {
  look(file: string): Promise<Result<FileLook, string>>;
  read(file: string): Promise<Result<Uint8Array, string>>;
  /** What stands beside the file under an ending; null where there is nothing. */
  readBeside(file: string, ending: string): Promise<Result<string | null, string>>;
  /** Replaces that, so that after a power cut either the old or the new is there, whole; null removes it. */
  replaceBeside(file: string, ending: string, text: string | null): Promise<Result<void, string>>;
}

/** Waits, or until `stop`. */
export type Pause = (ms: number, stop: AbortSignal) => Promise<void>;
