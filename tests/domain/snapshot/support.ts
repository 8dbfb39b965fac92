import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataDir, toDataDir } from '../../../adapters/data_folder/data_dir.ts';
import { nodeDigest } from '../../../adapters/digest.ts';
import { openEvidenceStore } from '../../../adapters/libsql/evidence/store.ts';
import { createSnapshotStore } from '../../../adapters/libsql/snapshot/store.ts';
import { openSnapshotWriter } from '../../../adapters/libsql/snapshot/writer.ts';
import { EDGE_GROUPS } from '../../../domain/families/edges.ts';
import { CLAIM_FAMILIES, CLAIM_RULES } from '../../../domain/families/mod.ts';
import { countListRows } from '../../../domain/paging/ledger.ts';
import type { EvidenceStore } from '../../../domain/ports/evidence.ts';
import type { Log } from '../../../domain/ports/log.ts';
import type { TextPiece } from '../../../domain/ports/rows.ts';
import type { SnapshotRow } from '../../../domain/ports/snapshot_view.ts';
import type { Snapshot, SnapshotStore, SnapshotWriter } from '../../../domain/ports/snapshots.ts';
import type { NetworkWaiter, Order, StoredRecord, UploadReader } from '../../../domain/ports/uploads.ts';
import { parseRows } from '../../../domain/reads/pieces.ts';
import type { CountingRules } from '../../../domain/snapshot/counting_records.ts';
import type { SnapshotPorts, SnapshotSettings } from '../../../domain/snapshot/run.ts';
import { takeSnapshot } from '../../../domain/snapshot/take_snapshot.ts';
import type { RateWeights } from '../../../domain/values/estimates/model.ts';
import { PUBLIC_KINDS, RECORD_KINDS } from '../../../schema/record_kinds.ts';
import type { DropsResponse } from '../../../schema/responses/dropsResponse.ts';
import type { GatheringResponse } from '../../../schema/responses/gatheringResponse.ts';
import { COVERAGE_KINDS } from '../../../schema/vocabulary.ts';
import { createMemoryEvidence } from '../../doubles/evidence.ts';
import { rowsText } from '../../support/rows_text.ts';
import { beginSnapshots } from '../../support/snapshots.ts';
import { putDatabase } from '../../support/template.ts';
import { type Circumstances, SEEN_AT } from '../../support/world.ts';

export const EPOCH = 'abcd12345678';
export const FEED_KEY = '5a'.repeat(32);

/** Runs with a temporary folder that is removed afterwards. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'third-witness-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The three ports that a builder run uses, and a reader of the snapshots it writes. */
export interface Stores {
  readonly evidence: EvidenceStore;
  readonly snapshots: SnapshotWriter;
  readonly store: SnapshotStore;
}

/** Runs `work` with a snapshot database and the given evidence store, in a temporary folder. */
function withEvidence<T>(
  open: (dir: DataDir) => Promise<EvidenceStore>,
  work: (stores: Stores, dir: DataDir) => Promise<T>,
): Promise<T> {
  return withFolder(async (folder) => {
    const dir = toDataDir(folder);
    return withOpen(dir, await beginSnapshots(dir, EPOCH), open, work);
  });
}

async function withOpen<T>(
  dir: DataDir,
  snapshots: SnapshotWriter,
  open: (dir: DataDir) => Promise<EvidenceStore>,
  work: (stores: Stores, dir: DataDir) => Promise<T>,
): Promise<T> {
  const evidence = await open(dir);
  const store = createSnapshotStore({ dir, clock: { nowMs: () => Date.now() } });
  try {
    return await work({ evidence, snapshots, store }, dir);
  } finally {
    await store.close();
    await evidence.close();
    await snapshots.close();
  }
}

async function openEvidence(dir: DataDir): Promise<EvidenceStore> {
  const options = { epoch: EPOCH, rollups: CLAIM_RULES };
  const path = dir.evidenceDb(EPOCH);
  if (!existsSync(path))
    await putDatabase(path, `evidence ${EPOCH}`, (to) => openEvidenceStore(to, { ...options, create: true }));
  return openEvidenceStore(path, { ...options, create: false });
}

