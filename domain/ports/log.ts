/**
 * The log. An event is a constant token (`snapshot.written`), its fields are counts, codes and times.
 * No install id, key, upload, player-made text or client address is handed to it as a field. The one text from outside is
 * a host name that requests came in under (http/host_watch.ts), checked to be one.
 */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  /** `bug`: an error that nobody expected. Its message, which may quote anything, is told where TW_LOG is debug alone. */
  error(event: string, fields?: LogFields, bug?: unknown): void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;
