import { compareNumbers, compareStrings } from '../../../../domain/families/counting/order.ts';
import type { MapPin, RealmDay } from '../../../../domain/ports/exports.ts';
import type { FactFamily, FactReader, PinnedEntity, SubjectFact } from '../../../../domain/ports/facts.ts';
import type { MarketReader } from '../../../../domain/ports/market.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import { cutIntoSlices } from '../../../../domain/values/slices.ts';
import { type Runner, readJson } from '../../database.ts';
import { bindSqlValues, ROWS_PER_READ, readSortedPages } from './read_behind.ts';

/** Yields the subjects of a family. Ids in them ascend, unlike in the table, where subjects are texts. */
export async function* readExportedSubjects(
  client: Runner,
  family: Pick<FactFamily<object>, 'name'>,
): AsyncIterable<readonly string[]> {
  const subjects = await readJson<string>(client, 'select json_group_array(subject) from facts where family = ?', [
    family.name,
  ]);
  const keyed = subjects.map((subject) => ({
    subject,
    parts: subject.split(':').map((text): SubjectPart => ({ text, number: Number(text) })),
  }));
  const ascending = keyed.sort((a, b) => compareSubjectParts(a.parts, b.parts)).map(({ subject }) => subject);
  yield* cutIntoSlices(ascending, ROWS_PER_READ);
}

/** Yields all facts of a family, in the order of `readExportedSubjects`, and keeps only one batch of them in memory. */
export async function* readExportedFacts<F extends object>(
  client: Runner,
  { factsAmong }: Pick<FactReader, 'factsAmong'>,
  family: FactFamily<F>,
): AsyncIterable<readonly SubjectFact<F>[]> {
  for await (const some of readExportedSubjects(client, family)) {
    const facts = await factsAmong(family, some);
    yield some.map((subject) => ({ subject, body: facts.get(subject)! }));
  }
}

interface SubjectPart {
  readonly text: string;
  /** The value of a number, or NaN. */
  readonly number: number;
}

/** Compares subjects part by part: numbers by value, so that 10 comes after 9, and everything else as text. */
function compareSubjectParts(left: readonly SubjectPart[], right: readonly SubjectPart[]): number {
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [one, other] = [left[i]!, right[i]!];
    if (one.text === other.text) continue;
    const difference = compareNumbers(one.number, other.number);
    return Number.isNaN(difference) || difference === 0 ? compareStrings(one.text, other.text) : difference;
  }
  return left.length - right.length;
}

/** A location can only be public if the relation to its zone is, so the relations lead to all of them. */
const SELECT_PINS = `select json_group_array(json_array(e.a, e.b, p.value->'x', p.value->'y', p.value->>'installs'))
  from json_each(?1) as asked
  cross join rows as e indexed by rows_by_key on e.list = ?2 and e.key = '' and e.a = asked.value and e.until = 0
  cross join facts as f on f.family = ?3 and f.subject = e.b || ':' || e.a
  cross join json_each(f.body, '$.pins') as p`;

const PIN_FAMILIES = {
  npc: ['located_in:npc:zone', 'pins'],
  object: ['located_in:object:zone', 'object_pins'],
} as const;

type PinRow = readonly [id: number, mapId: number, x: number, y: number, installs: number];

/** Returns the locations of these NPCs or objects, keyed by id. */
export async function readPins(
  client: Runner,
  kind: PinnedEntity['kind'],
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly MapPin[]>> {
  const rows = await readJson<PinRow>(client, SELECT_PINS, [JSON.stringify(ids), ...PIN_FAMILIES[kind]]);
  const byId = groupBy(rows, ([id]) => id);
  return new Map(
    [...byId].map(([id, own]) => [id, own.map(([, mapId, x, y, installs]) => ({ mapId, x, y, installs }))]),
  );
}

const SELECT_MARKET_DAYS = `select json_group_array(json_array(house, item_id, day, json(figures), reporters)) from (
  select d.house, d.item_id, d.day, d.figures, d.reporters
  from market_realms as r cross join market_days as d on d.realm_n = r.n
  where r.realm_key = ?1 and (d.house, d.item_id, d.day) > (?2, ?3, ?4)
  order by d.house, d.item_id, d.day limit ${ROWS_PER_READ})`;

type DayRow = readonly [
  ...[house: RealmDay['house'], itemId: number, day: number],
  ...[figures: readonly [market: number, min: number, quantity: number], reporters: number],
];

/** Yields all public market days, by realm, house, item and day. */
export async function* readExportedMarketDays(
  client: Runner,
  market: Pick<MarketReader, 'realms'>,
): AsyncIterable<readonly RealmDay[]> {
  for (const { realmKey, name } of await market.realms()) {
    yield* readSortedPages<DayRow, RealmDay>(
      (behind) => readJson<DayRow>(client, SELECT_MARKET_DAYS, [realmKey, ...bindSqlValues(behind)]),
      ([house, itemId, day, [market, min, quantity], reporters]) => {
        return { realmKey, realm: name, house, itemId, day, market, min, quantity, reporters };
      },
      ['', 0, 0],
      ({ house, itemId, day }) => [house, itemId, day],
    );
  }
}
