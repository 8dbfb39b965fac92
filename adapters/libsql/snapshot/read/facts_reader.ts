import {
  type FactFamily,
  type FactList,
  PROFESSION_FACTS_MAX,
  type SubjectFact,
} from '../../../../domain/ports/facts.ts';
import { realmKey } from '../../../../domain/values/realm_key.ts';
import { jsonRows, type Runner, textValue, value } from '../../database.ts';

/**
 * What is public of one subject; null: nothing. What stands under a family's name was stated by that very family, so that
 * it has its type.
 */
export async function readFact<F extends object>(
  client: Runner,
  { name }: FactFamily<F>,
  subject: string,
): Promise<F | null> {
  const body = await textValue(client, 'select body from facts where family = ? and subject = ?', [name, subject]);
  return body === null ? null : (JSON.parse(body) as F);
}

/** A list as JSON of what is JSON already: bodies are put in as they stand, not parsed and written anew. */
function listOf(json: string): string {
  return `'[' || coalesce(group_concat(${json}, ','), '') || ']'`;
}

const SUBJECT_FACTS = listOf(`'{"subject":' || json_quote(subject) || ',"body":' || body || '}'`);

/** What is public of many subjects, in one query. */
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

/** Which of these subjects have a fact; what it says is not read. */
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

/** The same of several families, in one query, by family and subject. */
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

/** Of text that begins alike, nothing sorts behind this. */
const LAST = '\u{10ffff}';

/** What is public of the first subjects that begin with `owner` and a colon (of all where it is ''), by name. */
export async function readFacts<F extends object>(
  client: Runner,
  { name: family }: FactFamily<F>,
  owner: string,
  limit: number,
): Promise<FactList<F>> {
  const prefix = owner === '' ? '' : `${owner}:`;
  const total = await value(client, 'select rows from fact_counts where family = ? and owner = ?', [family, owner]);
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

/** The professions that facts of a family are of, in each of their spellings, found by as many steps through the index. */
export function readProfessions(client: Runner, family: string): Promise<readonly string[]> {
  return jsonRows<string>(
    client,
    // Facts without a profession come first in the index: they are passed over, not looked through.
    `with recursive spellings(spelling) as (
       select ${nextSpelling(`''`)} union all select ${nextSpelling('spelling')} from spellings where spelling is not null)
     select json_group_array(spelling) from spellings where spelling is not null`,
    [family],
  );
}

/** Facts of one profession in any spelling, by subject. The index holds the spellings as they were agreed on. */
export async function readFactsOfProfession<F extends object>(
  client: Runner,
  { name: family }: FactFamily<F>,
  profession: string,
): Promise<readonly SubjectFact<F>[]> {
  const spellings = await readProfessions(client, family);
  const key = realmKey(profession);
  const meant = spellings.filter((spelling) => realmKey(spelling) === key);
  if (meant.length === 0) return [];
  return jsonRows<SubjectFact<F>>(
    client,
    `select ${SUBJECT_FACTS} from (
       select subject, body from facts indexed by facts_by_profession
       where ${OF_FAMILY} and ${PROFESSION} in (select value from json_each(?2))
       order by length(subject), subject limit ${PROFESSION_FACTS_MAX})`,
    [family, JSON.stringify(meant)],
  );
}
