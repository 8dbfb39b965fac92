import {
  type FactReader,
  MENTIONS_MAX,
  type MentionList,
  type NpcLevels,
  type PinnedEntity,
} from '../../../../domain/ports/facts.ts';
import { NPC_ROLES, type NpcRole } from '../../../../schema/vocabulary.ts';
import { readJson, readValue } from '../../database.ts';
import { createRowReader, type Query } from './query.ts';

/** SQL conditions for the roles of an NPC, where `npc_id` is a column of the outer query. */
const MENTION_CONDITIONS: Readonly<Record<NpcRole, string>> = {
  gives: buildMentionCondition('giver'),
  ends: buildMentionCondition('turnIn'),
  sells: `exists (select 1 from row_counts where list = 'sold_by:item:npc:b' and id = npc_id and rows > 0)`,
  // The character after a colon ends the range of subjects that begin with the id and a colon.
  trains: `exists (select 1 from facts
    where family = 'trainer_services' and subject > npc_id || ':' and subject < npc_id || ';')`,
};

function buildMentionCondition(member: 'giver' | 'turnIn'): string {
  return `exists (select 1 from mentions
    where type = 'npc' and id = npc_id and family = 'quests' and member = '${member}')`;
}

/**
 * Distances along both axes. They are rounded to remove floating-point noise, so that equal distances compare equal.
 */
const [ACROSS, DOWN] = ['round(x - ?2, 6)', 'round(y - ?3, 6)'];

// The conditions for roles read `npc_id`. They apply only to pins of NPCs.
const FROM_PINS = `from (select *, entity_id as npc_id from map_pins) where map_id = ?1 and x between ?2 - ?4 - 1e-6 and ?2 + ?4 + 1e-6
  and y between ?3 - ?4 - 1e-6 and ?3 + ?4 + 1e-6 and round(sqrt(${ACROSS} * ${ACROSS} + ${DOWN} * ${DOWN}), 6) <= ?4`;

const SELECT_MENTIONS = `select json_group_array(json_object('family', c.family, 'member', c.member, 'total', c.total,
    'subjects', json((select json_group_array(subject) from (
      select subject from mentions as m
      where m.type = ?1 and m.id = ?2 and m.family = c.family and m.member = c.member
      order by chars, subject limit ${MENTIONS_MAX})))))
  from (select family, member, count(*) as total from mentions where type = ?1 and id = ?2 group by 1, 2) as c`;

/** Realms whose market has values for an item. They have their own index, so they are not in `mentions`. */
const SELECT_REALMS_WITH_ITEM = `select json_group_array(realm_key) from (
  select r.realm_key from market_realms as r
  where exists (select 1 from market_items as i where i.realm_n = r.n and i.house = '' and i.item_id = ?)
  order by length(r.realm_key), r.realm_key)`;

type LookupMethod =
  | 'levelsMetIn'
  | 'mentionsOf'
  | 'npcsMetIn'
  | 'pinsNear'
  | 'questZones'
  | 'questsGivenIn'
  | 'recipesMaking'
  | 'rolesAmong';

