import { oneText, oneValue, publicMembers } from './counting/agreed.ts';
import { claimsOn, inLanguage } from './counting/claims_on.ts';
import { tallied } from './counting/family.ts';
import { agreedPrices, priceFields } from './counting/standing.ts';

/**
 * A trainer's lesson: its agreed name, spell and requirements, and every cost in copper that three installs list in
 * their newest reports. The subject is `<NPC id>:spell:<spell id>`, or `<NPC id>:name:<name>` if no spell is reported.
 */
export const trainer_services = tallied({
  name: 'trainer_services',
  version: 3,
  kinds: ['trainer_seen'],
  subject: { kind: 'trainer', id: 0 },
  witnesses: { npc: ['ID:*'] },
  carded: { type: 'npc', subject: 'id-first' },
  claims: ({ trainerNpcId, standing, services }, { language }) =>
    services.flatMap(({ spellId, name, costCopper, requiredLevel, profession, requiredSkill }) => {
      const subject = `${trainerNpcId}:${spellId === undefined ? `name:${name}` : `spell:${spellId}`}`;
      return [
        ...inLanguage(language, claimsOn(subject, { name, profession })),
        ...claimsOn(subject, { ...priceFields(costCopper, standing), spellId, requiredLevel, requiredSkill }),
      ];
    }),
  facts: (_subject, tallies) =>
    publicMembers({
      name: oneText<string>(tallies, 'name'),
      spellId: oneValue<number>(tallies, 'spellId'),
      costs: agreedPrices(tallies),
      requiredLevel: oneValue<number>(tallies, 'requiredLevel'),
      profession: oneText<string>(tallies, 'profession'),
      requiredSkill: oneValue<number>(tallies, 'requiredSkill'),
    }),
});
