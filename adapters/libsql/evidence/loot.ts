import type { Transaction } from '@libsql/client';
import type { LootEvidence, Source, SourceItem, SourceType } from '../../../domain/ports/drops.ts';
import type { DirtySource } from '../../../domain/ports/evidence.ts';
import { jsonRows, type Runner } from '../database.ts';

/** One line of a chunk's evidence: what one install adds to a source, or to an item of it. */
type WitnessRow = readonly [SourceType, id: number, installN: number, windows: number];
type ItemWitnessRow = readonly [SourceType, id: number, itemId: number, installN: number, drops: number];

/** Columns of those rows; the order is total, so that pages are written in the order of the trees. */
const WITNESSES = `select value->>0 as source_type, value->>1 as source_id, value->>2 as install_n, value->>3 as windows
  from json_each(?) order by 1, 2, 3`;
const ITEM_WITNESSES = `select value->>0 as source_type, value->>1 as source_id, value->>2 as item_id,
  value->>3 as install_n, value->>4 as drops from json_each(?) order by 1, 2, 3, 4`;

export const addLoot = async (tx: Transaction, loot: readonly LootEvidence[]): Promise<void> => {
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
};

/** Marks sources with their standing before; `changed` is a query of source_type and source_id. */
const markSources = (changed: string): string =>
  `insert or ignore into dirty_sources (source_type, source_id, reporters_before, items_before)
   select source_type, source_id, coalesce(s.reporters, 0), coalesce(s.items, 0)
   from (select distinct source_type, source_id from (${changed})) left join sources as s using (source_type, source_id)`;

/** The same for items. */
const markItems = (changed: string): string =>
  `insert or ignore into dirty_items (source_type, source_id, item_id, drops_before)
   select source_type, source_id, item_id, coalesce(i.drops, 0)
   from (select distinct source_type, source_id, item_id from (${changed}))
   left join source_items as i using (source_type, source_id, item_id)`;

/** Marks the sources, then counts windows, the installs met for the first time, and the most windows of one install. */
const addWitnesses = async (tx: Transaction, json: string): Promise<void> => {
  const args = [json];
  await tx.execute({ sql: markSources(WITNESSES), args });
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
  await tx.execute({
    sql: `update sources as s set top_windows = max(s.top_windows, grown.most)
          from (select new.source_type, new.source_id, max(w.windows) as most
            from (${WITNESSES}) as new cross join source_witnesses as w on w.source_type = new.source_type
              and w.source_id = new.source_id and w.install_n = new.install_n group by 1, 2) as grown
          where s.source_type = grown.source_type and s.source_id = grown.source_id`,
    args,
  });
};

const addItems = async (tx: Transaction, json: string): Promise<void> => {
  const args = [json];
  await tx.execute({ sql: markItems(ITEM_WITNESSES), args });
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
    sql: `insert into source_items (source_type, source_id, item_id, drops, installs)
          select source_type, source_id, item_id, sum(drops), sum(not exists (
            select 1 from source_item_witnesses as w where w.source_type = new.source_type
              and w.source_id = new.source_id and w.item_id = new.item_id and w.install_n = new.install_n))
          from (${ITEM_WITNESSES}) as new where true group by 1, 2, 3
          on conflict do update set drops = drops + excluded.drops, installs = installs + excluded.installs`,
    args,
  });
  await tx.execute({
    sql: `insert into source_item_witnesses ${ITEM_WITNESSES}
          on conflict do update set drops = drops + excluded.drops`,
    args,
  });
};

/** What an install told, found by the install. */
const ITS_WINDOWS = 'select source_type, source_id, windows from source_witnesses where install_n = ?1';
const ITS_DROPS = 'select source_type, source_id, item_id, drops from source_item_witnesses where install_n = ?1';

