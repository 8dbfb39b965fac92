import type { Command } from './commands.ts';
import type { Failure } from './run.ts';

const WITHIN_MS = 60_000;

/** Two failures are alike if their first lines differ only in numbers. */
function kindOf({ message }: Failure): string {
  return (message.split('\n')[0] ?? '').replace(/\d+/g, '0').slice(0, 40);
}

export interface Shrunk {
  readonly commands: readonly Command[];
  readonly message: string;
}

/**
 * Removes commands, many at a time at first, while the remaining commands still fail in the same way, for at most a
 * minute.
 */
export async function shrink(
  commands: readonly Command[],
  fails: (commands: readonly Command[]) => Promise<Failure | null>,
): Promise<Shrunk> {
  const first = await fails(commands);
  if (first === null) return { commands, message: 'It does not fail when it is repeated.' };
  const until = performance.now() + WITHIN_MS;
  let best: Shrunk = { commands, message: first.message };
  const tryOn = async (some: readonly Command[]): Promise<boolean> => {
    const failure = await fails(some);
    if (failure === null || kindOf(failure) !== kindOf(first)) return false;
    best = { commands: some.slice(0, failure.at + 1), message: failure.message };
    return true;
  };
  for (let size = Math.ceil(commands.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < best.commands.length && performance.now() < until; ) {
      const without = [...best.commands.slice(0, from), ...best.commands.slice(from + size)];
      if (!(await tryOn(without))) from += size;
    }
  }
  return best;
}
