import type { PublicFile, PublicReader } from '../../domain/ports/public_reader.ts';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { AGREED_LISTS, createAgreedCheck } from './agreed.ts';
import { createDropCheck, type LootEvidence } from './drops.ts';
import { createEdgeCheck, type EdgeEvidence } from './edges.ts';
import { createEstimator } from './estimate.ts';
import type { ExportedFile, ExportSet } from './export_index.ts';
import { createFeedCheck } from './feed.ts';
import { createListCheck, type JsonRow, type ListReport } from './list_check.ts';
import { createMarketCheck, type MarketEvidence } from './market.ts';
import type { LiveSample } from './sample.ts';
import type { VoteEvidence } from './votes.ts';

/** The result of recounting an export. */
export interface RecountResult {
  readonly lists: readonly ListReport[];
  readonly hasEvidence: boolean;
  /** Windows of public sources that are in the feed and in no figure. */
  readonly windowsBeyond: number;
  /** Number of estimates that are not recounted, because they need quest logs. */
  readonly onQuest: number;
  /** Number of estimates that are not recounted, because they need the order of windows. */
  readonly ordered: number;
  /** Number of records of the feed that are no loot windows. */
  readonly otherRecords: number;
  /** Observed relations aside, the rows of the game's files. */
  readonly gameFileRows: number;
}

/** Reads the files of an export and recounts them. Returns a sentence if a file cannot be read. */
export async function recountExport(
  reader: PublicReader,
  set: ExportSet,
  { sample, progress }: RecountOptions,
): Promise<RecountResult | string> {
  const rule = { isApart: set.witnesses?.familiesApart ?? false };
  const drops = createDropCheck(rule, set.rateWeights === null ? null : createEstimator(set.rateWeights));
  const [edges, market, agreed, feed] = [
    createEdgeCheck(rule),
    createMarketCheck(rule),
    createAgreedCheck(rule),
    createFeedCheck(),
  ];
  const files = createListCheck('files');

  // Estimates take so long that the instance would close the connection if they were computed while reading.
  const loot: string[] = [];
  const recountLoot = (line: string): void => {
    const [source, totals] = drops.recount(JSON.parse(line) as LootEvidence);
    feed.addsUp(source, totals, totals.soloWindows);
  };
  const recountEvidence = (line: string): void => {
    const row = JSON.parse(line) as JsonRow;
    if (row['list'] === 'drops') loot.push(line);
    else if (row['list'] === 'edges') edges.recount(row as EdgeEvidence);
    else if (row['list'] === 'values') agreed.recount(row as VoteEvidence);
    else if (row['list'] === 'market') market.recount(row as MarketEvidence);
  };
  const readers: Readonly<Record<string, (line: string) => void>> = {
    rates: drops.addRate,
    measuredZeros: drops.addZero,
    edges: edges.add,
    market: market.add,
    ...Object.fromEntries(Object.keys(AGREED_LISTS).map((list) => [list, (line: string) => agreed.add(list, line)])),
    corpus: feed.add,
    evidence: recountEvidence,
  };
  // The evidence is read last, so that the rows that it must explain are known.
  for (const list of Object.keys(readers)) {
    const file = set.files.find((one) => one.list === list);
    if (file === undefined) continue;
    progress(`reading ${file.name}`);
    let rows = 0;
    const result = await reader.readLines(`/export/${file.name}`, file.bytes, (line) => {
      rows++;
      try {
        readers[list]!(line);
      } catch {
        files.differ(`line ${rows} of ${file.name} is no row of ${list}.`);
      }
      sample.add(list, line);
    });
    const failed = findFailure(file, result);
    if (failed !== null) return failed;
    files.count();
    files.count(1, 'recounted');
    const wrong =
      result.kind === 'larger'
        ? `${file.name} has more than ${formatQuantity(file.bytes, 'byte')}, its size in the index.`
        : findDifference(file, { ...result, rows } as ReadFile, set.generatedAt.slice(0, 'YYYY-MM-DD'.length));
    if (wrong !== null) files.differ(wrong);
  }

  progress('estimating rates');
  for (const line of loot) {
    try {
      recountLoot(line);
    } catch {
      files.differ(`a row of drops in the evidence is malformed: ${line.slice(0, 100)}`);
    }
  }

  const hasEvidence = set.files.some(({ list }) => list === 'evidence');
  if (hasEvidence) {
    for (const list of set.missing) {
      files.differ(`lists/${list}.ndjson is missing in the index, which lists the evidence of its rows.`);
    }
    for (const check of [drops, edges, market, agreed]) check.finish();
  } else {
    for (const [source, totals] of drops.recountWithoutEvidence()) feed.addsUp(source, totals, null);
  }
  feed.finish(set.witnesses?.waiting ?? null);
  return {
    lists: [
      files.report(),
      feed.report(),
      ...drops.reports(),
      edges.report(),
      ...agreed.reports().filter(({ list }) => set.files.some((file) => file.list === list)),
      ...(set.files.some(({ list }) => list === 'market') ? [market.report()] : []),
    ],
    hasEvidence,
    windowsBeyond: feed.beyond(),
    onQuest: drops.onQuest(),
    ordered: drops.ordered(),
    otherRecords: feed.records() - feed.report().rows,
    gameFileRows: set.gameFileRows + edges.fromGameFiles(),
  };
}

export interface RecountOptions {
  readonly sample: Pick<LiveSample, 'add'>;
  readonly progress: (line: string) => void;
}

type ReadFile = Extract<PublicFile, { kind: 'read' }> & { readonly rows: number };

function findFailure({ name }: ExportedFile, result: PublicFile): string | null {
  if (result.kind === 'unreachable') return `/export/${name} could not be read (${result.cause}).`;
  return result.kind === 'status'
    ? `/export/${name} is in the index, and must be readable; its status is ${result.status}.`
    : null;
}

/** `day` is the UTC day of the export's snapshot. */
function findDifference(
  { name, rows, bytes, sha256, day: ownDay }: ExportedFile,
  read: ReadFile,
  day: string,
): string | null {
  if (ownDay !== undefined && ownDay !== day)
    return `${name} is of ${ownDay}, and the export of ${day}: all files must be of one snapshot.`;
  if (bytes !== read.bytes)
    return `${name} has ${formatQuantity(read.bytes, 'byte')}, and ${formatQuantity(bytes, 'byte')} in the index.`;
  if (sha256 !== read.sha256) return `${name} has the SHA-256 ${read.sha256}, and ${sha256} in the index.`;
  return rows === read.rows
    ? null
    : `${name} has ${formatQuantity(read.rows, 'row')}, and ${formatQuantity(rows, 'row')} in the index.`;
}
