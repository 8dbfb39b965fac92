import { AGREED_LISTS } from './agreed.ts';
import type { Weights } from './curves.ts';

/** A file of the export that is read. */
export interface ExportedFile {
  /** Name of the list of its rows: corpus, edges, rates, measuredZeros, evidence, or one of the lists. */
  readonly list: string;
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  /** The UTC day of a list, YYYY-MM-DD. */
  readonly day?: string;
}

/** An export of one snapshot. */
export interface ExportSet {
  readonly generatedAt: string;
  readonly dataAsOf: string | null;
  /** Weights of the estimator, or null if the index has none. */
  readonly rateWeights: Weights | null;
  /** The rules by which the instance counts players, or null if the index does not say. */
  readonly witnesses: WitnessNotes | null;
  readonly files: readonly ExportedFile[];
  /** Names of lists that the index does not have. */
  readonly missing: readonly string[];
  /** Rows of files that contain only data from the game's files. */
  readonly gameFileRows: number;
}

interface WitnessNotes {
  /** Whether players of IPv4 and of IPv6 networks are not added up. */
  readonly familiesApart: boolean;
  readonly waiting: PendingLoot | null;
}

/** Loot of installs that do not count yet. */
export interface PendingLoot {
  readonly installs: number;
  readonly windows: number;
}

/** The files without which nothing can be recounted, by the field whose rows they have. */
const REQUIRED_FILES: Readonly<Record<string, string>> = {
  records: 'corpus',
  edges: 'edges',
  rates: 'rates',
  measuredZeros: 'measuredZeros',
};

/** Maximum size of the feed, which is not kept in memory. */
const FEED_BYTES_MAX = 20_000_000_000;

/** Maximum size of every other file. Its rows are kept in memory. */
const LIST_BYTES_MAX = 1_000_000_000;

const EXPORTED_LISTS = [...Object.keys(AGREED_LISTS), 'market'];

/** Parses `/export/index.json`. Returns a sentence if it is not the index of an export. */
export function readExportIndex(body: unknown): ExportSet | string {
  if (!isObject(body) || !Array.isArray(body['files']) || typeof body['generatedAt'] !== 'string') {
    return 'Its /export/index.json must be an object with files and generatedAt; it is not the index of an export.';
  }
  const { generatedAt, dataAsOf, files, more } = body;
  const all = [...files, ...(Array.isArray(more) ? more : [])].filter(isIndexEntry);
  const found = [
    ...Object.entries(REQUIRED_FILES).map(([field, list]) => [list, all.find((file) => file.field === field)] as const),
    ...EXPORTED_LISTS.map((list) => [list, all.find((file) => file.name === `lists/${list}.ndjson`)] as const),
    ['evidence', all.find((file) => file.dataset === 'evidence')] as const,
  ];
  const missing = found.flatMap(([list, file]) => (file === undefined ? [list] : []));
  for (const [list, file] of found) {
    const bytesMax = list === 'corpus' ? FEED_BYTES_MAX : LIST_BYTES_MAX;
    if (file !== undefined && file.bytes > bytesMax) {
      return `Its ${file.name} may have ${bytesMax} bytes at most; the index says ${file.bytes}.`;
    }
  }
  const needed = missing.filter((list) => Object.values(REQUIRED_FILES).includes(list));
  if (needed.length > 0) {
    return `Its /export/index.json must list files of corpus, edges, rates and measuredZeros; it lacks ${needed.join(', ')}.`;
  }
  return {
    generatedAt,
    dataAsOf: typeof dataAsOf === 'string' ? dataAsOf : null,
    rateWeights: readWeights(body['rateWeights']),
    witnesses: readWitnesses(body['witnesses']),
    files: found.flatMap(([list, file]) => (file === undefined ? [] : [{ ...file, list }])),
    missing: missing.filter((list) => EXPORTED_LISTS.includes(list)),
    gameFileRows: all.reduce((sum, { data, rows }) => sum + (data === 'game-files' ? rows : 0), 0),
  };
}

interface IndexEntry extends Omit<ExportedFile, 'list'> {
  readonly dataset: string;
  readonly field: string;
  readonly data: string;
}

function isIndexEntry(entry: unknown): entry is IndexEntry {
  if (!isObject(entry) || entry['format'] !== 'ndjson') return false;
  const { name, rows, bytes, sha256 } = entry;
  if (entry['day'] !== undefined && typeof entry['day'] !== 'string') return false;
  // Names become paths, so they must not lead out of /export.
  const isName = typeof name === 'string' && /^[\w-]+(?:[./][\w-]+)*$/.test(name);
  return isName && [rows, bytes].every(Number.isSafeInteger) && typeof sha256 === 'string';
}

function readWeights(weights: unknown): Weights | null {
  if (!isObject(weights)) return null;
  const { knots, always, differences } = weights;
  const isList = (list: unknown, length: number): list is readonly number[] =>
    Array.isArray(list) && list.length === length && list.every((weight) => typeof weight === 'number');
  if (!isList(knots, 17) || !isList(differences, 8) || typeof always !== 'number') return null;
  return { knots, always, differences };
}

function readWitnesses(witnesses: unknown): WitnessNotes | null {
  if (!isObject(witnesses) || typeof witnesses['familiesApart'] !== 'boolean') return null;
  const { familiesApart, waiting } = witnesses;
  const { installs, windows } = isObject(waiting) ? waiting : {};
  const isKnown = typeof installs === 'number' && typeof windows === 'number';
  return { familiesApart, waiting: isKnown ? { installs, windows } : null };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
