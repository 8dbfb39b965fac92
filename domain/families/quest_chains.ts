import { catalogue } from './counting/catalogue.ts';
import type { MentionRule } from './counting/family.ts';

/** Chains of quests as the client lists them. The subject is the chain's id. */
export const quest_chains = catalogue({
  name: 'quest_chains',
  kind: 'quest_chain_catalog',
  idOf: (record) => record.questLineId,
  about: 'quest_chain',
  label: { kind: 'quest_chain', text: () => 'Chain of quests.' },
  mentions: ({ entry }) => (entry?.value.questIds ?? []).map((id): MentionRule => ['quest', id, 'entry']),
});
