import { type FactReader, MENTIONED_MAX, type Mentions } from '../../../../domain/ports/facts.ts';
import { jsonRows } from '../../database.ts';
import { createRowReader, type Query } from './query.ts';

const MENTIONS = `select json_group_array(json_object('family', c.family, 'member', c.member, 'total', c.rows,
    'subjects', json((select json_group_array(subject) from (
      select subject from mentions as m
      where m.type = c.type and m.id = c.id and m.family = c.family and m.member = c.member
      order by chars, subject limit ${MENTIONED_MAX})))))
  from mention_counts as c where c.type = ?1 and c.id = ?2`;

/**
 * The realms in whose market an item has values. Market values have an index of their own, so they are not in
 * `mentions`.
 */
const REALMS_WITH_ITEM = `select json_group_array(realm_key) from (
  select r.realm_key from market_realms as r
  where exists (select 1 from market_items as i where i.realm_n = r.n and i.house = '' and i.item_id = ?)
  order by length(r.realm_key), r.realm_key)`;

export function createMentionReader(query: Query): Pick<FactReader, 'mentionsOf' | 'questZones' | 'questsGivenIn'> {
  const readRows = createRowReader(query);
  return {
    // The cost grows with the NPCs of the zone, not with all quests.
    questsGivenIn: (mapId, limit) =>
      readRows(
        `select json_group_array(id) from (
           select distinct cast(m.subject as integer) as id from edges as e
           cross join mentions as m on m.type = 'npc' and m.id = e.from_id and m.family = 'quests' and m.member = 'giver'
           where e.grp = 'located_in:npc:zone' and e.to_id = ? and e.withdrawn_n is null order by id limit ?)`,
        [BigInt(mapId), BigInt(limit)],
      ),
    // The cost grows with the number of quest givers, not with all NPCs.
    questZones: (limit) =>
      readRows(
        `select json_group_array(id) from (
           select distinct e.to_id as id from mention_counts as c
           cross join edges as e indexed by edges_by_from
             on e.grp = 'located_in:npc:zone' and e.from_id = c.id and e.withdrawn_n is null
           where c.type = 'npc' and c.family = 'quests' and c.member = 'giver' and c.rows > 0
           order by id limit ?)`,
        [BigInt(limit)],
      ),
    mentionsOf: (type, id) =>
      query(async (client) => {
        const named = await jsonRows<Mentions>(client, MENTIONS, [type, BigInt(id)]);
        const realms = type === 'item' ? await jsonRows<string>(client, REALMS_WITH_ITEM, [BigInt(id)]) : [];
        if (realms.length === 0) return named;
        const subjects = realms.slice(0, MENTIONED_MAX);
        return [...named, { family: 'market', member: 'itemId', total: realms.length, subjects }];
      }),
  };
}
