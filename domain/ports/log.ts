/**
 * The log. An event is a constant token (`snapshot.written`), and its fields are counts, codes and times. Never pass an
 * install id, a key, an upload, a player's text or a client address as a field. The only external text that may be
 * logged is a request's host name, once it has been validated as a host name (http/host_watch.ts).
 */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /** `bug` is an unexpected error. Its message may contain anything, so it is logged only if TW_LOG is debug. */
  error(event: string, fields?: LogFields, bug?: unknown): void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;
