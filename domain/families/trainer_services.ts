import { agreeOnText, agreeOnValue, omitNulls } from './counting/agreed.ts';
import { buildClaims, markLanguage } from './counting/claims_on.ts';
import { defineTalliedFamily } from './counting/family.ts';
import { computeVendorPrices, priceFields } from './counting/standing.ts';

/**
 * A trainer's lesson: its agreed name, spell and requirements, and its costs in copper, the leading one first, with
 * those at a reputation discount that it replaces. The subject is `<NPC id>:spell:<spell id>`, or `<NPC id>:name:<name>`
 * if no spell is reported.
 */
export const trainer_services = defineTalliedFamily({
  name: 'trainer_services',
  version: 4,
  kinds: ['trainer_seen'],
  subject: { kind: 'trainer', id: 0 },
  witnesses: { npc: ['ID:*'] },
  carded: { type: 'npc', subject: 'id-first' },
  claims: ({ trainerNpcId, standing, services }, { language, game }) =>
    services.flatMap(({ spellId, name, costCopper, requiredLevel, profession, requiredSkill }) => {
      const subject = `${trainerNpcId}:${spellId === undefined ? `name:${name}` : `spell:${spellId}`}`;
      return [
        ...markLanguage(language, buildClaims(subject, { name, profession })),
        ...buildClaims(subject, { ...priceFields(costCopper, standing, game), spellId, requiredLevel, requiredSkill }),
      ];
    }),
  facts: (_subject, tallies) => {
    const { prices: costs, withReputation } = computeVendorPrices(tallies);
    return omitNulls({
      name: agreeOnText<string>(tallies, 'name'),
      spellId: agreeOnValue<number>(tallies, 'spellId'),
      costs,
      withReputation,
      requiredLevel: agreeOnValue<number>(tallies, 'requiredLevel'),
      profession: agreeOnText<string>(tallies, 'profession'),
      requiredSkill: agreeOnValue<number>(tallies, 'requiredSkill'),
    });
  },
});
