import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import {
  openWriter,
  type Runner,
  readJson,
  runInTransaction,
  type Transaction,
} from '../../adapters/libsql/database.ts';
import { insertRows } from '../../adapters/libsql/insert_rows.ts';
import type { StoredRow } from '../../adapters/libsql/uploads/block.ts';
import { insertBlock, readStoredRows } from '../../adapters/libsql/uploads/block_rows.ts';
import { computeIdentity } from '../../adapters/libsql/uploads/identities.ts';
import { groupBy } from '../../domain/values/group_by.ts';
import { tidySpaces } from '../../domain/values/spaces.ts';
import { toUtcInstant } from '../../schema/instants.ts';
import { sha256 } from './sample_records.ts';

/** A table with a row per record, as long as a test changes them. */
const TABLE = `
  create table records (
    seq integer primary key, upload_n integer, install_n integer, kind text, event_id text, captured_at_ms integer,
    body text
  ) strict`;
const COLUMNS = 'seq, upload_n, install_n, kind, event_id, captured_at_ms, body';

const SELECT = `
  select json_group_array(json_object('seq', seq, 'uploadN', upload_n, 'installN', install_n, 'kind', kind,
    'eventId', event_id, 'capturedAtMs', captured_at_ms, 'body', body) order by seq) from records`;

/** Returns all records of an uploads.db, ascending. */
export async function storedRecords(client: Runner): Promise<readonly StoredRow[]> {
  const rows: StoredRow[] = [];
  for (;;) {
    const more = await readStoredRows(client, {
      after: rows.at(-1)?.seq ?? 0,
      to: Number.MAX_SAFE_INTEGER,
      limit: 2_000,
    });
    if (more.length === 0) return rows;
    rows.push(...more);
  }
}

/**
 * Runs SQL on a closed uploads.db in which a table `records` has a row per record, and packs these records again, as
 * somebody would who knows the format. With foreign keys off.
 */
export async function tamper(path: string, sql: string): Promise<void> {
  const client = await openWriter(path, { create: false });
  try {
    await client.executeMultiple(`pragma foreign_keys=off; pragma secure_delete=on; ${TABLE}`);
    const cells = (await storedRecords(client)).map((row) => [
      row.seq,
      row.uploadN,
      row.installN,
      row.kind,
      row.eventId,
      row.capturedAtMs,
      row.body,
    ]);
    await insertRows(client, 'records', COLUMNS, cells);
    const before = await readJson<StoredRow>(client, SELECT);
    await client.executeMultiple(sql);
    const after = await readJson<StoredRow>(client, SELECT);
    if (JSON.stringify(after) !== JSON.stringify(before)) await runInTransaction(client, (tx) => packAgain(tx, after));
    await client.execute('drop table records');
  } finally {
    client.close();
  }
}

async function packAgain(tx: Transaction, records: readonly StoredRow[]): Promise<void> {
  await tx.execute('delete from blocks');
  await tx.execute('delete from identities');
  for (const [uploadN, ofUpload] of groupBy(records, (record) => record.uploadN)) {
    for (const [installN, part] of groupBy(ofUpload, (record) => record.installN)) {
      await insertBlock(tx, uploadN, installN, part);
    }
  }
  const identities = records.map(({ installN, eventId, body, seq }) => [
    installN,
    computeIdentity({ eventId, digest: sha256(body) }),
    seq,
  ]);
  await insertRows(tx, 'identities', 'install_n, unhex(identity), seq', identities, 'on conflict do nothing');
}

/** A record in a spelling that releases before 0.6.0 stored. */
export interface OldRecord {
  readonly eventId?: string | undefined;
  readonly body: string;
}

/**
 * Stores records of an install in a closed uploads.db as release 0.6.0 left those of earlier releases: in their old
 * spelling, with the identities that they had and, if they have no eventId, would have had in its own.
 */
export async function storeOldRecords(path: string, installId: string, records: readonly OldRecord[]): Promise<void> {
  const client = await openWriter(path, { create: false });
  const rows = records.map(({ eventId = null, body }, i) => {
    const { kind, capturedAt } = JSON.parse(body) as { kind: string; capturedAt: string };
    return { seq: i + 1, kind, eventId, capturedAtMs: Date.parse(capturedAt), body };
  });
  const inCurrentSpelling = (body: string): string =>
    tidySpaces(body.replace(/(?<="capturedAt":")[^"]*/g, (time) => toUtcInstant(time)));
  const identities = rows.flatMap(({ seq, eventId, body }) =>
    [body, inCurrentSpelling(body)].map((text) => [1, computeIdentity({ eventId, digest: sha256(text) }), seq]),
  );
  await client.executeMultiple(`
    insert into installs (n, install_id) values (1, '${installId}');
    insert into uploads (n, upload_id, received_at_ms, addon_version, records)
      values (1, '${'0'.repeat(26)}', 1, '1', ${rows.length});`);
  await runInTransaction(client, async (tx) => {
    await insertBlock(tx, 1, 1, rows);
    await insertRows(
      tx,
      'identities',
      'install_n, unhex(identity), seq',
      identities,
      'order by 1 on conflict do nothing',
    );
  });
  client.close();
}

/** SQL that changes a byte in some blocks. */
export function flipByte(which: string): string {
  return `update blocks set packed = cast(substr(packed, 1, 9) || iif(substr(packed, 10, 1) = x'00', x'01', x'00')
    || substr(packed, 11) as blob) where ${which};`;
}

/** Fills the page that holds these bytes. The database must not be open. */
export async function spoilPage(path: string, part: Uint8Array): Promise<void> {
  const bytes = await readFile(path);
  const pageBytes = bytes.readUInt16BE(16);
  const at = bytes.indexOf(part);
  assert.notEqual(at, -1);
  const page = Math.floor(at / pageBytes);
  bytes.fill(0xaa, page * pageBytes, (page + 1) * pageBytes);
  await writeFile(path, bytes);
}
