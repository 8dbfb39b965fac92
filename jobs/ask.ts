import type { Desk, DeskCommand, DeskValues } from '../domain/custody/desk.ts';
import { counted } from '../domain/phrases.ts';
import { err, ok, type Result } from '../domain/result.ts';

/** Has the owner of uploads.db carry a command out; what comes back is of this release, as both sides are. */
export const ask = async <C extends DeskCommand>(
  desk: Desk,
  command: C,
): Promise<Result<DeskValues[C['op']], string>> =>
  (await desk.carryOut(command)) as Result<DeskValues[C['op']], string>;

/** All rows of a list, which comes in parts. */
export const askAll = async <Op extends 'key-list' | 'grant-list'>(
  desk: Desk,
  op: Op,
): Promise<Result<readonly DeskValues[Op][number][], string>> => {
  const rows: DeskValues[Op][number][] = [];
  for (;;) {
    const part = (await desk.carryOut({ op, after: rows.at(-1)?.n ?? 0 })) as Result<DeskValues[Op], string>;
    if (!part.ok) return part;
    if (part.value.length === 0) return ok(rows);
    rows.push(...part.value);
  }
};

/** A row's number, as lists show it. */
export const readNumber = (word: string): Result<number, string> =>
  /^[1-9][0-9]{0,14}$/.test(word)
    ? ok(Number(word))
    : err('ID must be a number as the list shows it; another text came.');

export const records = (count: number): string => counted(count, 'record');
