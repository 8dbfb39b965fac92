import type { FiguresFile, KeptFigure } from './figures_file.ts';
import { median } from './pairs.ts';

/**
 * What one machine carries, worked out from figures of the bench and from assumptions that the table names. Pure: the
 * same figures give the same text.
 */

/** What of the figures it takes. Seconds, milliseconds and bytes as named; rates are those of the machine that measured. */
export interface Measured {
  /** One upload of 2,000 new records, taken in. */
  readonly uploadMs: number;
  /** A snapshot of 10,000 new records over many, the whole command. */
  readonly stepS: number;
  readonly rebuildUsPerRecord: number;
  /** Lists: pages of 500 rows at random offsets, packed. */
  readonly listPagesPerS: number;
  /** Pages for people: processor time and bytes on the wire, the median of all kinds. */
  readonly pageMs: number;
  readonly pageBytes: number;
  /** Of uploads.db; of evidence and snapshot together; of the exports with their packed twins. */
  readonly uploadsBytesPerRecord: number;
  readonly derivedBytesPerRecord: number;
  readonly exportBytesPerRecord: number;
  readonly serverMiB: number;
  readonly builderMiB: number;
}

/** What players do. None of it is measured. */
export const HABITS = {
  recordsPerEvening: 300,
  eveningsPerWeek: 3,
  pagesPerEvening: 40,
  /** Of what comes in a day, what comes in its busiest hour. */
  busiestHour: 0.25,
} as const;

/** What is rented, and what of it a rebuild may take: a night. */
export const MACHINE = { memoryMiB: 2_048, diskBytes: 80e9, networkBitsPerS: 100e6, nightS: 8 * 3_600 } as const;

const STEP_RECORDS = 10_000;
const UPLOAD_RECORDS = 2_000;
const INTERVAL_S = 600;
/** From here on a machine is called full: the rest is for what was not thought of. */
const FULL = 0.5;

export const SIZES = [
  { name: 'a guild', players: 50 },
  { name: 'a realm', players: 5_000 },
  { name: 'a game', players: 250_000 },
] as const;

/** What so many players come to, and which share of the machine each part of the work takes in the busiest hour. */
export interface Load {
  readonly players: number;
  readonly recordsPerDay: number;
  readonly recordsPerS: number;
  readonly pagesPerS: number;
  readonly bytesPerYear: number;
  readonly rebuildS: number;
  readonly shares: Readonly<Record<Part, number>>;
}

export const PARTS = ['taking in', 'building', 'reading', 'network', 'memory', 'disk', 'rebuilding'] as const;
export type Part = (typeof PARTS)[number];

export function loadOf(measured: Measured, players: number): Load {
  const evenings = (players * HABITS.eveningsPerWeek) / 7;
  const perBusyS = (perDay: number): number => (perDay * HABITS.busiestHour) / 3_600;
  const recordsPerDay = evenings * HABITS.recordsPerEvening;
  const recordsPerS = perBusyS(recordsPerDay);
  const pagesPerS = perBusyS(evenings * HABITS.pagesPerEvening);
  const recordsPerYear = recordsPerDay * 365;
  const rebuildS = (recordsPerYear * measured.rebuildUsPerRecord) / 1e6;
  // While a rebuild goes on, both epochs lie there.
  const bytesPerRecord =
    measured.uploadsBytesPerRecord + 2 * measured.derivedBytesPerRecord + measured.exportBytesPerRecord;
  const bytesPerYear = recordsPerYear * bytesPerRecord;
  const steps = (recordsPerS * INTERVAL_S) / STEP_RECORDS;
  const shares = {
    'taking in': (recordsPerS * measured.uploadMs) / UPLOAD_RECORDS / 1_000,
    building: (steps * measured.stepS) / INTERVAL_S,
    reading: (pagesPerS * measured.pageMs) / 1_000,
    network: (pagesPerS * measured.pageBytes * 8) / MACHINE.networkBitsPerS,
    memory: (measured.serverMiB + measured.builderMiB) / MACHINE.memoryMiB,
    disk: bytesPerYear / MACHINE.diskBytes,
    rebuilding: rebuildS / MACHINE.nightS,
  };
  return { players, recordsPerDay, recordsPerS, pagesPerS, bytesPerYear, rebuildS, shares };
}

/** What a busy hour takes; the others are of a year, or of always. */
const HOURLY = ['taking in', 'building', 'reading', 'network'] as const;

/** How the first to give way is named. */
const NAMED: Readonly<Record<Part, string>> = {
  'taking in': 'taking in, which one thread does',
  building: 'building, which has to keep up with the busiest hour',
  reading: 'reading, which one thread answers',
  network: 'the network',
  memory: 'memory',
  disk: 'the disk, within a year',
  rebuilding: 'a rebuild of a year’s records, which should take no longer than a night',
};

/** What grows with players; memory does not. */
const GROWING = PARTS.filter((part) => part !== 'memory');

/** Which part is the first to be full as players come, and how many are there then. */
export function firstToGiveWay(measured: Measured): { readonly part: Part; readonly players: number } {
  const { shares } = loadOf(measured, 1);
  const part = GROWING.reduce((a, b) => (shares[b] > shares[a] ? b : a));
  return { part, players: Math.floor(FULL / shares[part]) };
}

/** Players whose reading alone fills half the machine: from there on other machines that hold copies pay. */
export function edgesPayFrom(measured: Measured): number {
  const { shares } = loadOf(measured, 1);
  return Math.floor(FULL / Math.max(shares.reading, shares.network));
}

