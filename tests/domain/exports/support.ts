import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { type DataDir, toDataDir } from '../../../adapters/data_folder/data_dir.ts';
import { createExportFolder } from '../../../adapters/exports/folder.ts';
import { locateExportedFile } from '../../../adapters/exports/layout.ts';
import { createExportReader } from '../../../adapters/exports/reader.ts';
import { openExportSource } from '../../../adapters/libsql/snapshot/export/source.ts';
import { createSnapshotDatabase, openSnapshotWriter } from '../../../adapters/libsql/snapshot/writer.ts';
import type { ExportReason } from '../../../domain/exports/guard.ts';
import { type ExportOutcome, type ExportTarget, writeExport } from '../../../domain/exports/write_export.ts';
import type { CorpusAddition } from '../../../domain/ports/corpus.ts';
import type { DropFacts } from '../../../domain/ports/drops.ts';
import type { EdgeUpdate } from '../../../domain/ports/edges.ts';
import type { ExportReader } from '../../../domain/ports/exports.ts';
import type { SnapshotChange, SnapshotWriter } from '../../../domain/ports/snapshots.ts';
import { createAttribution } from '../../../domain/values/attribution.ts';
import { RESPONSE_SHAPES } from '../../../schema/response_shapes.ts';
import { type BulkIndex, bulkIndex } from '../../../schema/responses/bulkIndex.ts';
import { itemRate } from '../../support/item_rate.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { putDatabase } from '../../support/template.ts';
import { EPOCH, withFolder } from '../snapshot/support.ts';

export const PUBLISHER = { publicUrl: 'https://witness.example', serviceName: 'Third Witness' };
export const START_MS = Date.UTC(2026, 10, 21, 12);
export const DAY_MS = 86_400_000;

/** A data folder with a snapshot database and its exports. */
export interface Yard {
  readonly dir: DataDir;
  /** The export folder. */
  readonly root: string;
  readonly snapshots: SnapshotWriter;
  readonly exporter: ExportTarget;
  readonly reader: ExportReader;
  readonly clock: { ms: number };
  /** Writes the next snapshot. */
  snapshot(said?: Partial<Omit<SnapshotChange, 'row'>> & { readonly dataAsOfMs?: number | null }): Promise<void>;
  export(reason?: ExportReason): Promise<ExportOutcome>;
}

export function withYard(work: (yard: Yard) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const dir = toDataDir(folder);
    const root = join(folder, 'exports');
    const origin = { epoch: EPOCH, feedTime: 'exact', rollups: {} } as const;
    const path = dir.snapshotDb(EPOCH);
    await putDatabase(path, `snapshot of exports ${EPOCH}`, async (to) => {
      return (await createSnapshotDatabase(to, origin)).writer;
    });
    const { writer } = await openSnapshotWriter(path);
    await writeFile(dir.pointer, `${EPOCH}\n`);
    const clock = { ms: START_MS };
    const exporter: ExportTarget = {
      openSource: () => openExportSource(dir),
      openEvidence: null,
      folder: createExportFolder(root),
      clock: { nowMs: () => clock.ms },
      attribution: createAttribution(PUBLISHER),
    };
    try {
      await work({
        dir,
        root,
        exporter,
        clock,
        snapshots: writer,
        reader: createExportReader(root),
        snapshot: async ({ dataAsOfMs = clock.ms - 60_000, ...said } = {}) => {
          const n = ((await writer.newest())?.n ?? 0) + 1;
          await writer.write(snapshotChange(n, { ...said, row: { writtenAtMs: clock.ms, dataAsOfMs } }));
        },
        export: (reason = 'command') => writeExport(exporter, requestOf(reason)),
      });
    } finally {
      await writer.close();
    }
  });
}

export function requestOf(reason: ExportReason) {
  return { reason, protocol: '1.2.0', goOn: async () => true };
}

