import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Client, Transaction } from '@libsql/client';
import { buildImported } from '../../../domain/imports/log_line.ts';
import { unservedRow } from '../../../domain/imports/snapshot_row.ts';
import type { ImportHead, ImportRows, LayerCoding } from '../../../domain/ports/builds.ts';
import type { ChangeLogMode, SnapshotRow } from '../../../domain/ports/snapshots.ts';
import { clientEdgeText, clientGroupOf } from '../../../domain/reads/client_edge_row.ts';
import { zlibCodec } from '../../codec.ts';
import { inTransaction, jsonRows, type Runner, value } from '../database.ts';
import { StorageFault } from '../storage_error.ts';
import { logChanges } from './change_log.ts';
import { layerText } from './client_layer_text.ts';
import { insertRow, newestRow } from './row.ts';

/** Begins an import under the next number. Numbers that a snapshot named are never given again. */
export const beginImport = (client: Client, head: ImportHead): Promise<number> =>
  inTransaction(client, async (tx) => {
    const used = await value(
      tx,
      `select max(coalesce((select max(n) from imports), 0), coalesce((select max(import_n) from snapshots), 0))`,
    );
    const n = Number(used) + 1;
    await tx.execute({
      sql: `insert into imports (n, build, extracted_at, imported_at_ms, protocol, state)
            select v->>0, v->>1, v->>2, v->>3, v->>4, 'coming' from (select ? as v)`,
      args: [JSON.stringify([n, head.build, head.extractedAt, head.importedAtMs, head.protocol])],
    });
    return n;
  });

/** Adds rows behind those that the import has. */
export const addToImport = (client: Client, n: number, rows: ImportRows): Promise<void> =>
  inTransaction(client, async (tx) => {
    const build = await value(tx, `select build from imports where n = ? and state = 'coming'`, [BigInt(n)]);
    if (typeof build !== 'string') throw new StorageFault('IMPORT_MISSING');
    await addItems(tx, n, rows.items);
    await addEdges(tx, n, build, rows.edges);
    await addFacts(tx, n, rows.facts);
  });

const addItems = async (tx: Transaction, n: number, items: ImportRows['items']): Promise<void> => {
  if (items.length === 0) return;
  const first = await nextPlace(tx, 'select max(place) from game_items where import_n = ?', [BigInt(n)]);
  const rows = items.map((item, i) => [
    ...[first + i, item.itemId, item.class, item.subclass, item.slot, item.quality, item.body],
  ]);
  await tx.execute({
    sql: `insert into game_items (import_n, place, item_id, class, subclass, slot, quality, body)
          select ?, value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6 from json_each(?)`,
    args: [BigInt(n), JSON.stringify(rows)],
  });
};

const addEdges = async (tx: Transaction, n: number, build: string, edges: ImportRows['edges']): Promise<void> => {
  if (edges.length === 0) return;
  const places = new Map<string, number>();
  const rows: unknown[] = [];
  for (const edge of edges) {
    const { name } = clientGroupOf(edge);
    const sql = 'select max(place) from client_edges where import_n = ? and grp = ?';
    const place = places.get(name) ?? (await nextPlace(tx, sql, [BigInt(n), name]));
    places.set(name, place + 1);
    rows.push([name, place, edge.fromId, edge.toId, clientEdgeText(edge, build)]);
  }
  await tx.execute({
    sql: `insert into client_edges (import_n, grp, place, from_id, to_id, body)
          select ?, value->>0, value->>1, value->>2, value->>3, value->>4 from json_each(?)`,
    args: [BigInt(n), JSON.stringify(rows)],
  });
};

const addFacts = async (tx: Transaction, n: number, facts: ImportRows['facts']): Promise<void> => {
  if (facts.length === 0) return;
  await tx.execute({
    sql: `insert into game_facts (import_n, family, subject, body)
          select ?, value->>0, value->>1, value->>2 from json_each(?) where true
          on conflict (import_n, family, subject) do update set body = excluded.body`,
    args: [BigInt(n), JSON.stringify(facts.map(({ family, subject, body }) => [family, subject, body]))],
  });
};

