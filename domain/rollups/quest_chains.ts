import { catalogue } from './catalogue.ts';

/** Chains of quests as the client lists them. Subject: the chain's id. */
export const quest_chains = catalogue('quest_chains', 'quest_chain_catalog', (entry) => entry.questLineId);
