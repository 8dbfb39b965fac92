import type { FiguresFile, KeptFigure } from './figures_file.ts';
import { median } from './pairs.ts';

/**
 * Estimates how many players one machine can serve, from figures of the bench and from assumptions that the text names.
 * The functions are pure: the same figures give the same text.
 */

/** The measured figures that the estimate uses. Rates are those of the machine that was measured. */
export interface Measured {
  /** Time to receive and store one upload of 2,000 new records. */
  readonly uploadMs: number;
  /** Time of the whole command `snapshot` with 10,000 new records on top of many old ones. */
  readonly stepS: number;
  readonly rebuildUsPerRecord: number;
  /** Compressed list pages of 500 rows, by readers that follow `next`. */
  readonly listPagesPerS: number;
  /** Web pages: processor time and compressed bytes, as the median of all kinds of pages. */
  readonly pageMs: number;
  readonly pageBytes: number;
  /** Sizes of uploads.db, of evidence and snapshot together, and of the exports with their compressed copies. */
  readonly uploadsBytesPerRecord: number;
  readonly derivedBytesPerRecord: number;
  readonly exportBytesPerRecord: number;
  readonly serverMiB: number;
  readonly builderMiB: number;
}

/** Assumed behaviour of players. None of it is measured. */
export const HABITS = {
  recordsPerEvening: 300,
  eveningsPerWeek: 3,
  pagesPerEvening: 40,
  /** Share of a day's load that falls into its busiest hour. */
  busiestHour: 0.25,
} as const;

/** The assumed machine. A rebuild may take one night. */
export const MACHINE = { memoryMiB: 2_048, diskBytes: 80e9, networkBitsPerS: 100e6, nightS: 8 * 3_600 } as const;

const STEP_RECORDS = 10_000;
const UPLOAD_RECORDS = 2_000;
const INTERVAL_S = 600;
/** A machine counts as full at this share. The rest is a reserve for unexpected load. */
const FULL = 0.5;

export const SIZES = [
  { name: 'a guild', players: 50 },
  { name: 'a realm', players: 5_000 },
  { name: 'a game', players: 250_000 },
] as const;

/** The load of a number of players, and the share of the machine that each part of the work uses. */
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
  // During a rebuild the disk holds two epochs.
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

/** Parts whose share is that of the busiest hour. The others depend on a year's records or are constant. */
const HOURLY = ['taking in', 'building', 'reading', 'network'] as const;

/** Descriptions of the first bottleneck. */
const BOTTLENECKS: Readonly<Record<Part, string>> = {
  'taking in': 'the intake, which runs on one thread',
  building: 'building, which must keep up with the busiest hour',
  reading: 'reading, which one thread answers',
  network: 'the network',
  memory: 'memory',
  disk: 'the disk, with the records of one year',
  rebuilding: 'a rebuild of a year’s records, which should take no longer than a night',
};

/** Parts that grow with the number of players. Memory does not. */
const GROWING = PARTS.filter((part) => part !== 'memory');

/** Returns the part that is full first as the number of players grows, and that number. */
export function firstToGiveWay(measured: Measured): { readonly part: Part; readonly players: number } {
  const { shares } = loadOf(measured, 1);
  const part = GROWING.reduce((a, b) => (shares[b] > shares[a] ? b : a));
  return { part, players: Math.floor(FULL / shares[part]) };
}

/** Number of players whose reading alone uses half the machine. From there on edges are worthwhile. */
export function edgesPayFrom(measured: Measured): number {
  const { shares } = loadOf(measured, 1);
  return Math.floor(FULL / Math.max(shares.reading, shares.network));
}

