import type { Client, Transaction } from '@libsql/client';
import type { DirtySource, EvidenceCursor, EvidenceStore } from '../../domain/ports/evidence.ts';
import type { LootEvidence, Source, SourceItem, SourceType } from '../../domain/rollups/drops.ts';
import { inTransaction, jsonRows, openWriter, type Runner } from './database.ts';
import { migrate } from './migrate.ts';
import { reach, StorageFault } from './storage_error.ts';

export interface EvidenceOptions {
  readonly epoch: string;
  /** Makes the database where it is missing; without it, one that is missing or of another epoch is a storage fault. */
  readonly create: boolean;
}

/** Enough for the upper pages of the trees, and for the pages that one transaction changes. */
const CACHE_KIB = 8_192;

/**
 * Opens the evidence of an epoch as its one writer. Every statement takes its rows as one JSON argument and finds
 * stored rows by primary key, so that its cost follows what is new, not what is stored.
 * Throws what `storageFault` knows where the file is missing or damaged, `WrongDatabase` where it is not ours.
 */
export const openEvidenceStore = async (path: string, options: EvidenceOptions): Promise<EvidenceStore> => {
  const client = await openWriter(path, { create: options.create, cacheKiB: CACHE_KIB });
  try {
    await prepare(client, options);
  } catch (error) {
    client.close();
    throw error;
  }
  return {
    cursor: () => reach(() => readCursor(client)),
    add: (to, loot) => reach(() => inTransaction(client, (tx) => addTo(tx, to, loot))),
    dirtySources: () => reach(() => readDirtySources(client)),
    sourceItems: (sources, which) => reach(() => readSourceItems(client, sources, which)),
    clearMarks: () => reach(() => clearMarks(client)),
    close: async () => client.close(),
  };
};

const prepare = async (client: Client, { epoch, create }: EvidenceOptions): Promise<void> => {
  const { from } = await migrate(client, 'evidence');
  if (from === 0) {
    // An emptied file opens as a fresh database: only a new epoch may begin with one.
    if (!create) throw new StorageFault('DATABASE_EMPTY');
    await client.execute({
      sql: 'insert into cursor values (1, ?, 0, 0, 0, null, 0, 0, 0, 0, 0, 0, 0)',
      args: [epoch],
    });
  }
  const { rows } = await client.execute('select epoch from cursor');
  if (rows[0]?.['epoch'] !== epoch) throw new StorageFault('DATABASE_OF_OTHER_EPOCH');
};

const readCursor = async (client: Client): Promise<EvidenceCursor> => {
  const cursors = await jsonRows<EvidenceCursor>(
    client,
    `select json_group_array(json_object(
       'step', step, 'clearedStep', cleared_step, 'seq', seq, 'dataAsOfMs', data_as_of_ms,
       'uploads', uploads, 'lastUploadN', last_upload_n, 'legacyRecords', legacy_records,
       'lootUploads', loot_uploads, 'lastLootUploadN', last_loot_upload_n,
       'lootRecords', loot_records, 'lootWindows', loot_windows)) from cursor`,
  );
  const cursor = cursors[0];
  if (cursor === undefined) throw new StorageFault('CURSOR_MISSING');
  return cursor;
};

/** One line of a chunk's evidence: what one install adds to a source, or to an item of it. */
type WitnessRow = readonly [SourceType, id: number, installN: number, windows: number];
type ItemWitnessRow = readonly [SourceType, id: number, itemId: number, installN: number, drops: number];

/** Columns of those rows; the order is total, so that pages are written in the order of the trees. */
const WITNESSES = `select value->>0 as source_type, value->>1 as source_id, value->>2 as install_n, value->>3 as windows
  from json_each(?) order by 1, 2, 3`;
const ITEM_WITNESSES = `select value->>0 as source_type, value->>1 as source_id, value->>2 as item_id,
  value->>3 as install_n, value->>4 as drops from json_each(?) order by 1, 2, 3, 4`;

const addTo = async (tx: Transaction, to: EvidenceCursor, loot: readonly LootEvidence[]): Promise<void> => {
  const witnesses: WitnessRow[] = loot.map(({ source, installN, windows }) => [
    source.type,
    source.id,
    installN,
    windows,
  ]);
  const items: ItemWitnessRow[] = loot.flatMap(({ source, installN, drops }) =>
    [...drops].map(([itemId, count]): ItemWitnessRow => [source.type, source.id, itemId, installN, count]),
  );
  if (witnesses.length > 0) await addWitnesses(tx, JSON.stringify(witnesses));
  if (items.length > 0) await addItems(tx, JSON.stringify(items));
  await moveCursor(tx, to);
};

