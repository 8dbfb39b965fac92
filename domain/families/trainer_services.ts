import { everyValue, oneValue, publicMembers } from './counting/agreed.ts';
import { claimsOn } from './counting/claims_on.ts';
import { tallied } from './counting/family.ts';
import { ascending } from './counting/order.ts';

/**
 * A lesson of a trainer: every cost that three installs saw last, in copper, and what they agree it is and needs.
 * Subject: `<trainer's NPC id>:spell:<spell id>`, or `<trainer's NPC id>:name:<name>` where the reports name no spell.
 */
export const trainer_services = tallied({
  name: 'trainer_services',
  version: 1,
  dated: false,
  kinds: ['trainer_seen'],
  subject: { kind: 'trainer', id: 0 },
  logged: true,
  witnesses: { npc: ['ID:*'] },
  carded: { type: 'npc', subject: 'id-first' },
  claims: (record) =>
    record.kind !== 'trainer_seen'
      ? []
      : record.services.flatMap(({ spellId, name, costCopper: cost, requiredLevel, profession, requiredSkill }) => {
          const service = spellId === undefined ? `name:${name}` : `spell:${spellId}`;
          const told = { name, cost, spellId, requiredLevel, profession, requiredSkill };
          return claimsOn(`${record.trainerNpcId}:${service}`, told);
        }),
  facts: (_subject, tallies) =>
    publicMembers({
      name: oneValue<string>(tallies, 'name'),
      spellId: oneValue<number>(tallies, 'spellId'),
      costs: ascending(everyValue<number>(tallies, 'cost')),
      requiredLevel: oneValue<number>(tallies, 'requiredLevel'),
      profession: oneValue<string>(tallies, 'profession'),
      requiredSkill: oneValue<number>(tallies, 'requiredSkill'),
    }),
});
