import { flag, id, name, optional } from '../fields.ts';
import { itemId, profession } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** A recipe that a player encountered. */
export const recipe_seen = recordKind({
  kind: 'recipe_seen',
  visibility: 'public',
  sharing: null,
  description: 'A recipe that a player met, learned or not.',
  fields: {
    profession: profession(),
    recipeId: id('The recipe, by its spell’s id.'),
    name: name('The recipe’s name.', 1, 120),
    learned: optional(flag('Whether the character knows it.')),
    itemId: optional(itemId('The item that teaches it: an older name of taughtByItemId.')),
    taughtByItemId: optional(itemId('The item that teaches it.')),
  },
  otherNames: { itemId: 'taughtByItemId' },
  rules: [
    {
      field: 'taughtByItemId',
      holds: ({ itemId, taughtByItemId = itemId }) => itemId === undefined || itemId === taughtByItemId,
      needs: 'the same item as itemId, if both are given',
    },
  ],
});
