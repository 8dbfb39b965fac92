import { agreeOnText, findMinorityText, listValues, omitNulls, unwrapAgreedValues } from './counting/agreed.ts';
import { buildClaims, buildCountedReports, markLanguage } from './counting/claims_on.ts';
import { type AnonymousRecord, defineTalliedFamily } from './counting/family.ts';
import { formatLevels, joinSentence } from './counting/label_text.ts';
import { buildSourceClaims } from './counting/loot_source.ts';
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
    if (record.kind === 'loot') return buildSourceClaims(record, 'npc', language);
    const { npcId, name, level, reaction } = record;
    return [
      ...markLanguage(language, buildClaims(npcId, { name })),
      ...buildCountedReports(npcId, { level, reaction }),
    ];
  },
  facts: (_subject, tallies) =>
    omitNulls({
      name: agreeOnText<string>(tallies, 'name'),
      otherName: findMinorityText<string>(tallies, 'name'),
      levels: sortAscending(listValues<number>(tallies, 'level')),
      reactions: listValues<NpcReaction>(tallies, 'reaction'),
    }),
  label: {
    kind: 'npc',
    name: (fact) => fact.name,
    text: (fact) => {
      const reactions = unwrapAgreedValues(fact.reactions);
      return joinSentence(
        'NPC',
        formatLevels(unwrapAgreedValues(fact.levels)),
        reactions.length === 0 ? null : reactions.join(' or '),
      );
    },
  },
});
