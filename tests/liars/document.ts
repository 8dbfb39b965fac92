import { readFileSync, writeFileSync } from 'node:fs';
import { type EstimateRow, measureEstimates } from './estimates.ts';
import { DAILY_LIES, LIES } from './lies.ts';
import { HONEST, type LieRow, measureLies, type Needed } from './measure.ts';

/** Number of draws behind each estimate. */
const DRAWS = 1_000;

export interface LiarsDocument {
  readonly lies: readonly LieRow[];
  readonly estimates: readonly EstimateRow[];
  /** The content of docs/liars.md. */
  readonly text: string;
}

const DOCUMENT = new URL('../../docs/liars.md', import.meta.url);

/** Tells all lies to instances, measures the estimates, and puts both tables into docs/liars.md. */
export async function measureDocument(): Promise<LiarsDocument> {
  const lies = [
    ...(await measureLies(LIES.filter(isAboutDrops), 1)),
    ...(await measureLies(
      LIES.filter((lie) => !isAboutDrops(lie)),
      0,
    )),
    ...(await measureLies(DAILY_LIES, 1)),
  ];
  const estimates = measureEstimates(DRAWS);
  const tables = [formatLies(lies), formatEstimates(estimates)];
  const text = readDocument().replaceAll(/(?:^\|.*\n)+/gm, () => tables.shift() ?? '');
  return { lies, estimates, text };
}

/** Estimates of drops change once a day. */
function isAboutDrops({ figure }: { readonly figure: string }): boolean {
  return /drop|counted share|sources of an item/.test(figure);
}

export function readDocument(): string {
  return readFileSync(DOCUMENT, 'utf8');
}

export function writeDocument({ text }: LiarsDocument): void {
  writeFileSync(DOCUMENT, text);
}

function formatLies(lies: readonly LieRow[]): string {
  return formatTable(
    ['figure', 'lie', ...HONEST.map((honest) => `against ${honest} honest installs`)],
    lies.map(({ figure, lie, needed }) => [figure, lie, ...needed.map(formatNeeded)]),
  );
}

function formatNeeded({ adds, replaces }: Needed): string {
  return `${adds === undefined ? '–' : (adds ?? 'no')} / ${replaces ?? 'no'}`;
}

function formatEstimates(estimates: readonly EstimateRow[]): string {
  return formatTable(
    ['truth', 'lie', 'estimate', 'the interval holds the truth'],
    estimates.map((row) => [
      `${row.truth}%`,
      formatLie(row),
      `${row.estimate.toFixed(1)}%`,
      `${row.covered.toFixed(0)}%`,
    ]),
  );
}

function formatLie({ liars, installs, says: [windows, drops] }: EstimateRow): string {
  const says = liars === 1 ? 'says' : 'say';
  return `${liars} of ${installs} installs ${says} ${drops.toLocaleString('en-GB')} of ${windows.toLocaleString('en-GB')}`;
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
