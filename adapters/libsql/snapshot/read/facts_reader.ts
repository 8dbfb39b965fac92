import {
  type FactFamily,
  type FactList,
  PROFESSION_FACTS_MAX,
  type SubjectFact,
} from '../../../../domain/ports/facts.ts';
import { realmKey } from '../../../../domain/values/realm_key.ts';
import { jsonRows, type Runner, readValue, textValue } from '../../database.ts';

/**
 * Returns the public fact of one subject, or null if it has none. The cast is safe because only this family writes
 * bodies under its name.
 */
export async function readFact<F extends object>(
  client: Runner,
  { name }: FactFamily<F>,
  subject: string,
): Promise<F | null> {
  const body = await textValue(client, 'select body from facts where family = ? and subject = ?', [name, subject]);
  return body === null ? null : (JSON.parse(body) as F);
}

/**
 * Returns SQL that builds a JSON list from values that are JSON already. Their text is inserted unchanged rather than
 * parsed and serialised again.
 */
function listOf(json: string): string {
  return `'[' || coalesce(group_concat(${json}, ','), '') || ']'`;
}

const SUBJECT_FACTS = listOf(`'{"subject":' || json_quote(subject) || ',"body":' || body || '}'`);

/** Returns the public facts of many subjects, in one query. */
export async function readFactsAmong<F extends object>(
  client: Runner,
  { name }: FactFamily<F>,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, F>> {
  if (subjects.length === 0) return new Map();
  const facts = await jsonRows<readonly [subject: string, body: F]>(
    client,
    `select ${listOf("'[' || json_quote(f.subject) || ',' || f.body || ']'")} from (select distinct value from json_each(?2)) as asked
     cross join facts as f on f.family = ?1 and f.subject = asked.value`,
    [name, JSON.stringify(subjects)],
  );
  return new Map(facts);
}

/** Returns those of these subjects that have a public fact, without reading the facts. */
export async function readPublicAmong(
  client: Runner,
  { name }: FactFamily<object>,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  if (subjects.length === 0) return new Set();
  return new Set(
    await jsonRows<string>(
      client,
      `select json_group_array(f.subject) from (select distinct value from json_each(?2)) as asked
       cross join facts as f on f.family = ?1 and f.subject = asked.value`,
      [name, JSON.stringify(subjects)],
    ),
  );
}

/** Returns the public facts of several families in one query, by family and subject. */
export async function readFactsOfFamilies(
  client: Runner,
  asked: readonly { readonly family: FactFamily<object>; readonly subjects: readonly string[] }[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, object>>> {
  const found = await jsonRows<readonly [family: string, subject: string, body: object]>(
    client,
    `select ${listOf("'[' || json_quote(f.family) || ',' || json_quote(f.subject) || ',' || f.body || ']'")}
     from json_each(?) as family cross join json_each(family.value) as subject
     cross join facts as f on f.family = family.key and f.subject = subject.value`,
    [JSON.stringify(Object.fromEntries(asked.map(({ family, subjects }) => [family.name, [...new Set(subjects)]])))],
  );
  const facts = new Map<string, Map<string, object>>(asked.map(({ family }) => [family.name, new Map()]));
  for (const [family, subject, body] of found) facts.get(family)?.set(subject, body);
  return facts;
}

/** Sorts after every string that continues a given prefix. */
const LAST = '\u{10ffff}';

/**
 * Returns the public facts of the first subjects that begin with `owner` and a colon, by subject. An empty `owner`
 * means all subjects.
 */
export async function readFacts<F extends object>(
  client: Runner,
  { name: family }: FactFamily<F>,
  owner: string,
  limit: number,
): Promise<FactList<F>> {
  const prefix = owner === '' ? '' : `${owner}:`;
  const total = await readValue(client, 'select rows from fact_counts where family = ? and owner = ?', [family, owner]);
  const facts =
    total === undefined
      ? []
      : await jsonRows<SubjectFact<F>>(
          client,
          `select ${SUBJECT_FACTS} from (
             select subject, body from facts where family = ? and subject >= ? and subject < ? order by subject limit ?)`,
          [family, prefix, `${prefix}${LAST}`, BigInt(limit)],
        );
  return { facts, total: Number(total ?? 0) };
}

const PROFESSION = `body->'profession'->>'value'`;

const OF_FAMILY = `family in ('recipes', 'trainer_services') and family = ?1`;

function nextSpelling(after: string): string {
  return `(select min(${PROFESSION}) from facts indexed by facts_by_profession
  where ${OF_FAMILY} and ${PROFESSION} > ${after})`;
}

/**
 * Returns the professions in a family's facts, in each of their spellings. Finds each spelling with one seek in the
 * index.
 */
export function readProfessions(client: Runner, family: string): Promise<readonly string[]> {
  return jsonRows<string>(
    client,
    // Facts without a profession come first in the index. The seek skips them.
    `with recursive spellings(spelling) as (
       select ${nextSpelling(`''`)} union all select ${nextSpelling('spelling')} from spellings where spelling is not null)
     select json_group_array(spelling) from spellings where spelling is not null`,
    [family],
  );
}

/**
 * Returns the facts of one profession in any spelling, by subject. The index contains the spellings as agreed, so all
 * that normalise to the same key are read.
 */
export async function readFactsOfProfession<F extends object>(
  client: Runner,
  { name: family }: FactFamily<F>,
  profession: string,
): Promise<readonly SubjectFact<F>[]> {
  const spellings = await readProfessions(client, family);
  const key = realmKey(profession);
  const matching = spellings.filter((spelling) => realmKey(spelling) === key);
  if (matching.length === 0) return [];
  return jsonRows<SubjectFact<F>>(
    client,
    `select ${SUBJECT_FACTS} from (
       select subject, body from facts indexed by facts_by_profession
       where ${OF_FAMILY} and ${PROFESSION} in (select value from json_each(?2))
       order by length(subject), subject limit ${PROFESSION_FACTS_MAX})`,
    [family, JSON.stringify(matching)],
  );
}
