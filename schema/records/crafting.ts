import { copper, flag, id, integer, list, name, oneOf, optional, table } from '../fields.ts';
import { REAGENTS_MAX } from '../limits.ts';
import { itemId, level, npcId, profession, skill, stack, standing } from '../record_fields.ts';
import { publicRecord } from '../record_kind.ts';
import { RECIPE_DIFFICULTIES } from '../vocabulary.ts';

/** Recipes, and the trainers and items that teach them. */

export const recipe_observed = publicRecord('recipe_observed', {
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

export const recipe_seen = publicRecord('recipe_seen', {
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

export const trainer_seen = publicRecord('trainer_seen', {
  description: 'What a trainer teaches, and for how much.',
  fields: {
    trainerNpcId: npcId('The trainer.'),
    standing: standing(),
    services: table('What is taught.', [1, 200], 'One lesson.', {
      spellId: optional(id('The spell it teaches. A spell id of the game.')),
      name: name('The lesson’s name.', 1, 120),
      costCopper: copper('Its price.'),
      requiredLevel: optional(level('The level it needs.')),
      profession: optional(profession()),
      requiredSkill: optional(skill('The skill in the profession it needs.')),
    }),
  },
});