/** Returns the section for docs/performance.md. */
export function carriesMarkdown(measured: Measured, machine: string): string {
  const loads = SIZES.map(({ name, players }) => ({ name, ...loadOf(measured, players) }));
  const row = (heading: string, format: (load: Load) => string): string =>
    `| ${heading} | ${loads.map((load) => format(load)).join(' | ')} |`;
  const first = firstToGiveWay(measured);
  const edges = edgesPayFrom(measured);
  const most = loadOf(measured, first.players);
  return `## What one machine carries

Computed by \`npm run bench -- carries\` from figures measured on ${machine}. **Assumed, not measured:** a player plays ${HABITS.eveningsPerWeek} evenings a week, and each evening sends ${HABITS.recordsPerEvening} records and opens ${HABITS.pagesPerEvening} pages or cards; a quarter of a day’s work falls into its busiest hour; the machine has ${count(MACHINE.memoryMiB / 1024)} GiB of memory, a disk of ${bytes(MACHINE.diskBytes)} and ${count(MACHINE.networkBitsPerS / 1e6)} Mbit/s. Caching by browsers or other servers is not counted.

| | ${loads.map(({ name }) => name).join(' | ')} |
|---|${loads.map(() => '---|').join('')}
${[
  row('players', ({ players }) => count(players)),
  row('records per day', ({ recordsPerDay }) => count(recordsPerDay)),
  row('in the busiest hour: records per second', ({ recordsPerS }) => count(recordsPerS)),
  row('in the busiest hour: pages per second', ({ pagesPerS }) => count(pagesPerS)),
  ...HOURLY.map((part) =>
    row(`${part === 'taking in' ? 'intake' : part}, share of capacity`, ({ shares }) => percent(shares[part])),
  ),
  row('disk after a year, during a rebuild', ({ bytesPerYear }) => bytes(bytesPerYear)),
  row('years until the disk is full', ({ shares }) => count(1 / shares.disk)),
  row('memory, server and builder', () => `${count(measured.serverMiB + measured.builderMiB)} MiB`),
  row('a rebuild of a year’s records', ({ rebuildS }) => duration(rebuildS)),
].join('\n')}

One such machine accepts ${count((UPLOAD_RECORDS * 1_000) / measured.uploadMs)} records per second, turns ${count(STEP_RECORDS / measured.stepS)} per second into public data, and serves ${count(measured.listPagesPerS)} different pages of 500 rows or ${count(1_000 / measured.pageMs)} pages for people per second. The first bottleneck is **${BOTTLENECKS[first.part]}**: it is half used up with about ${count(first.players)} players, who send ${count(most.recordsPerDay)} records per day. Edges are other machines that serve readers from copies. They pay off once reading alone uses half a machine, from about ${count(edges)} players${edges > first.players ? ', which is later' : ''}.
`;
}

/** Formats a number with two significant digits and thousands separators. */
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

/** Source of each measured value: the part of the bench, the figure, and the name of the value in it. */
const SOURCES: Readonly<Record<keyof Measured, readonly [part: string, figure: string, seen: string]>> = {
  uploadMs: ['corpus', 'full uploads of 2,000 new records', 'uploadMs'],
  stepS: ['rebuild', 'a snapshot of 10,000 new records against SQL that counts them', 'commandS'],
  rebuildUsPerRecord: ['rebuild', 'rebuild against SQL that counts', 'usPerRecord'],
  listPagesPerS: ['corpus', 'following next, 500 a page', 'requestsPerS'],
  pageMs: ['tools', 'processor time of a page: ', 'p50Ms'],
  pageBytes: ['tools', 'processor time of a page: ', 'packedBytes'],
  uploadsBytesPerRecord: ['rebuild', 'size of snapshot.db against its exports gzipped', 'uploadsPerRecord'],
  derivedBytesPerRecord: ['rebuild', 'size of snapshot.db against its exports gzipped', 'derivedPerRecord'],
  exportBytesPerRecord: ['rebuild', 'size of snapshot.db against its exports gzipped', 'exportsPerRecord'],
  serverMiB: ['corpus', 'memory of the server', 'value'],
  builderMiB: ['rebuild', 'memory of the builder, rebuild', 'value'],
};

/** The parts of the bench that measure these figures. */
export const CARRIES_PARTS: readonly string[] = [...new Set(Object.values(SOURCES).map(([part]) => part))];

/** Reads the measured values from the stored figures, or returns the parts of the bench that must be run first. */
export function measuredOf({ figures }: FiguresFile): Measured | { readonly missing: readonly string[] } {
  const found = Object.entries(SOURCES).map(([key, [part, name, seen]]) => {
    // A name that ends with a space selects all figures whose names start with it.
    const matching = figures.filter((figure) =>
      name.endsWith(' ') ? figure.name.startsWith(name) : figure.name === name,
    );
    return {
      key,
      part,
      values: matching.map((figure) => readValue(figure, seen)).filter((value) => value !== undefined),
    };
  });
  const missing = found.filter(({ values }) => values.length === 0).map(({ part }) => part);
  if (missing.length > 0) return { missing: [...new Set(missing)] };
  return Object.fromEntries(found.map(({ key, values }) => [key, median(values)])) as unknown as Measured;
}

function readValue(figure: KeptFigure, name: string): number | undefined {
  return name === 'value' ? figure.median : figure.seen?.[name];
}
