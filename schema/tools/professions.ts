import { copper, flag, integer, name, nullable, oneOf, optional, strictObject, table } from '../fields.ts';
import { LIST_MAX, REAGENTS_MAX, SKILL_MAX } from '../limits.ts';
import { count, otherRealmsField, text } from '../response_fields.ts';
import { HOUSES } from '../vocabulary.ts';
import {
  countedFromField,
  countedThreshold,
  expectedCrafts,
  learningFields,
  locationField,
  makesField,
  otherThresholdFields,
  professionArgument,
  reagentsField,
  realmsWithPrices,
  thresholdRange,
  unitPriceField,
} from './craft_parts.ts';
import { array, entity, pageAnswer, realmArgument } from './parts.ts';
import { toolContract, withDefault } from './tool.ts';

function skillArgument(description: string) {
  return integer(description, 1, SKILL_MAX);
}

function pricedRealmField() {
  return nullable(
    text(
      'The realm whose auction prices are used for items that no vendor sells, or null if none was given or it is unknown.',
      120,
    ),
  );
}

function pricedHousesField() {
  const description = 'The auction houses whose values are used, the preferred one first.';
  return array(description, oneOf('An auction house.', HOUSES), HOUSES.length);
}

const REALM_OR_HOUSE = 'A realm in any case, perhaps with the faction whose auction house is meant: Everlook Horde.';

export const profession_path = toolContract('profession_path', {
  title: 'Cheapest way to raise a profession',
  description:
    'The cheapest way to raise a profession from one skill to another: recipes to craft and where to learn them, and reagents and where to buy them. The total includes lessons and is based on the recipes, thresholds and prices that players reported; skills without a known recipe are listed as gaps. With a realm, its auction prices are used for reagents that no vendor sells.',
  layers: ['observed', 'game-files'],
  arguments: {
    profession: professionArgument(),
    from: withDefault(skillArgument('The skill to begin with.'), 1),
    to: withDefault(skillArgument('The skill to reach; higher than from.'), 300),
    realm: optional(realmArgument(REALM_OR_HOUSE)),
  },
  output: pageAnswer('The way, and what it costs.', {
    profession: text('The profession, as most of its recipes spell it.', 40),
    from: skillArgument('The skill to begin with.'),
    to: skillArgument('The skill to reach.'),
    realm: pricedRealmField(),
    houses: pricedHousesField(),
    otherRealms: otherRealmsField(),
    steps: array(
      'The crafts, in order of skill. There may be gaps between them.',
      strictObject('One recipe for some points of skill.', {
        recipeId: integer('The recipe, by its spell’s id.', 1),
        name: nullable(text('Its agreed name, or null if no name has three installs behind it.', 300)),
        fromSkill: skillArgument('The skill at which the step begins.'),
        toSkill: skillArgument('The skill that it reaches.'),
        crafts: expectedCrafts('Crafts that are expected for it, to two decimals.'),
        wholeCrafts: optional(count('The same rounded up: what to plan with.')),
        reagents: nullable(
          array(
            'Reagents of these crafts, by item id, or null if installs agree on no list.',
            strictObject('A reagent.', {
              item: entity('The item.'),
              count: integer('Quantity per craft.', 1, 8_000),
              needed: expectedCrafts('Expected quantity for the crafts of the step, to two decimals.'),
              price: unitPriceField(),
            }),
            REAGENTS_MAX,
          ),
        ),
        costCopper: nullable(
          copper(
            'Cost of its reagents, without the lesson, or null if a reagent has no price. The totals then leave it out.',
          ),
        ),
      }),
      SKILL_MAX,
    ),
    recipes: array(
      'The recipes of the steps, each once, in their order: how they are learned, and what is known of them.',
      strictObject('A recipe of the way.', {
        recipe: entity('The recipe, by its spell’s id.'),
        ...learningFields(),
        yellow: thresholdRange('The skill from which it is yellow.'),
        grey: thresholdRange('The skill from which it is grey.'),
        ...otherThresholdFields(),
        counted: optional(
          strictObject(
            'What its crafts are counted with: thresholds, on average over the skills they can be, and the skill from which it is used.',
            {
              yellow: countedThreshold('yellow'),
              grey: countedThreshold('grey'),
              from: optional(countedFromField()),
            },
          ),
        ),
        makes: makesField(),
        reagents: reagentsField(),
        craftCostCopper: nullable(copper('Cost of one craft, or null if a reagent has no price.')),
      }),
      SKILL_MAX,
    ),
    shopping: optional(
      table('Quantities of the reagents, in the order of first use.', [0, 2_000], 'A reagent.', {
        item: entity('The item.'),
        needed: count('Total quantity for all crafts, with each step rounded up to whole crafts.'),
        made: count('Quantity made by earlier steps.'),
        buy: count('The rest.'),
        price: unitPriceField(),
        place: locationField('The location of its vendor.'),
        auctionCopper: optional(nullable(copper('Its market value on the realm if a vendor asks more, or null.'))),
        costCopper: nullable(copper('Cost of the remaining reagents, or null if they have no price.')),
      }),
    ),
    shoppingCopper: optional(nullable(copper('Total of all rows of the list with a price, or null if none has one.'))),
    realmsWithPrices: realmsWithPrices(),
    gaps: array(
      'Skills that no known recipe raises, in their order: nothing known can be learned there, or its thresholds are unknown.',
      strictObject('A gap.', {
        fromSkill: skillArgument('The skill at which it begins.'),
        toSkill: skillArgument('The skill at which it ends.'),
      }),
      SKILL_MAX,
    ),
    reagentsCopper: nullable(copper('Cost of the reagents of all priced steps, or null if no step has a price.')),
    lessonsCopper: copper('Total cost of the lessons with a known cost, each once.'),
    totalCopper: nullable(copper('The sum of both, or null if no step has a price.')),
    leavesOut: array('Costs missing from the totals, as sentences; empty if none.', text('A sentence.', 1_000), 10),
    couldSaveCopper: copper(
      'No other way of learnable recipes over the priced points is cheaper by more than this; 0: none is, proved.',
    ),
    considered: strictObject('The recipes that were considered.', {
      recipes: count('Public recipes of the profession.'),
      usable: count('Those of them that are known to raise the skill somewhere between from and to.'),
      priced: count('Those of the usable ones whose reagents all have a price.'),
    }),
    isCut: flag(
      'True where more recipes, lessons, reagents or vendors are public than are looked at: a cheaper way may then be missed.',
    ),
    rule: text('How crafts, prices and the choice are worked out.', 4_000),
  }),
});

