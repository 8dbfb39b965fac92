import { catalogue } from './counting/catalogue.ts';
import { joinSentence } from './counting/label_text.ts';

/** Achievements as the client describes them. The subject is the achievement's id. */
export const achievements = catalogue({
  name: 'achievements',
  kind: 'achievement_catalog',
  idOf: (record) => record.achievementId,
  about: 'achievement',
  label: {
    kind: 'achievement',
    text: ({ parentCategory, category }) => joinSentence('Achievement', parentCategory ?? null, category),
  },
});
