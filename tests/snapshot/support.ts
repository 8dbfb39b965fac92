import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataDir, dataDir } from '../../adapters/data_dir.ts';
import { nodeDigest } from '../../adapters/digest.ts';
import { openEvidenceStore } from '../../adapters/libsql/evidence_store.ts';
import { createSnapshotReader } from '../../adapters/libsql/snapshot_reader.ts';
import { createSnapshotDatabase } from '../../adapters/libsql/snapshot_writer.ts';
import { createMemoryEvidence } from '../../adapters/memory/evidence.ts';
import { createMemorySnapshots } from '../../adapters/memory/snapshots.ts';
import type { EvidenceStore } from '../../domain/ports/evidence.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { SnapshotReader, SnapshotRow, SnapshotWriter } from '../../domain/ports/snapshots.ts';
import type { StoredRecord, UploadReader } from '../../domain/ports/uploads.ts';
import { ok, type Reached } from '../../domain/result.ts';
import { ROLLUPS } from '../../domain/rollups/mod.ts';
import { type SnapshotPorts, type SnapshotSettings, takeSnapshot } from '../../domain/snapshot/take_snapshot.ts';

export const EPOCH = 'abcd12345678';
export const FEED_KEY = '5a'.repeat(32);

/** Runs with a temporary folder that is removed afterwards. */
export const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'third-witness-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The three ports that a snapshot run works on, with the reader of what it writes. */
export interface Stores {
  readonly evidence: EvidenceStore;
  readonly snapshots: SnapshotWriter;
  readonly reader: SnapshotReader;
}

export interface StoresKind {
  readonly name: 'memory' | 'libSQL';
  with<T>(work: (stores: Stores, dir: DataDir) => Promise<T>): Promise<T>;
}

const memory: StoresKind = {
  name: 'memory',
  with: (work) => {
    const { writer, reader } = createMemorySnapshots(EPOCH);
    return work({ evidence: createMemoryEvidence(), snapshots: writer, reader }, dataDir('.'));
  },
};

const libsql: StoresKind = {
  name: 'libSQL',
  with: (work) =>
    withFolder(async (folder) => {
      const dir = dataDir(folder);
      const evidence = await openEvidenceStore(dir.evidenceDb(EPOCH), { epoch: EPOCH, create: true });
      const origin = { epoch: EPOCH, feedTime: 'exact', rollups: ROLLUPS } as const;
      const { writer } = await createSnapshotDatabase(dir.snapshotDb(EPOCH), origin);
      await writeFile(dir.pointer, `${EPOCH}\n`);
      const reader = createSnapshotReader({ dir, clock: { nowMs: () => Date.now() } });
      try {
        return await work({ evidence, snapshots: writer, reader }, dir);
      } finally {
        await reader.close();
        await evidence.close();
        await writer.close();
      }
    }),
};

/** Every way to keep evidence and snapshots. */
export const STORES: readonly StoresKind[] = [memory, libsql];
export const LIBSQL = libsql;

/** The value of an answer that has to be one. */
export const must = <T>(answer: Reached<T>): T => {
  if (!answer.ok) throw new Error(`unreachable: ${answer.error.cause}`);
  return answer.value;
};

/** Uploads as a list of records; `upTo` hides those not yet received. */
export const listedUploads = (records: readonly StoredRecord[], upTo = Number.POSITIVE_INFINITY): UploadReader => {
  const kept = records.filter((record) => record.seq <= upTo);
  return {
    feedKey: async () => ok(FEED_KEY),
    newestSeq: async () => ok(kept.at(-1)?.seq ?? 0),
    records: async (from, to, limit) => ok(kept.filter(({ seq }) => from < seq && seq <= to).slice(0, limit)),
    close: async () => undefined,
  };
};

