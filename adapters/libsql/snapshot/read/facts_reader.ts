import { type FactReader, PROFESSION_FACTS_MAX, type SubjectFact } from '../../../../domain/ports/facts.ts';
import { toRealmKey } from '../../../../domain/values/realm_key.ts';
import { type Runner, readJson, readText, readValue } from '../../database.ts';
import { createRowReader, type Query } from './query.ts';

/** Returns SQL that builds a JSON array from values that are already JSON, without parsing them. */
export function joinJson(json: string): string {
  return `'[' || coalesce(group_concat(${json}, ','), '') || ']'`;
}

const SUBJECT_FACTS_JSON = joinJson(`'{"subject":' || json_quote(subject) || ',"body":' || body || '}'`);

/** Sorts after every string that starts with the given prefix. */
const LAST_CHARACTER = '\u{10ffff}';

type FactMethod = 'fact' | 'factsAmong' | 'factsOf' | 'factsOfFamilies' | 'factsOfProfession' | 'publicAmong';

/**
 * Creates a reader of facts. Casting a body to its type is safe, because only one family writes bodies under its name.
 */
export function createFactReader(query: Query): Pick<FactReader, FactMethod | 'professions' | 'taughtProfessions'> {
  const readRows = createRowReader(query);
  return {
    fact: ({ name }, subject) =>
      query(async (client) => {
        const sql = 'select body from facts where family = ? and subject = ?';
        const body = await readText(client, sql, [name, subject]);
        return body === null ? null : JSON.parse(body);
      }),
    factsAmong: async ({ name }, subjects) => {
      if (subjects.length === 0) return new Map();
      const facts = await readRows<[subject: string, body: never]>(
        `select ${joinJson("'[' || json_quote(f.subject) || ',' || f.body || ']'")}
         from (select distinct value from json_each(?2)) as asked
         cross join facts as f on f.family = ?1 and f.subject = asked.value`,
        [name, JSON.stringify(subjects)],
      );
      return new Map(facts);
    },
    publicAmong: async ({ name }, subjects) => {
      if (subjects.length === 0) return new Set();
      const found = await readRows<string>(
        `select json_group_array(f.subject) from (select distinct value from json_each(?2)) as asked
         cross join facts as f on f.family = ?1 and f.subject = asked.value`,
        [name, JSON.stringify(subjects)],
      );
      return new Set(found);
    },
    factsOfFamilies: async (asked) => {
      const subjects = asked.map((one) => [one.family.name, [...new Set(one.subjects)]] as const);
      const found = await readRows<readonly [family: string, subject: string, body: object]>(
        `select ${joinJson("'[' || json_quote(f.family) || ',' || json_quote(f.subject) || ',' || f.body || ']'")}
         from json_each(?) as family cross join json_each(family.value) as subject
         cross join facts as f on f.family = family.key and f.subject = subject.value`,
        [JSON.stringify(Object.fromEntries(subjects))],
      );
      const facts = new Map<string, Map<string, object>>(asked.map(({ family }) => [family.name, new Map()]));
      for (const [family, subject, body] of found) facts.get(family)?.set(subject, body);
      return facts;
    },
    factsOf: ({ name }, owner, limit) =>
      query(async (client) => {
        const prefix = owner === '' ? '' : `${owner}:`;
        const args = [name, prefix, `${prefix}${LAST_CHARACTER}`];
        const ofOwner = 'from facts where family = ? and subject >= ? and subject < ?';
        const total = Number(await readValue(client, `select count(*) ${ofOwner}`, args));
        if (total === 0) return { facts: [], total };
        const facts = await readJson<SubjectFact<never>>(
          client,
          `select ${SUBJECT_FACTS_JSON} from (select subject, body ${ofOwner} order by subject limit ?)`,
          [...args, BigInt(limit)],
        );
        return { facts, total };
      }),
    professions: () => query((client) => readProfessions(client, 'recipes')),
    taughtProfessions: () => query((client) => readProfessions(client, 'trainer_services')),
    // The index contains the agreed spellings, so this reads every spelling that normalises to the same key.
    factsOfProfession: ({ name }, profession) =>
      query(async (client) => {
        const key = toRealmKey(profession);
        const spellings = (await readProfessions(client, name)).filter((spelling) => toRealmKey(spelling) === key);
        if (spellings.length === 0) return [];
        return readJson<SubjectFact<never>>(
          client,
          `select ${SUBJECT_FACTS_JSON} from (
             select subject, body from facts indexed by facts_by_profession
             where ${IS_OF_PROFESSION} and ${PROFESSION_NAME} in (select value from json_each(?2))
             order by length(subject), subject limit ${PROFESSION_FACTS_MAX})`,
          [name, JSON.stringify(spellings)],
        );
      }),
  };
}

const PROFESSION_NAME = `body->'profession'->>'value'`;

const IS_OF_PROFESSION = `family in ('recipes', 'trainer_services') and family = ?1`;

/**
 * Returns the professions that occur in a family's facts, in each of their spellings. Finds each spelling with one
 * index seek. Facts without a profession come first in the index, so the seek skips them.
 */
function readProfessions(client: Runner, family: string): Promise<readonly string[]> {
  const next = (after: string): string => `(select min(${PROFESSION_NAME}) from facts indexed by facts_by_profession
    where ${IS_OF_PROFESSION} and ${PROFESSION_NAME} > ${after})`;
  return readJson<string>(
    client,
    `with recursive spellings(spelling) as (
       select ${next(`''`)} union all select ${next('spelling')} from spellings where spelling is not null)
     select json_group_array(spelling) from spellings where spelling is not null`,
    [family],
  );
}
