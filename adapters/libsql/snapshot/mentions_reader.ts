import type { Client } from '@libsql/client';
import { ENTITY_ROWS_MAX, type Mention, type MentionedType } from '../../../domain/ports/snapshots.ts';
import { jsonRows } from '../database.ts';

/** An item's market values name it, too; they have an index of their own. */
const MENTIONS = `select json_group_array(json_object('family', family, 'member', member, 'subject', subject)) from (
    select * from (
      select family, member, subject from mentions where type = ?1 and id = ?2
      union all
      select 'market', 'itemId', r.realm_key from market_realms as r where ?1 = 'item'
        and exists (select 1 from market_items as i where i.realm_n = r.n and i.house = '' and i.item_id = ?2))
    order by family, member, length(subject), subject limit ${ENTITY_ROWS_MAX})`;

/** Where public facts about something else name an entity. */
export const readMentions = (client: Client, type: MentionedType, id: number): Promise<readonly Mention[]> =>
  jsonRows<Mention>(client, MENTIONS, [type, BigInt(id)]);