/** Runs `work` with fresh evidence and snapshot databases. */
export function withStores<T>(work: (stores: Stores, dir: DataDir) => Promise<T>): Promise<T> {
  return withEvidence(openEvidence, work);
}

/** Runs `work` with the databases of a folder. Creates them if they are missing, and keeps them. */
export async function withStoresIn<T>(folder: string, work: (stores: Stores, dir: DataDir) => Promise<T>): Promise<T> {
  const dir = toDataDir(folder);
  const path = dir.snapshotDb(EPOCH);
  const snapshots = existsSync(path) ? (await openSnapshotWriter(path)).writer : await beginSnapshots(dir, EPOCH);
  return withOpen(dir, snapshots, openEvidence, work);
}

/** Like `withStores`, but with evidence in memory: a second implementation that the database is compared with. */
export function withOracle<T>(work: (stores: Stores, dir: DataDir) => Promise<T>): Promise<T> {
  return withEvidence(async () => createMemoryEvidence({ rollups: CLAIM_RULES }), work);
}

/** Requests about installs and grants, apart from the records. */
export interface Asked {
  readonly orders?: readonly Order[];
  readonly withheld?: readonly number[];
  /** Installs whose records were erased. */
  readonly erased?: readonly number[];
  /** Grants that no longer cover anything. */
  readonly revoked?: readonly number[];
  /**
   * Installs that were not admitted as witnesses of their network at first, each with the order since which it counts.
   */
  readonly networkWaits?: readonly NetworkWaiter[];
}

/** A reader of these records. Records after `upTo` do not exist yet. */
export function listedUploads(
  records: readonly StoredRecord[],
  upTo = Number.POSITIVE_INFINITY,
  { orders = [], withheld = [], erased = [], revoked = [], networkWaits = [] }: Asked = {},
): UploadReader {
  const received = records.filter((record) => record.seq <= upTo);
  const kept = received
    .filter(({ installN }) => !erased.includes(installN))
    .map((record) => ({ ...record, grants: record.grants.filter(({ n }) => !revoked.includes(n)) }));
  const between = (from: number, to: number, limit: number, wanted: (seq: number) => boolean) =>
    kept.filter(({ seq }) => from < seq && seq <= to && wanted(seq)).slice(0, limit);
  const ofInstall = (installN: number) => (seq: number) => records[seq - 1]?.installN === installN;
  const ofGrant = (grantN: number) => (seq: number) => records[seq - 1]?.grants.some(({ n }) => n === grantN) === true;
  return {
    feedKey: async () => FEED_KEY,
    newestSeq: async () => received.at(-1)?.seq ?? 0,
    records: async (from, to, limit) => between(from, to, limit, () => true),
    recordsOfInstall: async (installN, from, to, limit) => between(from, to, limit, ofInstall(installN)),
    recordsOf: async (seqs) => kept.filter(({ seq }) => seqs.includes(seq)),
    recordsOfGrant: async (grantN, from, to, limit) => between(from, to, limit, ofGrant(grantN)),
    orders: async (afterN) => orders.filter(({ n }) => n > afterN),
    withheld: async () => withheld,
    installsSince: async (atMs) => {
      const first = new Map<number, number>();
      for (const { installN, receivedAtMs } of kept) if (!first.has(installN)) first.set(installN, receivedAtMs);
      return [...first].filter(([, ms]) => ms >= atMs).map(([n]) => n);
    },
    clients: async () => [],
    countInstalls: async () => 0,
    networkWaits: async () => networkWaits,
    liveKeys: async () => [],
    link: async () => null,
    newestLink: async () => ({ n: 0, digest: '0'.repeat(64) }),
    verifyChain: async () => ({ links: 0, uploads: 0, records: kept.length }),
    close: async () => undefined,
  };
}

/** Grants with this number or a higher one were made by the holder of the install id, lower ones by the operator. */
export const SELF_GRANTS_FROM = 9;

