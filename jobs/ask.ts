import type { OperatorAnswers, OperatorCommand } from '../domain/operator/command.ts';
import type { CommandOwner } from '../domain/operator/commands.ts';
import { formatQuantity } from '../domain/values/phrases.ts';
import { err, ok, type Result } from '../domain/values/result.ts';

/** Sends a command to the owner of uploads.db. Both sides run the same release, so the answer is not validated. */
export async function askOwner<C extends OperatorCommand>(
  owner: CommandOwner,
  command: C,
): Promise<Result<OperatorAnswers[C['op']], string>> {
  return (await owner.carryOut(command)) as Result<OperatorAnswers[C['op']], string>;
}

/** Reads all rows of a list, which the owner returns in pages, because an answer must fit on one line of the socket. */
export async function readAllRows<Op extends 'key-list' | 'grant-list'>(
  owner: CommandOwner,
  op: Op,
): Promise<Result<readonly OperatorAnswers[Op][number][], string>> {
  const rows: OperatorAnswers[Op][number][] = [];
  for (;;) {
    const page = (await owner.carryOut({ op, after: rows.at(-1)?.n ?? 0 })) as Result<OperatorAnswers[Op], string>;
    if (!page.ok) return page;
    if (page.value.length === 0) return ok(rows);
    rows.push(...page.value);
  }
}

/** Parses the number of a key or grant as `key list` and `grant list` print it. */
export function parseNumber(word: string): Result<number, string> {
  return /^[1-9][0-9]{0,14}$/.test(word) ? ok(Number(word)) : err('ID must be a number from the list; got other text.');
}

export function formatRecords(count: number): string {
  return formatQuantity(count, 'record');
}
