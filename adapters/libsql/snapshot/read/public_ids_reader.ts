import { type ListedKind, ONE_DIGIT, PART_IDS_MAX, type PublicIdReader } from '../../../../domain/ports/public_ids.ts';
import { INSTALLS_TO_PUBLISH } from '../../../../domain/values/corroboration.ts';
import { createRowReader, type Query } from './query.ts';

/** Families whose subjects are the ids of a kind. The ids of objects are read from the looted sources instead. */
const KIND_FAMILIES: Readonly<Record<Exclude<ListedKind, 'object'>, string>> = {
  item: 'items',
  npc: 'npcs',
  quest: 'quests',
  zone: 'maps',
};

export function createPublicIdReader(query: Query): PublicIdReader {
  const readRows = createRowReader(query);
  return {
    parts: async (kind) => {
      if (kind === 'object')
        return readRows<string>(SELECT_OBJECT_PARTS, [JSON.stringify(ALL_ID_PARTS.flatMap(listIdRanges))]);
      const beginnings = await readRows<string>(SELECT_BEGINNINGS, [KIND_FAMILIES[kind]]);
      const longer = beginnings.filter(({ length }) => length > 1);
      return longer.length < beginnings.length ? [ONE_DIGIT, ...longer] : longer;
    },
    ofPart: async (kind, part) => {
      if (kind === 'object') return readRows<number>(SELECT_OBJECT_IDS, [JSON.stringify(listIdRanges(part))]);
      const isOneDigit = part === ONE_DIGIT;
      return readRows<number>(
        `select json_group_array(cast(subject as integer)) from (
           select subject from facts where family = ? and ${isOneDigit ? STARTS_WITH_DIGIT : 'subject between ? and ?'}
           order by length(subject), subject limit ${PART_IDS_MAX})`,
        isOneDigit ? [KIND_FAMILIES[kind]] : [KIND_FAMILIES[kind], part, `${part}${LAST_CHARACTER}`],
      );
    },
  };
}

/** Sorts after every string that starts with the given prefix. */
const LAST_CHARACTER = '\u{10ffff}';

const STARTS_WITH_DIGIT = `subject in ('1', '2', '3', '4', '5', '6', '7', '8', '9')`;

/**
 * Finds each beginning with one index seek: after `1` comes `10`; after `10` comes the first subject with another
 * beginning.
 */
const SELECT_BEGINNINGS = `with recursive beginnings (beginning) as (
    select (select substr(subject, 1, 2) from facts where family = ?1 order by subject limit 1)
    union all
    select (select substr(f.subject, 1, 2) from facts as f where f.family = ?1
      and f.subject > case length(beginning) when 1 then beginning else beginning || char(0x10ffff) end
      order by f.subject limit 1)
    from beginnings where beginning is not null)
  select json_group_array(beginning) from beginnings where beginning is not null`;

const ALL_ID_PARTS = [ONE_DIGIT, ...Array.from({ length: 90 }, (_, i) => `${10 + i}`)];
const MORE_DIGITS_MAX = 13;

/** Returns the ids that begin with these two digits as ranges of integers, which an index on numbers can find. */
function listIdRanges(part: string): readonly (readonly [part: string, from: number, to: number])[] {
  if (part === ONE_DIGIT) return [[part, 1, 9]];
  return Array.from({ length: MORE_DIGITS_MAX + 1 }, (_, more) => {
    const from = Number(part) * 10 ** more;
    return [part, from, from + 10 ** more - 1];
  });
}

/** Objects have a page if at least three installs gathered an item from them. */
const IS_GATHERED_OBJECT = `r.list = 'gathering' and r.key in ('herbalism:object', 'mining:object')
  and r.a between s.value->>1 and s.value->>2 and r.until = 0 and r.body->>1 >= ${INSTALLS_TO_PUBLISH}`;

const IS_LOOTED_OBJECT = `r.list = 'sources' and r.key = 'object'
  and r.a between s.value->>1 and s.value->>2 and r.until = 0`;

const SELECT_OBJECT_PARTS = `select json_group_array(part) from (
  select distinct s.value->>0 as part from json_each(?) as s where exists (
    select 1 from rows as r where ${IS_LOOTED_OBJECT}) or exists (
      select 1 from rows as r indexed by rows_by_key where ${IS_GATHERED_OBJECT})
  order by part)`;

const SELECT_OBJECT_IDS = `select json_group_array(id) from (
  select r.a as id from json_each(?1) as s cross join rows as r on ${IS_LOOTED_OBJECT}
  union select r.a from json_each(?1) as s cross join rows as r indexed by rows_by_key on ${IS_GATHERED_OBJECT}
  order by id limit ${PART_IDS_MAX})`;
