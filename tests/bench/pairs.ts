/** The lowest number of pairs for a figure. */
export const PAIRS = 8;

/** A figure from alternating blocks: the median ratio of its pairs, with the extremes. */
export interface Figure {
  readonly name: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  /** The bound of the figure: a minimum (`least`) or a maximum (`most`). */
  readonly bound: { readonly least: number } | { readonly most: number } | null;
  readonly unit: string;
  /** The measured values behind the ratio, for readers. */
  readonly note: string;
  /** Some of the measured values by name, for programs (carries.ts). */
  readonly seen?: Readonly<Record<string, number>>;
}

/** Measures ours and the floor alternately, and returns ours / floor for each pair. */
export async function alternate(
  ours: () => Promise<number>,
  floor: () => Promise<number>,
  pairs = PAIRS,
): Promise<{ ratios: number[]; ours: number[]; floor: number[] }> {
  await ours();
  await floor();
  const result = { ratios: [] as number[], ours: [] as number[], floor: [] as number[] };
  for (let i = 0; i < pairs; i++) {
    const oursFirst = i % 2 === 0;
    const first = await (oursFirst ? ours() : floor());
    const second = await (oursFirst ? floor() : ours());
    const [a, b] = oursFirst ? [first, second] : [second, first];
    result.ours.push(a);
    result.floor.push(b);
    result.ratios.push(a / b);
  }
  return result;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function figure(
  name: string,
  values: readonly number[],
  bound: Figure['bound'],
  unit: string,
  note: string,
  seen: Readonly<Record<string, number>> = {},
): Figure {
  return {
    name,
    median: median(values),
    min: Math.min(...values),
    max: Math.max(...values),
    bound,
    unit,
    note,
    seen,
  };
}

export function holds({ bound, median: seen }: Figure): boolean {
  return bound === null || ('least' in bound ? seen >= bound.least : seen <= bound.most);
}

/** Renders a figure as one line: the median, its range, its bound, and whether it holds. */
export function line(seen: Figure): string {
  const { bound } = seen;
  const asked = bound === null ? '' : 'least' in bound ? `at least ${bound.least}` : `at most ${bound.most}`;
  const number = (x: number) => (x >= 100 ? x.toFixed(0) : x.toFixed(2));
  return [
    seen.name.padEnd(64),
    `${number(seen.median)}${seen.unit} (${number(seen.min)}–${number(seen.max)})`.padEnd(28),
    asked.padEnd(16),
    (bound === null ? '' : holds(seen) ? 'holds' : 'MISSED').padEnd(6),
    ` ${seen.note}`,
  ].join(' ');
}
