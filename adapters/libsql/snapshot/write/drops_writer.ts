import type { Transaction } from '@libsql/client';
import type { AnySource, AnySourceType, DropFacts } from '../../../../domain/ports/drops.ts';
import { changedDrops, changedRate, changedSource, NO_ITEM } from '../../../../domain/reads/changes/changed_rows.ts';
import type { RateWeights } from '../../../../domain/values/estimates/model.ts';
import { jsonRows } from '../../database.ts';
import { insertRows, overwrite } from '../../insert_rows.ts';
import { cellsOfRate, type RateTables, rateOfCells } from '../drop_rows.ts';
import type { NoteChanged } from './changed.ts';

/** Number of places assigned so far in a list of rates, and in the list of measured zeros. */
export interface DropPlaces {
  readonly rates: number;
  readonly zeros: number;
  /** Whether no earlier snapshot had rates, so that none are looked up. */
  readonly areNew: boolean;
}

const SOURCES = 'select value->>0 as source_type, value->>1 as source_id from json_each(?)';
const FIGURES = 'drops, seen_by, estimate, estimate_low, estimate_high, effective_tenths, flags, quest, once, changed';
const RATES = `select value->>0 as source_type, value->>1 as source_id, value->>2 as item_id, value->>3 as drops,
  value->>4 as seen_by, value->>5 as estimate, value->>6 as estimate_low, value->>7 as estimate_high,
  value->>8 as effective_tenths, value->>9 as flags, value->>10 as quest,
  value->>11 as once, value->>12 as changed from json_each(?)`;

/**
 * Writes facts of sources into the tables of drops or of gathering. Rates and zeros that are already public keep their
 * place and get their new figures. New ones take the next places, ordered by source type, source id and item id.
 * Withdrawn ones leave a gap marked with snapshot `n`. Returns the new numbers of places.
 */
export async function writeDrops(
  tx: Transaction,
  tables: RateTables,
  facts: readonly DropFacts[],
  before: DropPlaces,
  n: number,
  note: NoteChanged,
): Promise<DropPlaces> {
  if (facts.length === 0) return before;
  const known = await publicSources(tx, tables, facts);
  const changed = facts.filter((fact) => fact.public !== known.has(sourceKey(fact).join(':')));
  await note(changed.map((fact) => changedSource(fact.source, fact.public)));
  const publicFacts = facts.filter((fact) => fact.public);
  await insertRows(
    tx,
    tables.sources,
    'source_type, source_id, kills, reporters, top_windows',
    publicFacts.map((fact) => [...sourceKey(fact), fact.kills, fact.reporters, fact.topWindows]),
    overwrite('kills, reporters, top_windows'),
  );
  const noZeros = facts.filter((fact) => !fact.measuredZero);
  const zerosGone = await withdraw(tx, ZEROS_OF_SOURCES, sourceKeys(noZeros), n);
  const zeros = await addZeros(
    tx,
    facts.filter((fact) => fact.measuredZero),
    before.zeros,
  );
  const gone = facts.filter((fact) => !fact.public);
  const ratesGone = await withdraw(tx, ratesOfSources(tables), sourceKeys(gone), n);
  const rates = await stateRates(tx, tables, publicFacts, before);
  const others = before.areNew ? '[]' : await sourcesWithOtherRates(tx, tables, publicFacts);
  const moreRatesGone = await withdraw(tx, otherRates(tables), others, n);
  await tx.execute({
    sql: `delete from ${tables.sources} where (source_type, source_id) in (${SOURCES})`,
    args: [sourceKeys(gone)],
  });
  const withdrawn = [...zerosGone, ...ratesGone, ...moreRatesGone];
  await note(
    withdrawn.map(({ source, itemId }) => changedRate(source, itemId, null)),
    false,
  );
  await note(
    changedDrops(publicFacts, (rate) => rateOfCells(cellsOfRate(rate))),
    false,
  );
  return { ...before, rates, zeros };
}

function sourceKey(fact: DropFacts): [AnySourceType, number] {
  return [fact.source.type, fact.source.id];
}

function sourceKeys(facts: readonly DropFacts[]): string {
  return JSON.stringify(facts.map(sourceKey));
}

/** Returns the keys of those sources that are public. */
async function publicSources(
  tx: Transaction,
  { sources }: RateTables,
  facts: readonly DropFacts[],
): Promise<ReadonlySet<string>> {
  return new Set(
    await jsonRows<string>(
      tx,
      `select json_group_array(s.source_type || ':' || s.source_id) from (${SOURCES}) as asked
       cross join ${sources} as s on s.source_type = asked.source_type and s.source_id = asked.source_id`,
      [sourceKeys(facts)],
    ),
  );
}

/** Rows to withdraw: their table, the table's name in `gaps`, and SQL that selects the rows by a JSON list of keys. */
interface Withdrawal {
  readonly table: string;
  readonly list: RateTables['list'] | 'zeros';
  readonly rows: string;
}

function ofSources(table: string, list: Withdrawal['list']): Withdrawal {
  return {
    table,
    list,
    rows: `from (${SOURCES}) as gone cross join ${table} as t
    on t.source_type = gone.source_type and t.source_id = gone.source_id`,
  };
}

const ZEROS_OF_SOURCES = ofSources('measured_zeros', 'zeros');