/** The section of docs/performance.md, to be pasted. */
export function carriesMarkdown(measured: Measured, machine: string): string {
  const loads = SIZES.map(({ name, players }) => ({ name, ...loadOf(measured, players) }));
  const row = (what: string, tell: (load: Load) => string): string =>
    `| ${what} | ${loads.map((load) => tell(load)).join(' | ')} |`;
  const first = firstToGiveWay(measured);
  const edges = edgesPayFrom(measured);
  const most = loadOf(measured, first.players);
  return `## What one machine carries

Worked out by \`npm run bench -- carries\` from figures measured on ${machine}. **Assumed, not measured:** a player plays ${HABITS.eveningsPerWeek} evenings a week, brings ${HABITS.recordsPerEvening} records and opens ${HABITS.pagesPerEvening} pages or cards in each; a quarter of a day’s work falls into its busiest hour; the machine has ${count(MACHINE.memoryMiB / 1024)} GiB of memory, a disk of ${bytes(MACHINE.diskBytes)} and ${count(MACHINE.networkBitsPerS / 1e6)} Mbit/s. What is cached by browsers or other servers is not counted.

| | ${loads.map(({ name }) => name).join(' | ')} |
|---|${loads.map(() => '---|').join('')}
${[
  row('players', ({ players }) => count(players)),
  row('records a day', ({ recordsPerDay }) => count(recordsPerDay)),
  row('in the busiest hour: records a second', ({ recordsPerS }) => count(recordsPerS)),
  row('in the busiest hour: pages a second', ({ pagesPerS }) => count(pagesPerS)),
  ...HOURLY.map((part) => row(`${part}, of what the machine can`, ({ shares }) => percent(shares[part]))),
  row('disk a year, while a rebuild goes on', ({ bytesPerYear }) => bytes(bytesPerYear)),
  row('memory, server and builder', () => `${count(measured.serverMiB + measured.builderMiB)} MiB`),
  row('a rebuild of a year’s records', ({ rebuildS }) => duration(rebuildS)),
].join('\n')}

One such machine takes in ${count((UPLOAD_RECORDS * 1_000) / measured.uploadMs)} records a second, builds ${count(STEP_RECORDS / measured.stepS)} a second into what is public, and answers ${count(measured.listPagesPerS)} different pages of 500 rows or ${count(1_000 / measured.pageMs)} pages for people a second. The first thing to give way is **${NAMED[first.part]}**: half of what there is of it is used up with some ${count(first.players)} players, who bring ${count(most.recordsPerDay)} records a day. Edges, other machines that answer readers from copies, pay where reading alone fills half a machine: from some ${count(edges)} players on${edges > first.players ? ', after that' : ''}.
`;
}

/** Two digits that count; thousands apart. */
function count(number: number): string {
  return Number(number.toPrecision(2)).toLocaleString('en');
}

function percent(share: number): string {
  return share < 0.001 ? 'under 0.1 %' : `${count(share * 100)} %`;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

function bytes(number: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, number)) / 3)));
  return `${count(number / 1_000 ** unit)} ${UNITS[unit]}`;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${count(seconds)} s`;
  if (seconds < 5_400) return `${count(seconds / 60)} min`;
  return `${count(seconds / 3_600)} h`;
}

/** Where each measured value stands: the part of the bench, the figure, and its name within. */
const SOURCES: Readonly<Record<keyof Measured, readonly [part: string, figure: string, seen: string]>> = {
  uploadMs: ['corpus', 'full uploads of 2,000 new records', 'uploadMs'],
  stepS: ['rebuild', 'a snapshot of 10,000 new records against SQL that counts them', 'commandS'],
  rebuildUsPerRecord: ['rebuild', 'rebuild against SQL that counts', 'usPerRecord'],
  listPagesPerS: ['corpus', 'pages of 500 at random offsets', 'requestsPerS'],
  pageMs: ['tools', 'processor time of a page: ', 'p50Ms'],
  pageBytes: ['tools', 'processor time of a page: ', 'packedBytes'],
  uploadsBytesPerRecord: ['rebuild', 'size of snapshot.db against its exports gzipped', 'uploadsPerRecord'],
  derivedBytesPerRecord: ['rebuild', 'size of snapshot.db against its exports gzipped', 'derivedPerRecord'],
  exportBytesPerRecord: ['rebuild', 'size of snapshot.db against its exports gzipped', 'exportsPerRecord'],
  serverMiB: ['corpus', 'memory of the server', 'value'],
  builderMiB: ['rebuild', 'memory of the builder, rebuild', 'value'],
};

/** The parts of the bench that measure all of it. */
export const CARRIES_PARTS: readonly string[] = [...new Set(Object.values(SOURCES).map(([part]) => part))];

/** What the kept figures say; else the parts of the bench that have to be run first. */
export function measuredOf({ figures }: FiguresFile): Measured | { readonly missing: readonly string[] } {
  const found = Object.entries(SOURCES).map(([key, [part, name, seen]]) => {
    // A name that ends with a blank stands for all figures that begin so.
    const some = figures.filter((one) => (name.endsWith(' ') ? one.name.startsWith(name) : one.name === name));
    return { key, part, values: some.map((one) => seenIn(one, seen)).filter((value) => value !== undefined) };
  });
  const missing = found.filter(({ values }) => values.length === 0).map(({ part }) => part);
  if (missing.length > 0) return { missing: [...new Set(missing)] };
  return Object.fromEntries(found.map(({ key, values }) => [key, median(values)])) as unknown as Measured;
}

function seenIn(figure: KeptFigure, name: string): number | undefined {
  return name === 'value' ? figure.median : figure.seen?.[name];
}