const nextPlace = async (runner: Runner, sql: string, args: (bigint | string)[]): Promise<number> => {
  const last = await value(runner, sql, args);
  return last === null || last === undefined ? 0 : Number(last) + 1;
};

/** Makes the import whole and the one that is served. Until the last transaction nobody sees any of it. */
export const finishImport = async (
  client: Client,
  n: number,
  writtenAtMs: number,
  changeLog: ChangeLogMode,
): Promise<SnapshotRow> => {
  const layerTag = await keepLayer(client, n);
  return inTransaction(client, async (tx) => {
    const [head] = await jsonRows<Pick<ImportHead, 'build'>>(
      tx,
      `select json_group_array(json_object('build', build)) from imports where n = ? and state = 'coming'`,
      [BigInt(n)],
    );
    if (head === undefined) throw new StorageFault('IMPORT_MISSING');
    await tx.execute({
      sql: `update imports set state = 'whole', layer_tag = ?,
              items = (select count(*) from game_items where import_n = imports.n),
              edges = (select json_group_object(grp, rows) from (
                select grp, count(*) as rows from client_edges where import_n = imports.n group by grp))
            where n = ?`,
      args: [layerTag, BigInt(n)],
    });
    const before = await newestRow(tx);
    const row = { ...(before ?? unservedRow), n: (before?.n ?? 0) + 1, writtenAtMs, importN: n };
    await insertRow(tx, row);
    await logChanges(
      tx,
      { lines: changeLog === 'silent' ? [] : [buildImported(head.build)], forgotten: [] },
      writtenAtMs,
    );
    return row;
  });
};

/** It is packed once and sent often: harder than pages are, but not for seconds. */
const BROTLI_QUALITY = 6;

/** As the table's check has it. */
const PART_BYTES = 262_144;

/** Keeps the client layer's body in every coding; answers a name of its content. */
const keepLayer = async (client: Client, n: number): Promise<string> => {
  const body = new TextEncoder().encode(await layerText(client, n));
  const packed: readonly (readonly [LayerCoding, Uint8Array])[] = [
    ['identity', body],
    ['gzip', await promisify(gzip)(body)],
    ['br', await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })],
  ];
  for (const [coding, bytes] of packed) {
    for (let part = 0; part * PART_BYTES < bytes.byteLength; part++) {
      await client.execute({
        sql: 'insert into client_layer (import_n, coding, part, bytes) values (?, ?, ?, ?)',
        args: [BigInt(n), coding, BigInt(part), bytes.slice(part * PART_BYTES, (part + 1) * PART_BYTES)],
      });
    }
  }
  return zlibCodec.fingerprint(body);
};

/** Rows removed in one transaction. */
const ROWS_AT_ONCE = 5_000;

const TABLES = [
  { table: 'game_items', key: 'import_n, place' },
  { table: 'game_facts', key: 'import_n, family, subject' },
  { table: 'client_edges', key: 'import_n, grp, place' },
  { table: 'client_layer', key: 'import_n, coding, part' },
];

/** Parts of the layer are large, and removing wipes them. */
const PARTS_AT_ONCE = 16;

/**
 * Removes some rows of imports that are not served; false where nothing is left of any. A whole import is marked first,
 * so that no reader takes a part of it for all.
 */
export const removeImports = async (client: Client): Promise<boolean> => {
  const served = (await newestRow(client))?.importN ?? 0;
  return inTransaction(client, async (tx) => {
    await tx.execute({
      sql: `update imports set state = 'going' where n <> ? and state <> 'going'`,
      args: [BigInt(served)],
    });
    const going = await value(tx, `select min(n) from imports where state = 'going'`);
    if (typeof going !== 'number') return false;
    for (const { table, key } of TABLES) {
      const most = table === 'client_layer' ? PARTS_AT_ONCE : ROWS_AT_ONCE;
      const { rowsAffected } = await tx.execute({
        sql: `delete from ${table} where (${key}) in (select ${key} from ${table} where import_n = ? limit ?)`,
        args: [BigInt(going), BigInt(most)],
      });
      if (rowsAffected > 0) return true;
    }
    await tx.execute({ sql: 'delete from imports where n = ?', args: [BigInt(going)] });
    return true;
  });
};
