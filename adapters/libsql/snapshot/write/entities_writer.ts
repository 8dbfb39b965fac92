import { EDGE_GROUPS } from '../../../../domain/families/edges.ts';
import { scoreImportance } from '../../../../domain/knowledge/importance.ts';
import {
  findEntityId,
  findEntityOfFact,
  findNamingFamily,
  type ObservedEntity,
} from '../../../../domain/knowledge/named_things.ts';
import type { FactBody } from '../../../../domain/ports/facts.ts';
import { cutIntoSlices } from '../../../../domain/values/slices.ts';
import { readJson, type Transaction } from '../../database.ts';
import { addEntries, computeImportance, OBSERVED_ROWS, type RankedRow, removeRows } from './knowledge_rows.ts';

/**
 * Ids of the entities whose name or importance may have changed, such as `item:5`. They are collected while a snapshot
 * is written, because the importance of an entity depends on facts and edges of all parts.
 */
export type TouchedEntities = Set<string>;

/** Notes the entity that a changed fact names. */
export function touchEntities(touched: TouchedEntities, family: string, subject: string): void {
  const id = findEntityId(family, subject);
  if (id !== null) touched.add(id);
}

/** Number of entities to compare at a time, which limits the JSON held in memory. */
const BATCH_ENTITIES = 2_000;

/**
 * Updates the observed entries of these entities, so that they follow from the facts and counts as now stored. Must run
 * in the transaction that writes the facts, after all of them. Unchanged entries are not written.
 */
export async function writeTouchedEntities(tx: Transaction, touched: TouchedEntities): Promise<void> {
  const entities = [...touched].flatMap((id): readonly Entity[] => {
    const [kind, subject] = id.split(':') as [string, string];
    const family = findNamingFamily(kind);
    return family === null ? [] : [{ id, kind, family, subject }];
  });
  for (const some of cutIntoSlices(entities, BATCH_ENTITIES)) await writeEntities(tx, some);
}

interface Entity {
  readonly id: string;
  readonly kind: string;
  readonly family: string;
  readonly subject: string;
}

interface StoredEntry {
  readonly n: number;
  readonly name: string;
  readonly text: string;
}

async function writeEntities(tx: Transaction, entities: readonly Entity[]): Promise<void> {
  const things = await readThings(tx, entities);
  const stored = await readEntries(tx, entities);
  const numbered = [...things.keys()].map((i) => [i, entities[i]!] as const);
  const links = await countLinks(tx, numbered);
  const removed: number[] = [];
  const added: RankedRow[] = [];
  for (const i of entities.keys()) {
    const [was, thing] = [stored.get(i), things.get(i)];
    const is = thing === undefined ? null : toRankedRow(thing, links.get(i) ?? 0);
    if (was !== undefined && is !== null && isSameEntry(was, is)) continue;
    if (was !== undefined) removed.push(was.n);
    if (is !== null) added.push(is);
  }
  await removeRows(tx, removed);
  await addEntries(tx, OBSERVED_ROWS, added);
}

function toRankedRow({ witnesses, quality, ...thing }: ObservedEntity, links: number): RankedRow {
  return {
    ...thing,
    importance: scoreImportance({ layer: 'observed', kind: thing.kind }, { witnesses, quality, links }),
  };
}

function isSameEntry(was: StoredEntry, is: RankedRow): boolean {
  return was.name === is.name && was.text === is.text && computeImportance(was.n) === is.importance;
}

/** Reads the named entities, by index in the list. */
async function readThings(tx: Transaction, entities: readonly Entity[]): Promise<ReadonlyMap<number, ObservedEntity>> {
  const rows = await readJson<readonly [index: number, body: FactBody]>(
    tx,
    `select json_group_array(json_array(asked.key, json(f.body))) from json_each(?) as asked
     cross join facts as f on f.family = asked.value->>0 and f.subject = asked.value->>1`,
    [JSON.stringify(entities.map(({ family, subject }) => [family, subject]))],
  );
  const things = new Map<number, ObservedEntity>();
  for (const [i, body] of rows) {
    const thing = findEntityOfFact(entities[i]!.family, entities[i]!.subject, body);
    if (thing !== null) things.set(i, thing);
  }
  return things;
}

/** Reads the stored entries, by index in the list. */
async function readEntries(tx: Transaction, entities: readonly Entity[]): Promise<ReadonlyMap<number, StoredEntry>> {
  const rows = await readJson<readonly [index: number, n: number, name: string, text: string]>(
    tx,
    `select json_group_array(json_array(asked.key, k.n, k.name, k.text)) from json_each(?) as asked
     cross join knowledge as k on k.id = asked.value and k.layer = 'observed' and k.part = 0`,
    [JSON.stringify(entities.map(({ id }) => id))],
  );
  return new Map(rows.map(([i, n, name, text]) => [i, { n, name, text }]));
}

/** The counts of edges that begin or end at each kind of entity. */
const EDGE_COUNTS: ReadonlyMap<string, readonly string[]> = new Map(
  [...new Set(EDGE_GROUPS.flatMap(({ fromKind, toKind }) => [fromKind, toKind] as const))].map((kind) => [
    kind,
    EDGE_GROUPS.flatMap(({ name, fromKind, toKind }) => [
      ...(fromKind === kind ? [`${name}:a`] : []),
      ...(toKind === kind ? [`${name}:b`] : []),
    ]),
  ]),
);

/** Counts the public edges and mentions of entities. The keys of the map are the numbers given with the entities. */
async function countLinks(
  tx: Transaction,
  entities: readonly (readonly [key: number, entity: Entity])[],
): Promise<ReadonlyMap<number, number>> {
  const ends = entities.flatMap(([key, { kind, subject }]) =>
    (EDGE_COUNTS.get(kind) ?? []).map((list) => [key, list, Number(subject)]),
  );
  const rows = await readJson<readonly [key: number, links: number]>(
    tx,
    `select json_group_array(json_array(key, links)) from (
       select asked.value->>0 as key, sum(c.rows) as links from json_each(?1) as asked
       cross join row_counts as c on c.list = asked.value->>1 and c.id = asked.value->>2
       group by 1
       union all
       select asked.value->>0, count(*) from json_each(?2) as asked
       cross join mentions as m on m.type = asked.value->>1 and m.id = asked.value->>2
       group by 1)`,
    [JSON.stringify(ends), JSON.stringify(entities.map(([key, { kind, subject }]) => [key, kind, Number(subject)]))],
  );
  const links = new Map<number, number>();
  for (const [key, some] of rows) links.set(key, (links.get(key) ?? 0) + some);
  return links;
}