function ratesOfSources({ rates, list }: RateTables): Withdrawal {
  return ofSources(rates, list);
}

/** Returns the rates of other items than the listed ones, of the sources that `sourcesWithOtherRates` returned. */
function otherRates({ rates, list }: RateTables): Withdrawal {
  return {
    table: rates,
    list,
    rows: `from json_each(?) as k cross join ${rates} as t on t.source_type = k.value->>0 and t.source_id = k.value->>1
        and t.item_id between k.value->>2 and k.value->>3
      where not exists (select 1 from json_each(k.value, '$[4]') as i where i.value = t.item_id)`,
  };
}

/** Returns the sources that have rates of other items than the facts, with the items of the facts, as JSON. */
async function sourcesWithOtherRates(
  tx: Transaction,
  { rates }: RateTables,
  facts: readonly DropFacts[],
): Promise<string> {
  const ranges = facts.map((fact) => [...sourceKey(fact), ...(fact.itemRange ?? [0, Number.MAX_SAFE_INTEGER])]);
  const counts = await jsonRows<number>(
    tx,
    `select json_group_array((select count(*) from ${rates} as t where t.source_type = k.value->>0
       and t.source_id = k.value->>1 and t.item_id between k.value->>2 and k.value->>3)) from json_each(?) as k`,
    [JSON.stringify(ranges)],
  );
  return JSON.stringify(
    facts.flatMap(({ items }, i) =>
      counts[i]! > items.length ? [[...ranges[i]!, items.map(({ itemId }) => itemId)]] : [],
    ),
  );
}

/** Withdraws rows and returns their keys. */
async function withdraw(
  tx: Transaction,
  { table, list, rows }: Withdrawal,
  keys: string,
  n: number,
): Promise<readonly { readonly source: AnySource; readonly itemId: number }[]> {
  await tx.execute({
    sql: `insert into gaps (list, place, snapshot_n) select ?, t.place, ? ${rows}`,
    args: [list, BigInt(n), keys],
  });
  const { rows: gone } = await tx.execute({
    sql: `delete from ${table} where place in (select t.place ${rows})
          returning source_type, source_id, ${list === 'zeros' ? NO_ITEM : 'item_id'}`,
    args: [keys],
  });
  return gone.map((row) => ({ source: { type: row[0], id: Number(row[1]) } as AnySource, itemId: Number(row[2]) }));
}

async function addZeros(tx: Transaction, zeros: readonly DropFacts[], places: number): Promise<number> {
  const { rowsAffected } = await tx.execute({
    sql: `insert into measured_zeros (place, source_type, source_id)
          select ? - 1 + row_number() over (order by source_type, source_id), source_type, source_id
          from (${SOURCES}) as new
          where not exists (select 1 from measured_zeros as z
            where z.source_type = new.source_type and z.source_id = new.source_id)`,
    args: [BigInt(places), sourceKeys(zeros)],
  });
  return places + rowsAffected;
}

async function stateRates(
  tx: Transaction,
  { rates: table }: RateTables,
  facts: readonly DropFacts[],
  { rates: places, areNew }: DropPlaces,
): Promise<number> {
  const rates = facts.flatMap((fact) => fact.items.map((rate) => [...sourceKey(fact), ...cellsOfRate(rate)]));
  if (rates.length === 0) return places;
  const json = JSON.stringify(rates);
  if (!areNew) await overwriteRates(tx, table, json);
  const notStored = `where not exists (select 1 from ${table} as r where r.source_type = new.source_type
    and r.source_id = new.source_id and r.item_id = new.item_id)`;
  const { rowsAffected } = await tx.execute({
    sql: `insert into ${table} (place, source_type, source_id, item_id, ${FIGURES})
          select ? - 1 + row_number() over (order by source_type, source_id, item_id),
            source_type, source_id, item_id, ${FIGURES}
          from (${RATES}) as new ${areNew ? '' : notStored}`,
    args: [BigInt(places), json],
  });
  return places + rowsAffected;
}

/** Writes the figures of rates that are public and changed. */
async function overwriteRates(tx: Transaction, table: string, json: string): Promise<void> {
  await tx.execute({
    sql: `insert into ${table} (place, source_type, source_id, item_id, ${FIGURES})
          select r.place, r.source_type, r.source_id, r.item_id, ${prefixed('new')}
          from (${RATES}) as new cross join ${table} as r on r.source_type = new.source_type
            and r.source_id = new.source_id and r.item_id = new.item_id
          where (${prefixed('r')}) is not (${prefixed('new')})
          on conflict (place) do update set (${FIGURES}) = (${prefixed('excluded')})`,
    args: [json],
  });
}

function prefixed(table: string): string {
  return FIGURES.split(', ')
    .map((column) => `${table}.${column}`)
    .join(', ');
}

/** Stores the weights with which the rates were estimated, and the import that they follow. */
export async function writeRateWeights(tx: Transaction, weights: RateWeights, importN: number | null): Promise<void> {
  await tx.execute({
    sql: `insert into rate_weights (id, weights, import_n) values (1, ?, ?)
          on conflict do update set (weights, import_n) = (excluded.weights, excluded.import_n)
          where (weights, import_n) is not (excluded.weights, excluded.import_n)`,
    args: [JSON.stringify(weights), importN === null ? null : BigInt(importN)],
  });
}
