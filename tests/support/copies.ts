import assert from 'node:assert/strict';
import type { Client } from '@libsql/client';
import { openReader, openWriter, runWithReader } from '../../adapters/libsql/database.ts';
import { startChangeLog } from '../../adapters/libsql/publish/change_triggers.ts';
import { readContent, type TableContent } from '../../adapters/libsql/publish/content.ts';
import { readPages } from '../../adapters/libsql/publish/log_pages.ts';
import { type PublishedSchema, readSchema } from '../../adapters/libsql/publish/shape.ts';
import type { LogState } from '../../adapters/libsql/publish/state.ts';
import { readOrigin } from '../../adapters/libsql/snapshot/origin.ts';
import { applyDiffs, checkCopy, createCopy, readState } from '../../adapters/replica/copy.ts';

/** Starts the change log, as the builder does when it opens a database. */
export async function follow(path: string): Promise<void> {
  const client = await openWriter(path, { create: false });
  await startChangeLog(client);
  client.close();
}

/** Builds an edge's copy from the base that a server has and the diffs after it, and checks it. */
export async function copyFromBase(server: Pick<Client, 'execute'>, copy: string): Promise<LogState> {
  const publication = readPages(server, await readState(server));
  await createCopy(copy, publication);
  const rollups = await rollupsOf(copy);
  await applyDiffs(copy, publication, rollups, true);
  return checkCopy(copy, rollups, true);
}

/** Applies the diffs that an edge's copy lacks. Returns the state of the copy and the number of diffs. */
export async function catchUp(server: Pick<Client, 'execute'>, copy: string) {
  return applyDiffs(copy, readPages(server, await readState(server)), await rollupsOf(copy));
}

async function rollupsOf(path: string) {
  return (await runWithReader(path, readOrigin)).rollups;
}

/** Compares an edge's copy with the snapshot database. */
export async function assertCopied(path: string, copy: string): Promise<TableContent> {
  const client = await openWriter(copy, { create: false });
  try {
    return await assertSame(path, client);
  } finally {
    client.close();
  }
}

/** Returns a value as text in which values of different types differ. */
function told(value: unknown): string {
  return value instanceof ArrayBuffer ? `x${Buffer.from(value).toString('hex')}` : `${typeof value} ${String(value)}`;
}

async function rowsOf(client: Pick<Client, 'execute'>, { tables }: PublishedSchema): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name, columns } of tables) {
    const { rows } = await client.execute(
      `select ${columns.map((column) => `"${column.name}"`).join(', ')} from "${name}"`,
    );
    all[name] = rows.map((row) => Array.from(row, told).join(' | ')).sort();
  }
  return all;
}

/** Queries of the full-text indexes, whose content is in no ordinary table. */
const FOUND = [
  "select rowid from knowledge_names where knowledge_names match 'a*' order by 1",
  "select rowid from knowledge_texts where knowledge_texts match 'a*' order by 1",
];

/**
 * Compares a copy with the snapshot database: every row of every table, the full-text results, and the copy's own
 * state.
 */
export async function assertSame(path: string, copy: Pick<Client, 'execute'>): Promise<TableContent> {
  const client = await openReader(path);
  try {
    const shape = await readSchema(client);
    assert.deepEqual(await rowsOf(copy, shape), await rowsOf(client, shape));
    for (const sql of FOUND) {
      const [there, here] = [await copy.execute(sql), await client.execute(sql)];
      assert.deepEqual(
        there.rows.map((row) => Number(row[0])),
        here.rows.map((row) => Number(row[0])),
      );
    }
    for (const table of ['knowledge_names', 'knowledge_texts', 'knowledge_documents']) {
      await copy.execute(`insert into ${table} (${table}) values ('integrity-check')`);
    }
    const content = await readContent(client, shape);
    const { rows } = await copy.execute('select rows, digest, n from log_state');
    assert.deepEqual({ rows: Number(rows[0]?.[0]), digest: rows[0]?.[1] }, content);
    const newest = await client.execute('select max(n) from snapshots');
    assert.equal(Number(rows[0]?.[2]), Number(newest.rows[0]?.[0] ?? 0));
    return content;
  } finally {
    client.close();
  }
}
