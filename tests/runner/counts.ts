/** The counts that node:test prints at the end of a process, in its order. */
export const COUNTED = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo'] as const;

export type Counts = Readonly<Record<(typeof COUNTED)[number], number>>;

/** Reads the counts at the end of an output. Returns null if they are missing, as after a crash. */
export function countsIn(output: string): Counts | null {
  const found = COUNTED.map((name) => {
    const lines = [...output.matchAll(new RegExp(`^# ${name} (\\d+)$`, 'gm'))];
    return [name, Number(lines.at(-1)?.[1] ?? Number.NaN)] as const;
  });
  return found.some(([, count]) => Number.isNaN(count)) ? null : (Object.fromEntries(found) as Counts);
}

export function sumOf(all: readonly Counts[]): Counts {
  return Object.fromEntries(
    COUNTED.map((name) => [name, all.reduce((sum, counts) => sum + counts[name], 0)]),
  ) as unknown as Counts;
}

/** Renders the closing lines as node:test prints them. */
export function closingLines(counts: Counts): readonly string[] {
  return COUNTED.map((name) => `# ${name} ${counts[name]}`);
}