export const recipe_thresholds = toolContract('recipe_thresholds', {
  title: 'Skill thresholds of recipes',
  description:
    'The skills at which each recipe of a profession turns yellow, green and grey, as ranges derived from players’ reports, with the item made, reagents, cost and ways to learn it. With a realm, its auction prices are used for reagents that no vendor sells. Use profession_path for the cheapest way to raise a skill.',
  layers: ['observed', 'game-files'],
  arguments: {
    profession: professionArgument(),
    recipe: optional(name('Part of a recipe’s name, in any case; left out: all recipes.', 1, 120)),
    realm: optional(realmArgument(REALM_OR_HOUSE)),
  },
  output: pageAnswer('The recipes of the profession.', {
    profession: text('The profession, as most of its recipes spell it.', 40),
    realm: optional(pricedRealmField()),
    houses: pricedHousesField(),
    otherRealms: otherRealmsField(),
    realmsWithPrices: realmsWithPrices(),
    total: count('How many recipes are meant, those that are not listed included.'),
    recipes: array(
      `Its recipes by the skills at which they turn yellow, green and grey (the low end of the range, else what the game’s files say, else the bound), unknown ones last, then by id; at most ${LIST_MAX.recipes}.`,
      strictObject('A recipe.', {
        recipe: entity('The recipe, by its spell’s id.'),
        yellow: thresholdRange('The skill from which it is yellow: a craft no longer always raises the skill.'),
        green: thresholdRange('The skill from which it is green.'),
        grey: thresholdRange('The skill from which it is grey: a craft no longer raises the skill.'),
        ...otherThresholdFields(),
        makes: makesField(),
        reagents: reagentsField(),
        costCopper: nullable(copper('Cost of one craft, or null if a reagent has no agreed price.')),
        costPerUnitCopper: nullable(
          copper('The same per item made, if the craft makes the fewest, or null if unknown.'),
        ),
        ...learningFields(),
      }),
      LIST_MAX.recipes,
    ),
    isCut: flag(
      'True where more recipes, lessons, reagents or vendors are public than are looked at: prices may then be missing or not the lowest.',
    ),
  }),
});
