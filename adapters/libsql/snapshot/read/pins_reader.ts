import type { FactReader } from '../../../../domain/ports/facts.ts';
import { NPC_ROLES, type NpcRole } from '../../../../schema/vocabulary.ts';
import { jsonRows, readValue } from '../../database.ts';
import { createRowReader, type Query } from './query.ts';

/**
 * SQL conditions for the roles of an NPC, which follow from any public fact. `npc_id` is a column of the outer query.
 */
const HAS: Readonly<Record<NpcRole, string>> = {
  gives: mentioned('giver'),
  ends: mentioned('turnIn'),
  sells: `exists (select 1 from edge_counts where grp = 'sold_by:item:npc' and "end" = 'to' and id = npc_id and rows > 0)`,
  trains: `exists (select 1 from fact_counts
    where family = 'trainer_services' and owner = cast(npc_id as text) and rows > 0)`,
};

function mentioned(member: 'giver' | 'turnIn'): string {
  return `exists (select 1 from mention_counts
    where type = 'npc' and id = npc_id and family = 'quests' and member = '${member}' and rows > 0)`;
}

/** Distances along both axes, rounded to remove floating-point noise, so that equal distances compare equal. */
const [ACROSS, DOWN] = ['round(x - ?2, 6)', 'round(y - ?3, 6)'];

const WITHIN = `from map_pins where map_id = ?1 and x between ?2 - ?4 - 1e-6 and ?2 + ?4 + 1e-6
  and y between ?3 - ?4 - 1e-6 and ?3 + ?4 + 1e-6 and round(sqrt(${ACROSS} * ${ACROSS} + ${DOWN} * ${DOWN}), 6) <= ?4`;

export function createPinReader(query: Query): Pick<FactReader, 'npcsMetIn' | 'pinsNear' | 'rolesAmong'> {
  const readRows = createRowReader(query);
  return {
    pinsNear: (mapId, { x, y, radius, role, yards }, limit) =>
      query(async (client) => {
        const around = [BigInt(mapId), x, y, radius];
        const near = role === null ? WITHIN : `${WITHIN} and ${HAS[role]}`;
        const [width, height] = yards ?? [1, 1];
        const nearest = await jsonRows<number>(
          client,
          `select json_group_array(npc_id) from (select npc_id ${near}
           order by sqrt(${ACROSS} * ${ACROSS} * ?6 + ${DOWN} * ${DOWN} * ?7), npc_id limit ?5)`,
          [...around, BigInt(limit), width * width, height * height],
        );
        const total = await readValue(client, `select count(*) ${near}`, around);
        const onMap = await readValue(client, 'select count(*) from map_pins where map_id = ?', [BigInt(mapId)]);
        return { npcIds: [...new Set(nearest)], total: Number(total), onMap: Number(onMap) };
      }),
    // The cost grows with the NPCs of the zone.
    npcsMetIn: (mapId, roles, after, limit) =>
      readRows(
        `select json_group_array(npc_id) from (
           select npc_id from (select from_id as npc_id from edges
             where grp = 'located_in:npc:zone' and to_id = ?1 and withdrawn_n is null)
           where npc_id > ?2${roles.length === 0 ? '' : ` and (${roles.map((role) => HAS[role]).join(' or ')})`}
           order by npc_id limit ?3)`,
        [BigInt(mapId), BigInt(after), BigInt(limit)],
      ),
    rolesAmong: async (npcIds) => {
      if (npcIds.length === 0) return new Map();
      const found = await readRows<readonly [npcId: number, ...has: number[]]>(
        `select json_group_array(json_array(npc_id, ${NPC_ROLES.map((role) => HAS[role]).join(', ')}))
         from (select distinct value as npc_id from json_each(?))`,
        [JSON.stringify(npcIds)],
      );
      const roles = found.map(([npcId, ...has]) => [npcId, NPC_ROLES.filter((_, i) => has[i] === 1)] as const);
      return new Map(roles.filter(([, own]) => own.length > 0));
    },
  };
}
