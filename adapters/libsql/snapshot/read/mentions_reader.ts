import type { Client } from '@libsql/client';
import { MENTIONED_MAX, type MentionedType, type Mentions } from '../../../../domain/ports/facts.ts';
import { jsonRows } from '../../database.ts';

const MENTIONS = `select json_group_array(json_object('family', c.family, 'member', c.member, 'total', c.rows,
    'subjects', json((select json_group_array(subject) from (
      select subject from mentions as m
      where m.type = c.type and m.id = c.id and m.family = c.family and m.member = c.member
      order by chars, subject limit ${MENTIONED_MAX})))))
  from mention_counts as c where c.type = ?1 and c.id = ?2`;

/** An item's market values name it by their realm; they have an index of their own. */
const OF_MARKET = `select json_group_array(realm_key) from (
  select r.realm_key from market_realms as r
  where exists (select 1 from market_items as i where i.realm_n = r.n and i.house = '' and i.item_id = ?)
  order by length(r.realm_key), r.realm_key)`;

/** Where public facts about something else name an entity, by family and member. */
export const readMentions = async (client: Client, type: MentionedType, id: number): Promise<readonly Mentions[]> => {
  const named = await jsonRows<Mentions>(client, MENTIONS, [type, BigInt(id)]);
  const realms = type === 'item' ? await jsonRows<string>(client, OF_MARKET, [BigInt(id)]) : [];
  if (realms.length === 0) return named;
  const inMarket = {
    family: 'market',
    member: 'itemId',
    total: realms.length,
    subjects: realms.slice(0, MENTIONED_MAX),
  };
  return [...named, inMarket];
};
