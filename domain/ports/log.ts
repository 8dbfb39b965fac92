/**
 * The log. An event is a constant token (`snapshot.written`), its fields are counts, codes and times.
 * No install id, key, upload, player-made text or client address is ever handed to it.
 */
export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | null>>;