/** What a test says of a record; the rest is filled in. */
export interface Sketch {
  readonly install?: number;
  readonly upload?: number;
  readonly kind?: string;
  readonly event?: string | null;
  readonly capturedAt?: string;
  /** The record's own fields. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const DAY_MS = 86_400_000;
export const T0_MS = Date.parse('2026-01-10T00:00:00Z');

/** Records as intake keeps them, numbered from 1; an upload's number stays with its records. */
export const kept = (sketches: readonly Sketch[]): readonly StoredRecord[] =>
  sketches.map((sketch, i) => {
    const capturedAt = sketch.capturedAt ?? '2026-01-09T18:30:00Z';
    const kind = sketch.kind ?? 'loot';
    const uploadN = sketch.upload ?? i + 1;
    return {
      seq: i + 1,
      uploadN,
      receivedAtMs: T0_MS + uploadN * 1000,
      installN: sketch.install ?? 1,
      eventId: sketch.event === undefined ? `install-0000000${sketch.install ?? 1}:event-${i}` : sketch.event,
      kind,
      capturedAtMs: Date.parse(capturedAt),
      body: JSON.stringify({ kind, capturedAt, ...sketch.fields }),
    };
  });

/** The fields of a loot window on an NPC (or an object, by a negative id). */
export const loot = (source: number, items: readonly number[] = []): Sketch['fields'] => ({
  ...(source > 0 ? { sourceNpcId: source } : { sourceObjectId: -source }),
  sourceEvidence: 'loot-api',
  items: items.map((itemId) => ({ itemId, count: 1 })),
});

export const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };

export const PUBLIC_KINDS: ReadonlySet<string> = new Set(['loot', 'quest', 'vendor']);

const portsOn = (stores: Stores, uploads: UploadReader): SnapshotPorts => ({
  uploads,
  evidence: stores.evidence,
  snapshots: stores.snapshots,
  digest: nodeDigest,
  clock: { nowMs: () => T0_MS + DAY_MS },
  log: SILENT,
});

/** Runs the use case on these records and answers how it went. */
export const snap = (stores: Stores, uploads: UploadReader, settings: Partial<SnapshotSettings> = {}) =>
  takeSnapshot(portsOn(stores, uploads), { publicKinds: PUBLIC_KINDS, feedTime: 'exact', ...settings });

/** Bounds so small that a handful of records makes several chunks and snapshots. */
export const smallBounds = (recordsMax: number, chunkRecordsMax: number): NonNullable<SnapshotSettings['bounds']> => ({
  recordsMax,
  bodyCharsMax: 1_000_000,
  chunkRecordsMax,
  chunkCharsAim: 1_000_000,
});

export interface Published {
  readonly row: SnapshotRow;
  /** In the order of their places. */
  readonly rates: readonly string[];
  readonly zeros: readonly string[];
  /** Rows of each kind in the order of their places. */
  readonly corpus: Readonly<Record<string, readonly string[]>>;
}

/** Everything that is public, read through the port. */
export const published = async (reader: SnapshotReader): Promise<Published> => {
  must(await reader.refresh());
  const view = must(await reader.view());
  if (view === null) throw new Error('no snapshot was written');
  const { rates, zeros } = must(
    await reader.drops(view, { from: 0, to: view.row.ratePlaces }, { from: 0, to: view.row.zeroPlaces }),
  );
  const corpus: Record<string, readonly string[]> = {};
  for (const [kind, counts] of view.corpus.counts) {
    const to = counts[counts.length - 1] ?? 0;
    const pieces = must(await reader.corpusRows(view, [{ kind, from: 0, to }]));
    const text = pieces.map((piece) => new TextDecoder().decode(piece)).join('');
    corpus[kind] = (JSON.parse(`[${text}]`) as unknown[]).map((row) => JSON.stringify(row));
  }
  return {
    row: view.row,
    rates: rates.map((r) => `${r.sourceType} ${r.sourceId} item ${r.itemId}: ${r.drops}/${r.kills} by ${r.reporters}`),
    zeros: zeros.map((z) => `${z.sourceType} ${z.sourceId}: 0/${z.kills} by ${z.reporters}`),
    corpus,
  };
};

/** What is public without what depends on when it became so: orders, snapshot numbers, steps. */
export const facts = async (reader: SnapshotReader): Promise<unknown> => {
  const { row, rates, zeros, corpus } = await published(reader);
  const { n: _n, step: _step, ratePlaces: _rates, zeroPlaces: _zeros, writtenAtMs: _at, ...counts } = row;
  const sorted = Object.entries(corpus).map(([kind, rows]) => [kind, [...rows].sort()]);
  return { counts, rates: [...rates].sort(), zeros: [...zeros].sort(), corpus: Object.fromEntries(sorted) };
};
