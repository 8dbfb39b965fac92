import { catalogue } from './counting/catalogue.ts';
import { joinSentence } from './counting/label_text.ts';

/** Factions with which a character can earn reputation. The subject is the faction's id. */
export const reputations = catalogue({
  name: 'reputations',
  kind: 'reputation_catalog',
  idOf: (record) => record.factionId,
  about: 'reputation',
  label: { kind: 'faction', text: ({ header }) => joinSentence('Faction', header ?? null) },
});
