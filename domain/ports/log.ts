/**
 * The log. An event is a constant token (`snapshot.written`); its fields are counts, codes and times. Never pass an
 * install id, key, upload, player-made text or client address as a field. The only text from outside is the host name
 * of a request (http/host_watch.ts), after checking that it is one.
 */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /**
   * Logs an error. `bug` is an unexpected error. Its message may quote anything, so it is logged only if TW_LOG is
   * debug.
   */
  error(event: string, fields?: LogFields, bug?: unknown): void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;