/** Creates a reader for the tables that map an entity or a zone to its facts. */
export function createLookupReader(query: Query): Pick<FactReader, LookupMethod> {
  const readRows = createRowReader(query);
  return {
    pinsNear: (mapId, { x, y, radius, role, yards }, limit) =>
      query(async (client) => {
        const around = [BigInt(mapId), x, y, radius];
        const near = role === null ? FROM_PINS : `${FROM_PINS} and kind = 'npc' and ${MENTION_CONDITIONS[role]}`;
        const [width, height] = yards ?? [1, 1];
        const nearest = await readJson<PinnedEntity>(
          client,
          `select json_group_array(json_object('kind', kind, 'id', entity_id)) from (select kind, entity_id ${near}
           order by sqrt(${ACROSS} * ${ACROSS} * ?6 + ${DOWN} * ${DOWN} * ?7), kind, entity_id limit ?5)`,
          [...around, BigInt(limit), width * width, height * height],
        );
        const total = await readValue(client, `select count(*) ${near}`, around);
        const onMap = await readValue(client, 'select count(*) from map_pins where map_id = ?', [BigInt(mapId)]);
        const entities = [...new Map(nearest.map((one) => [`${one.kind}:${one.id}`, one])).values()];
        return { entities, total: Number(total), onMap: Number(onMap) };
      }),
    // The cost grows with the number of NPCs in the zone.
    npcsMetIn: (mapId, roles, after, limit) =>
      readRows(
        `select json_group_array(npc_id) from (
           select npc_id from (select a as npc_id from rows indexed by rows_by_b where list = 'located_in:npc:zone' and b = ?1 and until = 0)
           where npc_id > ?2${roles.length === 0 ? '' : ` and (${roles.map((role) => MENTION_CONDITIONS[role]).join(' or ')})`}
           order by npc_id limit ?3)`,
        [BigInt(mapId), BigInt(after), BigInt(limit)],
      ),
    // Reading the levels here is much cheaper than parsing the facts of hundreds of NPCs.
    levelsMetIn: async (mapId, limit) => {
      const met = await readRows<readonly [id: number, min: number | null, max: number | null, fought: number | null]>(
        `select json_group_array(json_array(npc_id, low, high, fought)) from (
           select e.a as npc_id, f.body->>'$.levels[0].value' as low, f.body->>'$.levels[#-1].value' as high,
             json_array_length(f.body, '$.reactions') > 1 or f.body->>'$.reactions[0].value' <> 'friendly' as fought
           from rows as e indexed by rows_by_b left join facts as f on f.family = 'npcs' and f.subject = cast(e.a as text)
           where e.list = 'located_in:npc:zone' and e.b = ?1 and e.until = 0
           order by low is null, low, npc_id limit ?2)`,
        [BigInt(mapId), BigInt(limit)],
      );
      return met.map(([id, min, max, fought]): NpcLevels => ({ id, min, max, isFought: fought === 1 }));
    },
    rolesAmong: async (npcIds) => {
      if (npcIds.length === 0) return new Map();
      const found = await readRows<readonly [npcId: number, ...has: number[]]>(
        `select json_group_array(json_array(npc_id, ${NPC_ROLES.map((role) => MENTION_CONDITIONS[role]).join(', ')}))
         from (select distinct value as npc_id from json_each(?))`,
        [JSON.stringify(npcIds)],
      );
      const roles = found.map(([npcId, ...has]) => [npcId, NPC_ROLES.filter((_, i) => has[i] === 1)] as const);
      return new Map(roles.filter(([, own]) => own.length > 0));
    },
    // The cost grows with the number of NPCs in the zone, not with the number of quests.
    questsGivenIn: (mapId, limit) =>
      readRows(
        `select json_group_array(id) from (
           select distinct cast(m.subject as integer) as id from rows as e indexed by rows_by_b
           cross join mentions as m on m.type = 'npc' and m.id = e.a and m.family = 'quests' and m.member = 'giver'
           where e.list = 'located_in:npc:zone' and e.b = ? and e.until = 0 order by id limit ?)`,
        [BigInt(mapId), BigInt(limit)],
      ),
    // The cost grows with the number of quests, not with the number of NPCs.
    questZones: (limit) =>
      readRows(
        `select json_group_array(json_array(id, quests)) from (
           select e.b as id, count(*) as quests from mentions as m
           cross join rows as e indexed by rows_by_key
             on e.list = 'located_in:npc:zone' and e.key = '' and e.a = m.id and e.until = 0
           where m.type = 'npc' and m.family = 'quests' and m.member = 'giver'
           group by e.b order by id limit ?)`,
        [BigInt(limit)],
      ),
    recipesMaking: async (itemIds) => {
      if (itemIds.length === 0) return new Map();
      const found = await readRows<readonly [itemId: number, recipe: string | null]>(
        `select json_group_array(json_array(asked.value, (select m.subject from mentions as m
           where m.type = 'item' and m.id = asked.value and m.family = 'recipes' and m.member = 'itemId'
           order by m.chars, m.subject limit 1)))
         from (select distinct value from json_each(?)) as asked`,
        [JSON.stringify(itemIds)],
      );
      return new Map(found.flatMap(([itemId, recipe]) => (recipe === null ? [] : [[itemId, recipe] as const])));
    },
    mentionsOf: (type, id) =>
      query(async (client) => {
        const named = await readJson<MentionList>(client, SELECT_MENTIONS, [type, BigInt(id)]);
        const realms = type === 'item' ? await readJson<string>(client, SELECT_REALMS_WITH_ITEM, [BigInt(id)]) : [];
        if (realms.length === 0) return named;
        const subjects = realms.slice(0, MENTIONS_MAX);
        return [...named, { family: 'market', member: 'itemId', total: realms.length, subjects }];
      }),
  };
}
