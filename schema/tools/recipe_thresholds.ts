import { flag, name, nullable, optional, strictObject } from '../fields.ts';
import { LIST_MAX } from '../limits.ts';
import { count, plain } from '../response_fields.ts';
import {
  learning,
  makes,
  otherThresholds,
  professionArgument,
  reagents,
  realmsWithPrices,
  thresholdRange,
} from './craft_parts.ts';
import { copper, entity, many, pageAnswer, realmArgument } from './parts.ts';
import { toolContract } from './tool.ts';

/** The skill levels at which a profession's recipes turn yellow, green and grey, and what the recipes cost. */
export const recipe_thresholds = toolContract({
  name: 'recipe_thresholds',
  title: 'Skill thresholds of recipes',
  description:
    'The skills at which each recipe of a profession turns yellow, green and grey, as ranges derived from players’ reports, with the item made, reagents, cost and ways to learn it. With a realm, its auction prices are used for reagents that no vendor sells. Use profession_path for the cheapest way to raise a skill.',
  layers: ['observed', 'game-files'],
  arguments: {
    profession: professionArgument(),
    recipe: optional(name('Part of a recipe’s name, in any case; left out: all recipes.', 1, 120)),
    realm: optional(realmArgument()),
  },
  output: pageAnswer(
    strictObject('The recipes of the profession.', {
      profession: plain('The profession, as most of its recipes spell it.', 40),
      realm: optional(
        nullable(
          plain(
            'The realm whose auction prices are used for items that no vendor sells, or null if none was given or it is unknown.',
            120,
          ),
        ),
      ),
      realmsWithPrices: realmsWithPrices(),
      total: count('How many recipes are meant, those that are not listed included.'),
      recipes: many(
        `Its recipes by the skills at which they turn yellow, green and grey (the low end of the range, else what the game’s files say, else the bound), unknown ones last, then by id; at most ${LIST_MAX.recipes}.`,
        strictObject('A recipe.', {
          recipe: entity('The recipe, by its spell’s id.'),
          yellow: thresholdRange('The skill from which it is yellow: a craft no longer always raises the skill.'),
          green: thresholdRange('The skill from which it is green.'),
          grey: thresholdRange('The skill from which it is grey: a craft no longer raises the skill.'),
          ...otherThresholds(),
          makes: makes(),
          reagents: reagents(),
          costCopper: nullable(copper('Cost of one craft, or null if a reagent has no agreed price.')),
          costPerUnitCopper: nullable(
            copper('The same per item made, if the craft makes the fewest, or null if unknown.'),
          ),
          ...learning(),
        }),
        LIST_MAX.recipes,
      ),
      isCut: flag(
        'True where more recipes, lessons, reagents or vendors are public than are looked at: prices may then be missing or not the lowest.',
      ),
    }),
  ),
});
