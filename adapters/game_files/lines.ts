import { createReadStream } from 'node:fs';

/** A line longer than this is no row of a table: its text is left out, so that memory stays bounded. */
export const LINE_CHARS_MAX = 1024 * 1024;

/** Stands for a line that was too long. */
export const TOO_LONG = '\u0000too long';

/** The lines of a text file in order, with a look ahead. Only what was looked at and not yet dropped is in memory. */
export interface Lines {
  /** The number of the line at hand, from 1. */
  readonly number: number;
  /** The line `ahead` of the one at hand without its end; undefined past the file's end, or where `load` was not called. */
  at(ahead: number): string | undefined;
  /** Whether the line `ahead` is in memory already, or the file ends before it. */
  has(ahead: number): boolean;
  /** Whether the line `ahead` is the last of the file and has no line break at its end. */
  isUnended(ahead: number): boolean;
  load(ahead: number): Promise<void>;
  drop(count: number): void;
  close(): Promise<void>;
}

/** Opens a file in UTF-8, with or without a byte order mark, lines ended by LF or CRLF. Faults of the disk are thrown. */
export const openLines = (path: string): Lines => {
  const stream = createReadStream(path, { highWaterMark: 256 * 1024 });
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const decoder = new TextDecoder('utf-8');
  let ready: string[] = [];
  let first = 0;
  let number = 1;
  let rest = '';
  let skipping = false;
  let ended = false;
  /** The number of the last line, where no line break ends it. */
  let unended: number | null = null;

  const take = (text: string): void => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      ready.push(skipping || line.length > LINE_CHARS_MAX ? TOO_LONG : line.endsWith('\r') ? line.slice(0, -1) : line);
      skipping = false;
    }
    if (rest.length <= LINE_CHARS_MAX) return;
    skipping = true;
    rest = '';
  };
  const more = async (): Promise<void> => {
    const { value, done } = await chunks.next();
    if (done !== true) return take(decoder.decode(value, { stream: true }));
    take(decoder.decode());
    ended = true;
    if (rest === '' && !skipping) return;
    take('\n');
    unended = number + ready.length - first - 1;
  };
  return {
    get number() {
      return number;
    },
    at: (ahead) => ready[first + ahead],
    isUnended: (ahead) => number + ahead === unended,
    has: (ahead) => ended || first + ahead < ready.length,
    load: async (ahead) => {
      if (first > 0) {
        ready = ready.slice(first);
        first = 0;
      }
      while (!ended && ready.length <= ahead) await more();
    },
    drop: (count) => {
      first += count;
      number += count;
    },
    close: async () => {
      await chunks.return?.();
      stream.destroy();
    },
  };
};
