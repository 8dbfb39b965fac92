import { catalogue } from './catalogue.ts';

/** Achievements as the client describes them. Subject: the achievement's id. */
export const achievements = catalogue('achievements', 'achievement_catalog', (entry) => entry.achievementId);
