import { agreedValue, agreedValues, everyValue, oneValue, publicMembers } from './counting/agreed.ts';
import { claimsOn } from './counting/claims_on.ts';
import { type AnonymousRecord, tallied } from './counting/family.ts';
import { levelsText, sentence } from './counting/label_text.ts';
import { ascending } from './counting/order.ts';

type Reaction = Extract<AnonymousRecord, { kind: 'npc_sighting' }>['reaction'];

/** An NPC's agreed name, and every level and reaction that three installs report. Subject: the NPC's id. */
export const npcs = tallied({
  name: 'npcs',
  version: 1,
  dated: false,
  kinds: ['npc_sighting'],
  subject: { kind: 'npc', id: 0 },
  logged: true,
  witnesses: { npc: ['ID'] },
  carded: { type: 'npc', subject: 'id' },
  claims: (record) => {
    if (record.kind !== 'npc_sighting') return [];
    const { npcId, name, level, reaction } = record;
    return claimsOn(npcId, { name, level, reaction });
  },
  facts: (_subject, tallies) =>
    publicMembers({
      name: oneValue<string>(tallies, 'name'),
      levels: ascending(everyValue<number>(tallies, 'level')),
      reactions: everyValue<Reaction>(tallies, 'reaction'),
    }),
  label: {
    kind: 'npc',
    name: (fact) => agreedValue(fact.name),
    text: (fact) => {
      const reactions = agreedValues(fact.reactions);
      return sentence(
        'NPC',
        levelsText(agreedValues(fact.levels)),
        reactions.length === 0 ? null : reactions.join(' or '),
      );
    },
  },
});
