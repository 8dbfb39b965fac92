import { integer, list, name, optional, strictObject } from '../fields.ts';
import { gameId } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

const COUNT_MAX = 2_000_000_000;

/** An achievement as the client describes it. */
export const achievement_catalog = recordKind({
  kind: 'achievement_catalog',
  visibility: 'private',
  sharing: null,
  description:
    'An achievement as the client describes it. criteriaCount is the real count, while criteria keeps the first 100.',
  fields: {
    achievementId: gameId('The achievement. An achievement id of the game.'),
    name: name('The achievement’s name.', 1, 120),
    categoryId: integer('Its category, by the client’s id.', 0, COUNT_MAX),
    category: name('Its category’s name.', 1, 80),
    parentCategory: optional(name('The name of the category above.', 1, 80)),
    points: integer('The points it gives.', 0, 1000),
    criteriaCount: integer('How many criteria it has.', 0, 5000),
    criteria: list(
      'The first criteria.',
      strictObject('One criterion.', {
        text: name('What it asks for; may be empty.', 0, 120),
        required: integer('How many of it.', 0, COUNT_MAX),
      }),
      0,
      100,
    ),
  },
  rules: [
    {
      field: 'criteriaCount',
      holds: ({ criteriaCount, criteria }) => criteriaCount >= criteria.length,
      needs: 'no less than the number of criteria listed',
    },
  ],
});