/** A report of world.ts, whose install is 1 and kind is loot unless it says otherwise. */
export interface Sketch extends Circumstances {
  readonly install?: number;
  readonly kind?: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const DAY_MS = 86_400_000;
export const T0_MS = Date.parse('2026-01-10T00:00:00Z');

/**
 * Returns the records as intake stores them, with sequence numbers from 1. A record without `upload` is an upload of
 * its own.
 */
export function kept(sketches: Iterable<Sketch>): readonly StoredRecord[] {
  return [...sketches].map((sketch, i) => {
    const capturedAt = sketch.at ?? SEEN_AT;
    const kind = sketch.kind ?? 'loot';
    const uploadN = sketch.upload ?? i + 1;
    const body = JSON.stringify({ kind, capturedAt, ...sketch.fields });
    return {
      seq: i + 1,
      uploadN,
      receivedAtMs: T0_MS + uploadN * 1000,
      installN: sketch.install ?? 1,
      eventId: sketch.event === undefined ? `install-0000000${sketch.install ?? 1}:event-${i}` : sketch.event,
      kind,
      capturedAtMs: Date.parse(capturedAt),
      body,
      digest: nodeDigest.sha256(body).slice(0, 16),
      grants: (sketch.grants ?? []).map((n) => ({ n, self: n >= SELF_GRANTS_FROM })),
      fit: sketch.fit ?? true,
      locale: sketch.locale ?? null,
      ...sketch.client,
      ...(sketch.ipv6 === true ? { ipv6: true as const } : {}),
    };
  });
}

export const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** The kinds as the schema defines them. Tests may read the schema. */
export const KINDS: CountingRules = {
  publicKinds: new Set<string>(PUBLIC_KINDS),
  namedKinds: new Set([...RECORD_KINDS.values()].filter((kind) => kind.sharing !== null).map(({ kind }) => kind)),
};

function portsOn(stores: Stores, uploads: UploadReader): SnapshotPorts {
  return {
    uploads,
    evidence: stores.evidence,
    snapshots: stores.snapshots,
    digest: nodeDigest,
    clock: { nowMs: () => T0_MS + DAY_MS },
    log: SILENT,
  };
}

/** Runs the builder on these records and returns the outcome. */
export function snap(stores: Stores, uploads: UploadReader, settings: Partial<SnapshotSettings> = {}) {
  return takeSnapshot(portsOn(stores, uploads), { kinds: KINDS, feedTime: 'exact', changeLog: 'write', ...settings });
}

/** Publishes everything that was reported, in one snapshot. */
export async function publish(stores: Stores, reports: Iterable<Sketch>): Promise<void> {
  assert.ok((await snap(stores, listedUploads(kept(reports)))).ok);
}

/** Bounds so small that a handful of records makes several chunks and snapshots. */
export function smallBounds(
  recordsMax: number,
  chunkRecordsMax: number,
  factsEveryMs = 0,
): NonNullable<SnapshotSettings['bounds']> {
  return {
    recordsMax,
    bodyCharsMax: 1_000_000,
    chunkRecordsMax,
    chunkCharsAim: 1_000_000,
    batchRowsMax: 10 * chunkRecordsMax,
    factsEveryMs,
  };
}

/** Value of `factsEveryMs` that makes facts wait for the end of the run. */
export const AT_THE_END = Number.MAX_SAFE_INTEGER;

export interface Published {
  readonly row: SnapshotRow;
  /** Numbers of places of rates and of zeros. */
  readonly places: readonly number[];
  /** Ordered by place. */
  readonly rates: readonly string[];
  readonly zeros: readonly string[];
  /** For each rate and zero: the number of installs, and the windows of the install that opened most. */
  readonly shares: readonly string[];
  /** The estimate of each rate, and the weights used. */
  readonly estimates: readonly string[];
  readonly weights: RateWeights | null;
  /** Rates of gathering, with their estimates. */
  readonly gathering: readonly string[];
  /** Rows keyed by kind, ordered by place. */
  readonly corpus: Readonly<Record<string, readonly string[]>>;
  /** Edges as they are served, ordered by place. */
  readonly edges: readonly string[];
  /** Public facts of the other roll-ups: a map from `family subject` to the body. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The id, name and importance of each entry of the knowledge base. */
  readonly entries: readonly string[];
  /** The newest market values: a map from `realm house` to items, most units first. */
  readonly market: Readonly<Record<string, unknown>>;
  /**
   * Subjects that still need installs, in all zones and per zone: a map from `kind zone` to the subjects, with the
   * counts.
   */
  readonly coverage: Readonly<Record<string, unknown>>;
}

type RateRow = DropsResponse['rates'][number];
type ZeroRow = DropsResponse['measuredZeros'][number];

function sourceOf(row: RateRow | ZeroRow): string {
  return 'sourceNpcId' in row ? `npc ${row.sourceNpcId}` : `object ${row.sourceObjectId}`;
}

type GatheringRow = GatheringResponse['rates'][number];

function gatheringText(row: GatheringRow): string {
  const { method, sourceNpcId, sourceObjectId, sourceItemId, mapId, itemId, drops, kills, reporters, installs } = row;
  const ids = { npc: sourceNpcId, object: sourceObjectId, item: sourceItemId, zone: mapId };
  const [[kind, id], ...others] = Object.entries(ids).filter(([, one]) => one !== undefined) as [[string, number]];
  assert.equal(others.length, 0, 'a row names one source');
  const counts = `${drops}/${kills} by ${reporters}, ${installs} saw it, ${topWindowsOf(row)} of one`;
  return `${method} ${kind} ${id} item ${itemId}: ${counts}; ${estimateText(row)}`;
}

/** Formats an estimate such as `0.25 (0.1 to 0.5), solo, 9.5 windows`. */
function estimateText({
  estimate,
  estimateLow,
  estimateHigh,
  basis,
  effectiveWindows,
  ...rate
}: RateRow | GatheringRow): string {
  const onQuest = rate.quest === undefined ? '' : ` ${JSON.stringify(rate.quest)}`;
  const once = rate.obtainable === 'once' ? ', once' : '';
  const changed = rate.changed === undefined ? '' : `, ${JSON.stringify(rate.changed)}`;
  return `${estimate} (${estimateLow} to ${estimateHigh}), ${basis}${onQuest}, ${effectiveWindows} windows${once}${changed}`;
}

function topWindowsOf({ kills, topShare }: Pick<RateRow, 'kills' | 'topShare'>): number {
  return Math.round(topShare * kills);
}

/** Reads everything public through the port. */
export async function published(store: SnapshotStore, of = { corpus: true }): Promise<Published> {
  await store.refresh();
  const snapshot = await store.newest();
  if (snapshot === null) throw new Error('no snapshot was written');
  const { lists, row } = snapshot.view;
  const placesIn = (list: string) => ({ from: 0, to: countListRows(lists, list, row.n) });
  const drops = await snapshot.rates.inPlaces(placesIn('rates'), placesIn('zeros'));
  const rates = parseRows<RateRow>({ pieces: drops.rates });
  const zeros = parseRows<ZeroRow>({ pieces: drops.zeros });
  const ofGathering = await snapshot.gathering.inPlaces(placesIn('gathering'), { from: 0, to: 0 });
  const corpus: Record<string, readonly string[]> = {};
  for (const [kind, counts] of of.corpus ? snapshot.view.corpus.counts : []) {
    const to = counts[counts.length - 1] ?? 0;
    corpus[kind] = joined((await snapshot.corpus.rows([{ kind, from: 0, to }])).pieces);
  }
  const edges: string[] = [];
  for (const { name } of EDGE_GROUPS) {
    const { pieces } = await snapshot.edges.rows([{ kind: name, ...placesIn(name) }]);
    edges.push(...joined(pieces));
  }
  return {
    row,
    places: [placesIn('rates').to, placesIn('zeros').to],
    rates: rates.map((r) => `${sourceOf(r)} item ${r.itemId}: ${r.drops}/${r.kills} by ${r.reporters}`),
    zeros: zeros.map((z) => `${sourceOf(z)}: 0/${z.kills} by ${z.reporters}`),
    shares: [
      ...rates.map((r) => `${sourceOf(r)} item ${r.itemId}: ${r.installs}, ${topWindowsOf(r)}/${r.kills}`),
      ...zeros.map((z) => `${sourceOf(z)}: ${topWindowsOf(z)}/${z.kills}`),
    ],
    estimates: rates.map((r) => `${sourceOf(r)} item ${r.itemId}: ${estimateText(r)}`),
    weights: await snapshot.rates.weights(),
    gathering: parseRows<GatheringRow>({ pieces: ofGathering.rates }).map(gatheringText),
    corpus,
    edges,
    facts: await factsOf(snapshot),
    entries: await entriesOf(snapshot),
    market: await marketOf(snapshot),
    coverage: await coverageOf(snapshot),
  };
}

function joined(pieces: readonly TextPiece[]): readonly string[] {
  const text = rowsText(pieces);
  return (JSON.parse(`[${text}]`) as unknown[]).map((row) => JSON.stringify(row));
}

async function factsOf(snapshot: Snapshot): Promise<Record<string, unknown>> {
  const facts: Record<string, unknown> = {};
  for (const { name } of CLAIM_FAMILIES) {
    const { facts: all } = await snapshot.factsOf({ name }, '', 100_000);
    for (const { subject, body } of all) facts[`${name} ${subject}`] = body;
  }
  return facts;
}

async function entriesOf({ knowledge }: Snapshot): Promise<readonly string[]> {
  const entries: string[] = [];
  for (const kind of Object.keys(await knowledge.kinds())) {
    const hits = await knowledge.ofKind(kind, 100_000);
    entries.push(...hits.map(({ id, name, importance }) => `${id} ${name}: ${importance}`));
  }
  return entries;
}

async function marketOf(snapshot: Snapshot): Promise<Record<string, unknown>> {
  const market: Record<string, unknown> = {};
  for (const { realmKey, name, houses } of await snapshot.market.realms()) {
    for (const house of ['', ...houses] as const) {
      market[`${name} ${house}`] = await snapshot.market.items(realmKey, house, 2_000);
    }
  }
  return market;
}

/** Reads the coverage lists, the zones and the counts. */
async function coverageOf(snapshot: Snapshot): Promise<Record<string, unknown>> {
  const coverage: Record<string, unknown> = {};
  const zones = await snapshot.coverage.zones(null);
  for (const { zone, ...counts } of zones) coverage[`in ${zone}`] = counts;
  for (const zone of [null, ...zones.map((one) => one.zone)]) {
    coverage[`counts ${zone}`] = await snapshot.coverage.counts(zone);
    for (const kind of COVERAGE_KINDS) {
      const waiting = await snapshot.coverage.subjects({ kind, zone }, null, 100_000);
      if (waiting.length > 0) coverage[`${kind} ${zone}`] = waiting;
    }
  }
  return coverage;
}

/**
 * Returns everything public that does not depend on when it became public: without order, snapshot numbers and steps.
 */
export async function facts(store: SnapshotStore): Promise<Comparable> {
  const {
    row,
    places: _places,
    rates,
    zeros,
    shares,
    estimates,
    gathering,
    weights,
    corpus,
    edges,
    facts,
    ...lists
  } = await published(store);
  const { n: _n, step: _step, writtenAtMs: _at, corpusPlaces: _corpus, ...counts } = row;
  const sorted = Object.entries(corpus)
    .filter(([, rows]) => rows.length > 0)
    .map(([kind, rows]) => [kind, [...rows].sort()]);
  return {
    counts,
    rates: [...rates].sort(),
    zeros: [...zeros].sort(),
    shares: [...shares].sort(),
    estimates: [...estimates].sort(),
    gathering: [...gathering].sort(),
    weights,
    corpus: Object.fromEntries(sorted),
    edges: [...edges].sort(),
    facts,
    ...lists,
  };
}

export type Comparable = Omit<Published, 'row' | 'places'> & { readonly counts: Readonly<Record<string, unknown>> };
