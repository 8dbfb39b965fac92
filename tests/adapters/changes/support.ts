import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { locateChanges } from '../../../adapters/changes/layout.ts';
import { createChangeFileReader } from '../../../adapters/changes/reader.ts';
import { createChangeFileWriter } from '../../../adapters/changes/writer.ts';
import { type DataDir, toDataDir } from '../../../adapters/data_folder/data_dir.ts';
import { openReader } from '../../../adapters/libsql/database.ts';
import { openExportSource } from '../../../adapters/libsql/snapshot/export/source.ts';
import { openSnapshotWriter } from '../../../adapters/libsql/snapshot/writer.ts';
import type { ChangeFileReader, FeedChange } from '../../../domain/ports/change_files.ts';
import type { SnapshotWriter } from '../../../domain/ports/snapshots.ts';
import { listFeedChanges } from '../../../domain/reads/changes/feed_lines.ts';
import { toZeroRow } from '../../../domain/reads/drops.ts';
import { EPOCH, withFolder } from '../../domain/snapshot/support.ts';
import { rateRow } from '../../support/item_rate.ts';
import { beginSnapshots } from '../../support/snapshots.ts';

/** A served epoch that writes change files. */
export interface ChangeYard {
  readonly dir: DataDir;
  readonly snapshots: SnapshotWriter;
  readonly reader: ChangeFileReader;
}

/** Opens the writer of a served epoch, which writes change files. */
export async function openChangeWriter(
  dir: DataDir,
  epoch = EPOCH,
): Promise<SnapshotWriter & { close(): Promise<void> }> {
  const changes = createChangeFileWriter(dir.changes, epoch, dir.requireSame);
  return (await openSnapshotWriter(dir.snapshotDb(epoch), async () => {}, changes)).writer;
}

export function withChangeYard(work: (yard: ChangeYard) => Promise<void>, epoch = EPOCH): Promise<void> {
  return withFolder(async (folder) => {
    const dir = toDataDir(folder);
    await (await beginSnapshots(dir, epoch)).close();
    const writer = await openChangeWriter(dir, epoch);
    try {
      await work({ dir, snapshots: writer, reader: createChangeFileReader(dir.changes) });
    } finally {
      await writer.close();
    }
  });
}

/** Rows of the five lists, keyed by list and key. */
export type FollowedRows = Map<string, unknown>;

/** Returns the lines of a change file, after checking that both of its forms have the same content. */
export async function changeLines(dir: DataDir, n: number, epoch = EPOCH): Promise<readonly Record<string, unknown>[]> {
  const text = gunzipSync(await readFile(locateChanges(dir.changes, epoch).file(n))).toString();
  const opened = (await createChangeFileReader(dir.changes).open(epoch, n, 'identity'))!;
  const unpacked = await new Response(opened.stream(0, opened.byteLength)).text();
  if (text !== unpacked) throw new Error(`file ${n} is not sent as it was stored`);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Applies the files of the snapshots `after < n <= upTo` to the rows, as a follower does. */
export async function follow(dir: DataDir, rows: FollowedRows, after: number, upTo: number): Promise<void> {
  for (let n = after + 1; n <= upTo; n++) applyLines(rows, await changeLines(dir, n));
}

/** Applies the lines of a change file to the rows. */
export function applyLines(rows: FollowedRows, lines: readonly Record<string, unknown>[]): void {
  for (const { op, list, key, row } of lines) {
    if (op === 'put') rows.set(`${list} ${key}`, row);
    if (op === 'del') rows.delete(`${list} ${key}`);
  }
}

/** Reads the rows of all five lists from the snapshot database, without the change files. */
export async function publicRows(dir: DataDir): Promise<FollowedRows> {
  const rows: FollowedRows = new Map();
  const source = (await openExportSource(dir))!;
  for await (const batch of source.rates()) {
    for (const rate of batch) rows.set(`drops ${rate.sourceType}:${rate.sourceId}:${rate.itemId}`, rateRow(rate));
  }
  for await (const batch of source.zeros()) {
    for (const zero of batch) rows.set(`zeros ${zero.sourceType}:${zero.sourceId}`, toZeroRow(zero));
  }
  for await (const batch of source.edges()) {
    for (const text of batch) {
      const edge = JSON.parse(String(text)) as Record<string, unknown>;
      const { fromKind, fromId, rel, toKind, toId } = edge;
      rows.set(`edges ${fromKind}:${fromId}:${rel}:${toKind}:${toId}`, edge);
    }
  }
  await source.close();
  for (const { list, key, row } of await factRows(dir, source.epoch)) rows.set(`${list} ${key}`, JSON.parse(row!));
  return rows;
}

async function factRows(dir: DataDir, epoch: string): Promise<readonly FeedChange[]> {
  const client = await openReader(dir.snapshotDb(epoch));
  const { rows } = await client.execute('select family, subject, body from facts');
  client.close();
  return rows
    .map((row) => Array.from(row, String) as [list: string, key: string, after: string])
    .flatMap(([list, key, after]) => listFeedChanges({ list, key, after }));
}
