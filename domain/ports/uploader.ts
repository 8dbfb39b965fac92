import type { Result } from '../values/result.ts';

/** Reason why the intake refused a record. */
export interface RefusedByIntake {
  /** Index in the upload, from 0. */
  readonly index: number;
  readonly code: string;
  readonly pointer: string;
  readonly reason: string;
}

/** An instance's reply to an upload. Its texts come from another machine: cut and escape them before display. */
export type IntakeReply =
  | {
      readonly kind: 'receipt';
      readonly uploadId: string;
      /** For each accepted record, true if it was known before. */
      readonly accepted: readonly { readonly index: number; readonly duplicate: boolean }[];
      readonly rejected: readonly RefusedByIntake[];
    }
  /** Nothing was stored, and a retry would be refused again. Without `rejected`, the reason is not a record. */
  | { readonly kind: 'refused'; readonly error: string; readonly rejected: readonly RefusedByIntake[] }
  /** Should be retried. `afterS` is the Retry-After value in seconds, or null if there is none. */
  | { readonly kind: 'later'; readonly error: string; readonly afterS: number | null }
  /** No answer arrived. `cause` is a short code, such as ECONNREFUSED. */
  | { readonly kind: 'unreachable'; readonly cause: string }
  /** The answer is not from an intake of this service. */
  | { readonly kind: 'stranger'; readonly error: string };

/** Client for the intake of one instance. */
export interface IntakeClient {
  /** Address of the instance, without a trailing slash. */
  readonly url: string;
  send(body: string): Promise<IntakeReply>;
  /** Returns whether anything of an upload is stored there, or null if the answer does not say so. */
  keeps(uploadId: string): Promise<boolean | null>;
}

/** Size and modification time of a file, which change when it is written. */
export interface FileLook {
  readonly bytes: number;
  readonly changedMs: number;
}

/** A saved-variables file and the files next to it. A failure is a short code, such as ENOENT. */
export interface UploadFolder {
  look(file: string): Promise<Result<FileLook, string>>;
  read(file: string): Promise<Result<Uint8Array, string>>;
  /** Returns the contents of the neighbouring file with this ending, or null if there is none. */
  readBeside(file: string, ending: string): Promise<Result<string | null, string>>;
  /** Replaces that file atomically: after a power cut either the old or the new contents are there. Null removes it. */
  replaceBeside(file: string, ending: string, text: string | null): Promise<Result<void, string>>;
}

/** Waits for a time, or until `stop` aborts. */
export type Pause = (ms: number, stop: AbortSignal) => Promise<void>;