/** Returns rows of the feed, numbered from `from`, that are valid by its schema. */
export function corpusRows(kind: 'loot' | 'item_seen', from: number, to: number): CorpusAddition {
  return {
    kind,
    rows: Array.from({ length: to - from }, (_, i) => corpusRow(kind, from + i)),
  };
}

export function corpusRow(kind: 'loot' | 'item_seen', i: number): string {
  const common = { kind, eventId: String(i).padStart(24, '0'), capturedAt: '2026-11-20T10:00:00Z' };
  return JSON.stringify(
    kind === 'loot'
      ? { ...common, sourceNpcId: i + 1, sourceEvidence: 'loot-api', items: [{ itemId: i + 1, count: 1 }] }
      : { ...common, itemId: i + 1, name: `Élan ☃${'x'.repeat(i % 7)}`, quality: 'common' },
  );
}

export function edge(group: string, fromId: number, toId: number, installs = 3): EdgeUpdate {
  return {
    name: { group, fromId, toId },
    edge: { installs, firstSeen: '2026-11-01', lastSeen: '2026-11-20' },
  };
}

export function edgeGone(group: string, fromId: number, toId: number): EdgeUpdate {
  return {
    name: { group, fromId, toId },
    edge: null,
  };
}

/** Returns a public source with a rate for each of its items, or a measured zero if it has none. */
export function source(type: 'npc' | 'object', id: number, items: number): DropFacts {
  return {
    source: { type, id },
    public: true,
    kills: 40,
    reporters: 3,
    topWindows: 20,
    measuredZero: items === 0,
    items: Array.from({ length: items }, (_, i) => itemRate(1000 + i, i % 40, 40)),
  };
}

export function sourceGone(type: 'npc' | 'object', id: number): DropFacts {
  return {
    ...source(type, id, 0),
    public: false,
    measuredZero: false,
  };
}

/** Returns the folder of the served export. */
export async function servedFolder(root: string): Promise<string> {
  return join(root, (await readFile(join(root, 'current'), 'utf8')).trim());
}

/** Returns the served index after validating it with its schema. */
export async function servedIndex(root: string): Promise<BulkIndex> {
  const read: unknown = JSON.parse(await readFile(join(await servedFolder(root), 'index.json'), 'utf8'));
  const index = v.parse(bulkIndex, read);
  assert.deepEqual(index, read, 'the index has fields that its schema does not name');
  return index;
}

/** Returns the content of a file in the folder of an export. */
export async function readExported(folder: string, name: string): Promise<Buffer> {
  return gunzipSync(await readFile(locateExportedFile(folder, name)));
}

/** Returns the lines of every served file, keyed by file, after checking them against the index. */
export async function servedLines(root: string): Promise<Record<string, readonly string[]>> {
  const folder = await servedFolder(root);
  const lines: Record<string, readonly string[]> = {};
  for (const file of (await servedIndex(root)).files) {
    const bytes = await readExported(folder, file.name);
    const text = bytes.toString('utf8');
    assert.equal(file.bytes, bytes.byteLength, file.name);
    assert.equal(file.sha256, createHash('sha256').update(bytes).digest('hex'), file.name);
    assert.ok(text === '' || text.endsWith('\n'), file.name);
    lines[file.name] = text === '' ? [] : text.slice(0, -1).split('\n');
    assert.equal(file.rows, lines[file.name]!.length, file.name);
    for (const line of lines[file.name]!) parseRow(file, line);
  }
  return lines;
}

/** Parses a line with the published schema of its row. */
function parseRow({ rowsOf, field, name }: BulkIndex['files'][number], line: string): void {
  const shape = RESPONSE_SHAPES.get(rowsOf) as unknown as { readonly entries: Record<string, v.GenericSchema> };
  const row: unknown = JSON.parse(line);
  assert.deepEqual(v.parse(shape.entries[field]!, [row]), [row], `${name}: ${line.slice(0, 200)}`);
}
