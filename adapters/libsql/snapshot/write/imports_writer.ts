import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { findClientGroup, formatClientEdgeRow } from '../../../../domain/game_files/client_edge_row.ts';
import { EMPTY_SNAPSHOT_ROW } from '../../../../domain/game_files/import/snapshot_row.ts';
import { isUniqueQuestStarter } from '../../../../domain/game_files/item_card.ts';
import type { ItemCard } from '../../../../domain/ports/build.ts';
import type { ImportedRows, ImportHead, LayerCoding } from '../../../../domain/ports/builds.ts';
import type { ChangeLogMode } from '../../../../domain/ports/change_log.ts';
import type { AnySource } from '../../../../domain/ports/drops.ts';
import type { OncePerPlayer } from '../../../../domain/ports/game_files.ts';
import type { SnapshotRow } from '../../../../domain/ports/snapshot_view.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import { cutIntoSlices } from '../../../../domain/values/slices.ts';
import type { ChangeFileWriter } from '../../../changes/writer.ts';
import { zlibCodec } from '../../../codec.ts';
import {
  type Connection,
  type Runner,
  readJson,
  readValue,
  runInTransaction,
  type Transaction,
} from '../../database.ts';
import { insertRows } from '../../insert_rows.ts';
import { StorageError } from '../../storage_error.ts';
import { buildLayerText, splitAroundIds } from '../client_layer_text.ts';
import { buildPackedInteger, buildPackedText, PACKED_ROWS, packRows } from '../packed_rows.ts';
import { insertSnapshot, readNewestSnapshot } from '../row.ts';
import { writeWithChanges } from './changed.ts';
import { addGameEntities } from './knowledge_writer.ts';

/** SQL for the number of the served import. */
const SERVED_IMPORT = '(select import_n from snapshots order by n desc limit 1)';

export async function readServedImport(client: Connection): Promise<Pick<ImportHead, 'build' | 'importedAtMs'> | null> {
  const [served] = await readJson<Pick<ImportHead, 'build' | 'importedAtMs'>>(
    client,
    `select json_group_array(json_object('build', build, 'importedAtMs', imported_at_ms)) from imports
     where n = ${SERVED_IMPORT}`,
  );
  return served ?? null;
}

/** Implements `onceOnly` of the writer. All rates are compared once after an import. */
export async function readOnceOnly(client: Connection): Promise<OncePerPlayer> {
  const itemIds = await readJson<number>(client, `select once_only from imports where n = ${SERVED_IMPORT}`);
  const followed = await readValue(
    client,
    `select coalesce(import_n, 0) = coalesce(${SERVED_IMPORT}, 0) from rate_weights`,
  );
  if (followed === 1 || followed === undefined) return { itemIds, sources: [] };
  const sources = await readJson<AnySource>(
    client,
    `select json_group_array(json_object('type', key, 'id', a)) from (
       select distinct key, a from rows where list in ('rates', 'gathering') and until = 0
         and body->>8 <> (b in (select value from json_each(?1))) order by key, a)`,
    [JSON.stringify(itemIds)],
  );
  return { itemIds, sources };
}

/** Begins an import under the next number. A number that appears in a snapshot is never reused. */
export function beginImport(client: Connection, head: ImportHead): Promise<number> {
  return runInTransaction(client, async (tx) => {
    const used = await readValue(
      tx,
      `select max(coalesce((select max(n) from imports), 0), coalesce((select max(import_n) from snapshots), 0))`,
    );
    const n = Number(used) + 1;
    await insertRows(tx, 'imports', 'n, build, extracted_at, imported_at_ms, protocol, state', [
      [n, head.build, head.extractedAt, head.importedAtMs, head.protocol, 'coming'],
    ]);
    return n;
  });
}

/** Appends rows to an unfinished import. */
export function addImportRows(client: Connection, n: number, rows: ImportedRows): Promise<void> {
  return runInTransaction(client, async (tx) => {
    const build = await readUnfinishedBuild(tx, n);
    await addItems(tx, n, rows.items);
    await addEdges(tx, n, build, rows.edges);
    await addFacts(tx, n, rows.facts);
    await addGameEntities(tx, n, rows.facts);
  });
}

async function readUnfinishedBuild(tx: Transaction, n: number): Promise<string> {
  const build = await readValue(tx, `select build from imports where n = ? and state = 'coming'`, [BigInt(n)]);
  if (typeof build !== 'string') throw new StorageError('IMPORT_MISSING');
  return build;
}

/** Number of rows per statement, which limits the memory that its values take. */
const ROWS_PER_STATEMENT = 5_000;

async function addItems(tx: Transaction, n: number, items: ImportedRows['items']): Promise<void> {
  if (items.length === 0) return;
  let place = await findNextPlace(tx, 'select max(place) from game_items where import_n = ?', [BigInt(n)]);
  const slug = (cell: number): string => `nullif(${buildPackedText(cell, 11)}, '')`;
  for (const some of cutIntoSlices(items, ROWS_PER_STATEMENT)) {
    const packed = packRows(
      some.map((item) => [
        ...[item.itemId, item.class ?? '', item.subclass ?? '', item.slot ?? '', item.quality ?? '', item.body],
      ]),
    );
    await tx.execute({
      sql: `insert into game_items (import_n, place, item_id, class, subclass, slot, quality, body)
            select ?4, ?5 + key, ${buildPackedInteger(0, 11)}, ${slug(1)}, ${slug(3)}, ${slug(5)}, ${slug(7)}, ${buildPackedText(9, 11)}
            from ${PACKED_ROWS}`,
      args: [...packed, BigInt(n), BigInt(place)],
    });
    place += some.length;
  }
}

