import { readFileSync, writeFileSync } from 'node:fs';
import { ESTIMATE_CASES, type EstimateCase, type EstimateRow, measureEstimates } from './estimates.ts';
import { DAILY_LIES, LIES } from './lies.ts';
import { HONEST, type LieRow, measureLies, type Needed } from './measure.ts';

/** Number of draws behind each estimate. */
const DRAWS = 1_000;

/** Measured rows of both tables of docs/liars.md. */
export interface LiarsTables {
  readonly lies: readonly LieRow[];
  readonly estimates: readonly EstimateRow[];
}

const DOCUMENT = new URL('../../docs/liars.md', import.meta.url);

/** Chooses the rows to measure. */
export type Choice = <T>(rows: readonly T[]) => readonly T[];

/**
 * Tells lies to instances and measures estimates. Lies about drops are always told together, because all of them
 * determine the weights of the estimates.
 */
export async function measureTables(choose: Choice): Promise<LiarsTables> {
  const others = LIES.filter((lie) => !isAboutDrops(lie));
  return {
    lies: [
      ...(await measureLies(LIES.filter(isAboutDrops), 1)),
      ...(await measureLies(choose(others), 0)),
      ...(await measureLies(choose(DAILY_LIES), 1)),
    ],
    estimates: measureEstimates(DRAWS, choose(ESTIMATE_CASES)),
  };
}

/** Estimates of drops change once a day. */
function isAboutDrops({ figure }: { readonly figure: string }): boolean {
  return /drop|counted share|sources of an item/.test(figure);
}

/** Returns the lines of the tables in docs/liars.md, without the heads. */
export function readLines(): readonly string[] {
  const lines = readFileSync(DOCUMENT, 'utf8').match(/^\|.*$/gm) ?? [];
  return lines.filter((line) => ![LIES_HEAD, ESTIMATES_HEAD].some((head) => formatHead(head).includes(line)));
}

/** Returns the lines of a table for these rows. */
export function formatLines({ lies, estimates }: LiarsTables): readonly string[] {
  return [
    ...lies.map(({ figure, lie, needed }) => formatLine([figure, lie, ...needed.map(formatNeeded)])),
    ...estimates.map((row) =>
      formatLine([...formatCase(row), `${row.estimate.toFixed(1)}%`, `${row.covered.toFixed(0)}%`]),
    ),
  ];
}

/** Returns the first two cells of every line that docs/liars.md must have. */
export function expectedRows(): readonly (readonly string[])[] {
  const lies = [...LIES.filter(isAboutDrops), ...LIES.filter((lie) => !isAboutDrops(lie)), ...DAILY_LIES];
  return [...lies.map(({ figure, lie }) => [figure, lie]), ...ESTIMATE_CASES.map(formatCase)];
}

/** Puts complete tables into docs/liars.md. */
export function writeDocument({ lies, estimates }: LiarsTables): void {
  const tables = [
    [...formatHead(LIES_HEAD), ...formatLines({ lies, estimates: [] })],
    [...formatHead(ESTIMATES_HEAD), ...formatLines({ lies: [], estimates })],
  ];
  const text = readFileSync(DOCUMENT, 'utf8');
  writeFileSync(
    DOCUMENT,
    text.replaceAll(/(?:^\|.*\n)+/gm, () => `${tables.shift()!.join('\n')}\n`),
  );
}

const LIES_HEAD = ['figure', 'lie', ...HONEST.map((honest) => `against ${honest} honest installs`)];
const ESTIMATES_HEAD = ['truth', 'lie', 'estimate', 'the interval holds the truth'];

function formatNeeded({ adds, replaces }: Needed): string {
  return `${adds === undefined ? '–' : (adds ?? 'no')} / ${replaces ?? 'no'}`;
}

function formatCase(row: EstimateCase | EstimateRow): readonly string[] {
  return [`${row.truth}%`, formatLie(row)];
}

function formatLie({ liars, installs, says: [windows, drops] }: EstimateCase | EstimateRow): string {
  const says = liars === 1 ? 'says' : 'say';
  return `${liars} of ${installs} installs ${says} ${drops.toLocaleString('en-GB')} of ${windows.toLocaleString('en-GB')}`;
}

function formatHead(head: readonly string[]): readonly string[] {
  return [head, head.map(() => '---')].map(formatLine);
}

function formatLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