/** Marks the sources with their standing before, then counts windows and the installs met for the first time. */
const addWitnesses = async (tx: Transaction, json: string): Promise<void> => {
  const args = [json];
  await tx.execute({
    sql: `insert or ignore into dirty_sources
          select new.source_type, new.source_id, coalesce(s.reporters, 0), coalesce(s.items, 0)
          from (select distinct source_type, source_id from (${WITNESSES})) as new
          left join sources as s using (source_type, source_id)`,
    args,
  });
  await tx.execute({
    sql: `insert into sources (source_type, source_id, kills, reporters, items)
          select source_type, source_id, sum(windows), sum(not exists (
            select 1 from source_witnesses as w where w.source_type = new.source_type
              and w.source_id = new.source_id and w.install_n = new.install_n)), 0
          from (${WITNESSES}) as new where true group by 1, 2
          on conflict do update set kills = kills + excluded.kills, reporters = reporters + excluded.reporters`,
    args,
  });
  await tx.execute({
    sql: `insert into source_witnesses ${WITNESSES}
          on conflict do update set windows = windows + excluded.windows`,
    args,
  });
};

const addItems = async (tx: Transaction, json: string): Promise<void> => {
  const args = [json];
  await tx.execute({
    sql: `insert into sources (source_type, source_id, kills, reporters, items)
          select source_type, source_id, 0, 0, count(*) from (
            select distinct source_type, source_id, item_id from (${ITEM_WITNESSES})) as new
          where not exists (select 1 from source_items as i where i.source_type = new.source_type
            and i.source_id = new.source_id and i.item_id = new.item_id) group by 1, 2
          on conflict do update set items = items + excluded.items`,
    args,
  });
  await tx.execute({
    sql: `insert into source_items (source_type, source_id, item_id, drops)
          select source_type, source_id, item_id, sum(drops) from (${ITEM_WITNESSES}) where true group by 1, 2, 3
          on conflict do update set drops = drops + excluded.drops`,
    args,
  });
  await tx.execute({
    sql: `insert into source_item_witnesses ${ITEM_WITNESSES}
          on conflict do update set drops = drops + excluded.drops`,
    args,
  });
  await tx.execute({
    sql: `insert or ignore into dirty_items
          select distinct source_type, source_id, item_id from (${ITEM_WITNESSES})`,
    args,
  });
};

const moveCursor = async (tx: Transaction, to: EvidenceCursor): Promise<void> => {
  await tx.execute({
    sql: `update cursor set (step, seq, data_as_of_ms, uploads, last_upload_n, legacy_records,
            loot_uploads, last_loot_upload_n, loot_records, loot_windows) =
          (select v->>0, v->>1, v->>2, v->>3, v->>4, v->>5, v->>6, v->>7, v->>8, v->>9 from (select ? as v))`,
    args: [
      JSON.stringify([
        ...[to.step, to.seq, to.dataAsOfMs, to.uploads, to.lastUploadN, to.legacyRecords],
        ...[to.lootUploads, to.lastLootUploadN, to.lootRecords, to.lootWindows],
      ]),
    ],
  });
};

const readDirtySources = async (runner: Runner): Promise<readonly DirtySource[]> =>
  jsonRows<DirtySource>(
    runner,
    `select json_group_array(json_object(
       'source', json_object('type', source_type, 'id', source_id), 'kills', kills, 'reporters', reporters,
       'items', items, 'reportersBefore', reporters_before, 'itemsBefore', items_before))
     from dirty_sources cross join sources using (source_type, source_id)`,
  );

const readSourceItems = async (
  runner: Runner,
  sources: readonly Source[],
  which: 'all' | 'changed',
): Promise<readonly SourceItem[]> => {
  if (sources.length === 0) return [];
  const changed = which === 'changed' ? 'cross join dirty_items as d using (source_type, source_id)' : '';
  const sameItem = which === 'changed' ? 'and i.item_id = d.item_id' : '';
  return jsonRows<SourceItem>(
    runner,
    `select json_group_array(json_object(
       'source', json_object('type', i.source_type, 'id', i.source_id), 'itemId', i.item_id, 'drops', i.drops))
     from (select value->>0 as source_type, value->>1 as source_id from json_each(?)) as s ${changed}
     cross join source_items as i
       on i.source_type = s.source_type and i.source_id = s.source_id ${sameItem}`,
    [JSON.stringify(sources.map(({ type, id }) => [type, id]))],
  );
};

const clearMarks = async (client: Client): Promise<void> => {
  await client.batch(
    ['delete from dirty_sources', 'delete from dirty_items', 'update cursor set cleared_step = step'],
    'write',
  );
};