/**
 * Adds edges to an import. Each transaction rewrites their index, whose order differs from the table's, so a few large
 * transactions are cheaper than many small ones.
 */
async function addEdges(tx: Transaction, n: number, build: string, edges: ImportedRows['edges']): Promise<void> {
  for (const [group, ofGroup] of groupBy(edges, findClientGroup)) {
    const sql = 'select max(place) from client_edges where import_n = ? and grp = ?';
    let place = await findNextPlace(tx, sql, [BigInt(n), group.name]);
    const text = splitAroundIds((fromId, toId) => formatClientEdgeRow({ rel: group.rel, fromId, toId }, build));
    for (const some of cutIntoSlices(ofGroup, ROWS_PER_STATEMENT)) {
      const packed = packRows(some.map(({ fromId, toId }) => [fromId, toId]));
      await tx.execute({
        sql: `insert into client_edges (import_n, grp, place, from_id, to_id, body)
              select ?4, ?5, ?6 + key, from_id, to_id, ?7 || from_id || ?8 || to_id || ?9
              from (select key, ${buildPackedInteger(0, 2)} as from_id, ${buildPackedInteger(1, 2)} as to_id from ${PACKED_ROWS})`,
        args: [...packed, BigInt(n), group.name, BigInt(place), ...text],
      });
      place += some.length;
    }
  }
}

async function addFacts(tx: Transaction, n: number, facts: ImportedRows['facts']): Promise<void> {
  for (const some of cutIntoSlices(facts, ROWS_PER_STATEMENT)) {
    const packed = packRows(some.map(({ family, subject, body }) => [family, subject, body]));
    await tx.execute({
      sql: `insert into game_facts (import_n, family, subject, body)
            select ?4, ${buildPackedText(0, 6)}, ${buildPackedText(2, 6)}, ${buildPackedText(4, 6)} from ${PACKED_ROWS} where true
            on conflict (import_n, family, subject) do update set body = excluded.body`,
      args: [...packed, BigInt(n)],
    });
  }
}

async function findNextPlace(runner: Runner, sql: string, args: (bigint | string)[]): Promise<number> {
  const last = await readValue(runner, sql, args);
  return last === null || last === undefined ? 0 : Number(last) + 1;
}

/** Completes the import and makes it the one that is served. Readers see nothing of it before the last transaction. */
export async function finishImport(
  client: Connection,
  n: number,
  writtenAtMs: number,
  changeLog: ChangeLogMode,
  changes: ChangeFileWriter | null,
): Promise<SnapshotRow> {
  const layerTag = await storeLayer(client, n);
  return runInTransaction(client, async (tx) => {
    const build = await readUnfinishedBuild(tx, n);
    await tx.execute({
      sql: `update imports set state = 'whole', layer_tag = ?,
              items = (select count(*) from game_items where import_n = imports.n),
              once_only = ?,
              edges = (select json_group_object(grp, rows) from (
                select grp, count(*) as rows from client_edges where import_n = imports.n group by grp))
            where n = ?`,
      args: [layerTag, JSON.stringify(await readOncePerPlayer(tx, n)), BigInt(n)],
    });
    const before = await readNewestSnapshot(tx);
    const row = { ...(before ?? EMPTY_SNAPSHOT_ROW), n: (before?.n ?? 0) + 1, writtenAtMs, importN: n };
    return writeWithChanges(tx, changes, { ...row, changeLog }, async (note) => {
      await insertSnapshot(tx, row);
      await note([{ list: 'builds', key: build, after: '{}' }]);
      return row;
    });
  });
}

async function readOncePerPlayer(tx: Transaction, n: number): Promise<readonly number[]> {
  type Card = Pick<ItemCard, 'unique' | 'startsQuestId'> & { readonly itemId: number };
  const cards = await readJson<Card>(
    tx,
    `select json_group_array(json_object('itemId', cast(subject as integer), 'unique', json(body->'$.card.unique'),
       'startsQuestId', body->>'$.card.startsQuestId')) from game_facts where import_n = ? and family = 'item'`,
    [BigInt(n)],
  );
  return cards.filter(isUniqueQuestStarter).map(({ itemId }) => itemId);
}

/**
 * The layer is compressed once and sent often, so it is compressed harder than pages, but not so hard that it takes
 * seconds.
 */
const BROTLI_QUALITY = 6;

/** Must match the check constraint of the table. */
const PART_BYTES = 262_144;

/** Stores the body of the client layer in every coding, and returns a tag of its content. */
async function storeLayer(client: Connection, n: number): Promise<string> {
  const body = new TextEncoder().encode(await buildLayerText(client, n));
  const [zipped, brotli] = await Promise.all([
    promisify(gzip)(body),
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  ]);
  const packed: readonly (readonly [LayerCoding, Uint8Array])[] = [
    ['identity', body],
    ['gzip', zipped],
    ['br', brotli],
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
}
