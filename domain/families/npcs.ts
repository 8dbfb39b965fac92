import { agreeOnText, findUnshownText, listReported, publicMembers, readAgreedValues } from './counting/agreed.ts';
import { buildClaims, buildCountedReports, markLanguage } from './counting/claims_on.ts';
import { type AnonymousRecord, defineTalliedFamily } from './counting/family.ts';
import { formatLevels, joinSentence } from './counting/label_text.ts';
import { claimSourceNames } from './counting/loot_source.ts';
import { sortAscending } from './counting/order.ts';

type NpcReaction = Extract<AnonymousRecord, { kind: 'npc_sighting' }>['reaction'];

/**
 * An NPC's agreed name, and every level and reaction that at least three installs, and a tenth of those that report one,
 * have ever reported. Creatures of the same kind differ in level, and their reaction depends on the player's faction, so
 * an install votes for every value it has reported, not just the latest. Sightings and loot windows are votes on the same name. The subject is the NPC's id.
 */
export const npcs = defineTalliedFamily({
  name: 'npcs',
  version: 4,
  kinds: ['npc_sighting', 'loot'],
  subject: { kind: 'npc', id: 0 },
  witnesses: { npc: ['ID'] },
  carded: { type: 'npc', subject: 'id' },
  claims: (record, { language }) => {
    if (record.kind === 'loot') return claimSourceNames(record, 'npc', language);
    const { npcId, name, level, reaction } = record;
    return [
      ...markLanguage(language, buildClaims(npcId, { name })),
      ...buildCountedReports(npcId, { level, reaction }),
    ];
  },
  facts: (_subject, tallies) =>
    publicMembers({
      name: agreeOnText<string>(tallies, 'name'),
      otherName: findUnshownText<string>(tallies, 'name'),
      levels: sortAscending(listReported<number>(tallies, 'level')),
      reactions: listReported<NpcReaction>(tallies, 'reaction'),
    }),
  label: {
    kind: 'npc',
    name: (fact) => fact.name,
    text: (fact) => {
      const reactions = readAgreedValues(fact.reactions);
      return joinSentence(
        'NPC',
        formatLevels(readAgreedValues(fact.levels)),
        reactions.length === 0 ? null : reactions.join(' or '),
      );
    },
  },
});
