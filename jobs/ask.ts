import type { OperatorAnswers, OperatorCommand } from '../domain/operator/command.ts';
import type { Owner } from '../domain/operator/commands.ts';
import { counted } from '../domain/values/phrases.ts';
import { err, ok, type Result } from '../domain/values/result.ts';

/** Has the owner of uploads.db carry a command out; what comes back is of this release, as both sides are. */
export async function ask<C extends OperatorCommand>(
  owner: Owner,
  command: C,
): Promise<Result<OperatorAnswers[C['op']], string>> {
  return (await owner.carryOut(command)) as Result<OperatorAnswers[C['op']], string>;
}

/** All rows of a list, which comes in parts. */
export async function askAll<Op extends 'key-list' | 'grant-list'>(
  owner: Owner,
  op: Op,
): Promise<Result<readonly OperatorAnswers[Op][number][], string>> {
  const rows: OperatorAnswers[Op][number][] = [];
  for (;;) {
    const part = (await owner.carryOut({ op, after: rows.at(-1)?.n ?? 0 })) as Result<OperatorAnswers[Op], string>;
    if (!part.ok) return part;
    if (part.value.length === 0) return ok(rows);
    rows.push(...part.value);
  }
}

/** A row's number, as lists show it. */
export function readNumber(word: string): Result<number, string> {
  return /^[1-9][0-9]{0,14}$/.test(word)
    ? ok(Number(word))
    : err('ID must be a number as the list shows it; got other text.');
}

export function records(count: number): string {
  return counted(count, 'record');
}