/** Takes out every window of an install. A source of which none is left stands with zeros until the marks are cleared. */
export const takeOutLoot = async (tx: Transaction, installN: number): Promise<void> => {
  const args = [BigInt(installN)];
  const run = (sql: string) => tx.execute({ sql, args });
  await run(markSources(ITS_WINDOWS));
  await run(markItems(ITS_DROPS));
  await run(`update sources as s set kills = s.kills - w.windows, reporters = s.reporters - 1
             from (${ITS_WINDOWS}) as w where s.source_type = w.source_type and s.source_id = w.source_id`);
  // Only where it opened most of the windows the others have to be looked at again.
  await run(`update sources as s set top_windows = coalesce((select max(o.windows) from source_witnesses as o
               where o.source_type = s.source_type and o.source_id = s.source_id and o.install_n <> ?1), 0)
             from (${ITS_WINDOWS}) as w where s.source_type = w.source_type and s.source_id = w.source_id
               and s.top_windows = w.windows`);
  await run(`update sources as s set items = s.items - alone.items
             from (select source_type, source_id, count(*) as items
               from (${ITS_DROPS}) as w cross join source_items as i using (source_type, source_id, item_id)
               where i.drops = w.drops group by 1, 2) as alone
             where s.source_type = alone.source_type and s.source_id = alone.source_id`);
  await run(`delete from source_items where (source_type, source_id, item_id, drops) in (${ITS_DROPS})`);
  await run(`update source_items as i set drops = i.drops - w.drops, installs = i.installs - 1 from (${ITS_DROPS}) as w
             where i.source_type = w.source_type and i.source_id = w.source_id and i.item_id = w.item_id`);
  await run('delete from source_witnesses where install_n = ?');
  await run('delete from source_item_witnesses where install_n = ?');
};

/** Dirty sources behind another, in the order of type and id. */
export const readDirtySources = (
  runner: Runner,
  after: Source | null,
  limit: number,
): Promise<readonly DirtySource[]> =>
  jsonRows<DirtySource>(
    runner,
    `select json_group_array(json_object(
       'source', json_object('type', source_type, 'id', source_id), 'kills', kills, 'reporters', reporters,
       'topWindows', top_windows, 'items', items, 'reportersBefore', reporters_before, 'itemsBefore', items_before))
     from (select * from dirty_sources where (source_type, source_id) > (?, ?) order by 1, 2 limit ?)
     cross join sources using (source_type, source_id)`,
    [after?.type ?? '', BigInt(after?.id ?? 0), BigInt(limit)],
  );

/** The items of these sources in key order: the loops are nested as they are written, and each follows a key. */
const ITEMS_OF = {
  all: `cross join source_items as i on i.source_type = s.source_type and i.source_id = s.source_id
    and i.item_id > iif(s.key = 0, ?2, 0)`,
  changed: `cross join dirty_items as d on d.source_type = s.source_type and d.source_id = s.source_id
    and d.item_id > iif(s.key = 0, ?2, 0)
    left join source_items as i on i.source_type = d.source_type and i.source_id = d.source_id and i.item_id = d.item_id
    where coalesce(i.drops, d.drops_before) > 0`,
} as const;

export const readSourceItems = async (
  runner: Runner,
  sources: readonly Source[],
  which: 'all' | 'changed',
  { afterItem, limit }: { readonly afterItem: number; readonly limit: number },
): Promise<readonly SourceItem[]> => {
  if (sources.length === 0) return [];
  return jsonRows<SourceItem>(
    runner,
    `select json_group_array(json_object('source', json_object('type', source_type, 'id', source_id),
       'itemId', item_id, 'drops', drops, 'installs', installs))
     from (select s.source_type, s.source_id, ${which === 'all' ? 'i' : 'd'}.item_id,
         coalesce(i.drops, 0) as drops, coalesce(i.installs, 0) as installs
       from (select key, value->>0 as source_type, value->>1 as source_id from json_each(?1)) as s
       ${ITEMS_OF[which]} limit ?3)`,
    [JSON.stringify(sources.map(({ type, id }) => [type, id])), BigInt(afterItem), BigInt(limit)],
  );
};

/** Forgets the marks, and the sources among them that nobody looted any more. */
export const clearLootMarks = async (tx: Transaction): Promise<void> => {
  await tx.execute(
    `delete from sources where reporters = 0
     and (source_type, source_id) in (select source_type, source_id from dirty_sources)`,
  );
  await tx.execute('delete from dirty_sources');
  await tx.execute('delete from dirty_items');
};
