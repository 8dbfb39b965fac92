import type { Result } from '../values/result.ts';

export interface IntakeRefusal {
  readonly index: number;
  readonly code: string;
  readonly pointer: string;
  readonly reason: string;
}

/** An instance's reply to an upload. Its strings come from another machine: truncate and escape them for display. */
export type IntakeReply =
  | {
      readonly kind: 'receipt';
      readonly uploadId: string;
      /** The accepted records. `duplicate` is true if the instance already had the record. */
      readonly accepted: readonly { readonly index: number; readonly duplicate: boolean }[];
      readonly rejected: readonly IntakeRefusal[];
    }
  /** Nothing was stored, and a retry would be refused. If `rejected` is empty, no single record is the reason. */
  | { readonly kind: 'refused'; readonly error: string; readonly rejected: readonly IntakeRefusal[] }
  /** The upload should be retried. `afterS` is the Retry-After value in seconds, or null if there is none. */
  | { readonly kind: 'later'; readonly error: string; readonly afterS: number | null }
  /** No response arrived. `cause` is a short code, such as ECONNREFUSED. */
  | { readonly kind: 'unreachable'; readonly cause: string }
  /** The response does not come from an intake of this service. */
  | { readonly kind: 'stranger'; readonly error: string };

/** The description that an instance gives of itself at `/schema/limits.json`. */
export interface InstanceDescription {
  /** The game whose records the instance collects, such as `forever`, or null if it names none. */
  readonly game: string | null;
  /** The version of the contract that it follows, such as `1.5.0`, or null if it names none. */
  readonly protocol: string | null;
}

export interface IntakeClient {
  readonly url: string;
  send(body: string): Promise<IntakeReply>;
  /** Returns whether the instance stores any part of the upload, or null if the response does not say. */
  keeps(uploadId: string): Promise<boolean | null>;
  /** Returns the description of the instance, or null if it does not give one. */
  describe(): Promise<InstanceDescription | null>;
}

/** Size and modification time of a file, used to detect changes. */
export interface FileStamp {
  readonly bytes: number;
  readonly changedMs: number;
}

/** A saved-variables file and the files next to it. A failure is a short code, such as ENOENT. */
export interface UploadFolder {
  look(file: string): Promise<Result<FileStamp, string>>;
  read(file: string): Promise<Result<Uint8Array, string>>;
  /** Returns the contents of the file next to `file` with this ending, or null if there is none. */
  readBeside(file: string, ending: string): Promise<Result<string | null, string>>;
  /** Replaces the file next to `file` with this ending atomically, even if power fails. Null removes it. */
  replaceBeside(file: string, ending: string, text: string | null): Promise<Result<void, string>>;
}

/** Waits for the given time, or until `stop` aborts. */
export type AbortablePause = (ms: number, stop: AbortSignal) => Promise<void>;
