import { createDataDir } from '../../adapters/data_folder/data_dir.ts';
import { createEpoch, serveEpoch } from '../../adapters/data_folder/epoch.ts';
import { systemRandom } from '../../adapters/random.ts';
import { EDGE_GROUPS } from '../../domain/families/edges.ts';
import { RULE_VERSIONS } from '../../domain/families/mod.ts';
import type { CorpusAddition } from '../../domain/ports/corpus.ts';
import type { EdgeUpdate } from '../../domain/ports/edges.ts';
import { formatDayNumber } from '../../domain/values/instant.ts';
import { snapshotChange } from '../support/snapshot_change.ts';
import { RECORDS_PER_UPLOAD, rollUpload } from './roll.ts';
import type { World } from './world.ts';

/** Rows of either list per snapshot. */
const ROWS_PER_SNAPSHOT = 10_000;

/**
 * Writes a data folder whose served epoch was filled through the builder's port, without uploads: `edges` observed
 * edges with synthetic ids and `corpus` rows, 10,000 of each per snapshot. An instance can continue in it.
 */
export async function writePublicFolder(
  folder: string,
  world: World,
  rows: { readonly edges: number; readonly corpus: number },
): Promise<void> {
  const dir = createDataDir(folder);
  const epoch = await createEpoch(dir, { feedTime: 'exact', rollups: RULE_VERSIONS }, systemRandom);
  const snapshots = Math.ceil(Math.max(rows.edges, rows.corpus) / ROWS_PER_SNAPSHOT);
  for (let n = 1; n <= snapshots; n++) {
    const from = (n - 1) * ROWS_PER_SNAPSHOT;
    const share = (all: number) => Math.max(0, Math.min(ROWS_PER_SNAPSHOT, all - from));
    await epoch.snapshots.write(
      snapshotChange(n, {
        // There is no evidence and no upload, so the numbers match an empty evidence database.
        row: { writtenAtMs: Date.now(), step: 0, seq: 0, queued: 0 },
        edges: Array.from({ length: share(rows.edges) }, (_, i) => edgeNumber(from + i)),
        corpus: corpusRows(world, n, share(rows.corpus)),
        changeLog: 'silent',
      }),
    );
  }
  await serveEpoch(dir, epoch);
}

/**
 * How edges are distributed over groups: edge numbers modulo 20 from `from` up to `to`, with ends drawn from this
 * many ids. The two numbers of ids are coprime.
 */
const SHARES = [
  { group: EDGE_GROUPS[0], from: 0, to: 12, fromIds: 13_999, toIds: 8_000 },
  { group: EDGE_GROUPS[1], from: 12, to: 14, fromIds: 6_007, toIds: 2_000 },
  { group: EDGE_GROUPS[2], from: 14, to: 15, fromIds: 7_993, toIds: 60 },
  { group: EDGE_GROUPS[3], from: 15, to: 16, fromIds: 13_999, toIds: 4_000 },
  { group: EDGE_GROUPS[4], from: 16, to: 20, fromIds: 13_999, toIds: 3_000 },
] as const;

/** An item that very many sources drop, such as cloth. No other edge starts at its id. */
export const HUB_ITEM = 20_000;
/** One of this many drop edges is of the hub item. */
const HUB_EVERY = 100;

/** Returns edge `i`. All edges are different. */
function edgeNumber(i: number): EdgeUpdate {
  const slot = i % 20;
  const { group, from, to, fromIds, toIds } = SHARES.find((share) => slot < share.to)!;
  const k = Math.floor(i / 20) * (to - from) + (slot - from);
  const isHub = group === EDGE_GROUPS[0] && k % HUB_EVERY === 0 && k / HUB_EVERY < toIds;
  // Pairs (k mod a, k mod b) are all different while k < a·b, because a and b are coprime.
  const ends = isHub
    ? { fromId: HUB_ITEM, toId: 1 + k / HUB_EVERY }
    : { fromId: 1 + (k % fromIds), toId: 1 + (k % toIds) };
  const firstDay = 20_000 + (i % 300);
  return {
    name: { group: group.name, ...ends },
    edge: {
      installs: 3 + (i % 200),
      firstSeen: formatDayNumber(firstDay),
      lastSeen: formatDayNumber(firstDay + (i % 60)),
    },
  };
}

/** Returns rolled records as the feed shows them, without install and with a digest as event id. */
function corpusRows(world: World, n: number, rows: number): readonly CorpusAddition[] {
  const byKind = new Map<string, string[]>();
  for (let from = 0; from < rows; from += RECORDS_PER_UPLOAD) {
    const upload = JSON.parse(rollUpload(world, 5, n * 1_000 + from / RECORDS_PER_UPLOAD)) as {
      readonly records: readonly { readonly kind: string; readonly installId: string; readonly eventId: string }[];
    };
    for (const [i, { kind, installId: _id, eventId: _event, ...rest }] of upload.records.entries()) {
      const eventId = (n * 100_000 + from + i).toString(16).padStart(24, '0');
      const texts = byKind.get(kind) ?? [];
      byKind.set(kind, texts);
      texts.push(JSON.stringify({ kind, eventId, ...rest }));
    }
  }
  return [...byKind].map(([kind, texts]) => ({ kind, rows: texts }));
}
