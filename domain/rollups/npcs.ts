import { everyValue, oneValue, publicMembers } from './agreed.ts';
import { claimsOn } from './claims_on.ts';
import { ascending } from './order.ts';
import type { TalliedRollup } from './rollup.ts';

/** An NPC's agreed name, and every level and reaction that three installs report. Subject: the NPC's id. */
export const npcs: TalliedRollup = {
  name: 'npcs',
  version: 1,
  shape: 'tallied',
  dated: false,
  kinds: ['npc_sighting'],
  claims: (record) => {
    if (record.kind !== 'npc_sighting') return [];
    const { npcId, name, level, reaction } = record;
    return claimsOn(npcId, { name, level, reaction });
  },
  facts: (_subject, tallies) =>
    publicMembers({
      name: oneValue<string>(tallies, 'name'),
      levels: ascending(everyValue<number>(tallies, 'level')),
      reactions: everyValue<string>(tallies, 'reaction'),
    }),
};
