import { id, integer, list, name, oneOf, optional } from '../fields.ts';
import { REAGENTS_MAX } from '../limits.ts';
import { itemId, profession, skill, stack } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';
import { RECIPE_DIFFICULTIES } from '../vocabulary.ts';

/** A recipe, as shown in a character's profession window. */
export const recipe_observed = recordKind({
  kind: 'recipe_observed',
  visibility: 'public',
  sharing: null,
  description:
    'A recipe as a character’s profession window showed it: at which skill it had which difficulty, what it makes and of what. The difficulties optimal, medium, easy and trivial bound the skills at which it turns yellow, green and grey.',
  fields: {
    profession: profession(),
    recipeId: id('The recipe, by its spell’s id.'),
    name: name('The recipe’s name.', 1, 120),
    skill: skill('The character’s skill at that moment.'),
    difficulty: oneOf('The difficulty it had at that skill.', RECIPE_DIFFICULTIES),
    itemId: optional(itemId('The item it makes: an older name of makesItemId.')),
    makesItemId: optional(itemId('The item it makes.')),
    makesMin: optional(integer('The fewest it makes at once.', 1, 1000)),
    makesMax: optional(integer('The most it makes at once.', 1, 1000)),
    reagents: list('What it uses up.', stack(), 0, REAGENTS_MAX),
  },
  otherNames: { itemId: 'makesItemId' },
  rules: [
    {
      field: 'makesItemId',
      holds: ({ itemId, makesItemId = itemId }) => itemId === undefined || itemId === makesItemId,
      needs: 'the same item as itemId, if both are given',
    },
    {
      field: 'makesMax',
      holds: ({ makesMin = 0, makesMax = makesMin }) => makesMin <= makesMax,
      needs: 'no less than makesMin',
    },
  ],
});
