import { catalogue } from './catalogue.ts';

/** Factions whose standing a character can earn. Subject: the faction's id. */
export const reputations = catalogue('reputations', 'reputation_catalog', (entry) => entry.factionId);
