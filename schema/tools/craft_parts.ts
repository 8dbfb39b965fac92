import {
  copper,
  flag,
  id,
  integer,
  name,
  nullable,
  nullableObject,
  number,
  oneOf,
  optional,
  strictObject,
  table,
} from '../fields.ts';
import { CRAFT_SOURCES_MAX, LENGTHS, REAGENTS_MAX, SKILL_MAX } from '../limits.ts';
import { count, text } from '../response_fields.ts';
import { agreed, array, day, entity, installs, locale } from './parts.ts';

/** Schema parts shared by the profession tools. */

export function professionArgument() {
  return name(
    'A profession, such as Tailoring, in any spelling that differs only in case.',
    LENGTHS.profession.min,
    LENGTHS.profession.max,
  );
}

export function thresholdRange(description: string) {
  return nullableObject(
    `${description} Players’ reports bound it: it lies at low or above and at high or below. Null: unknown.`,
    {
      low: integer('The lowest skill it can be.', 0, SKILL_MAX + 1),
      high: integer('The highest skill it can be.', 0, SKILL_MAX + 1),
      installs: installs(),
    },
  );
}

function skillField(description: string) {
  return integer(description, 0, SKILL_MAX + 1);
}

function boundField(colour: string) {
  return nullableObject(`The bound of ${colour} on one side, or null if it has bounds on both sides or on none.`, {
    atLeast: nullable(skillField('The lowest possible skill, or null if unknown.')),
    atMost: nullable(skillField('The highest possible skill, or null if unknown.')),
    installs: installs(),
  });
}

export function thresholdBounds() {
  return strictObject('Thresholds with only one bound in players’ reports.', {
    yellow: boundField('yellow'),
    green: boundField('green'),
    grey: boundField('grey'),
  });
}

/** Facts about thresholds in addition to their ranges. */
export function otherThresholdFields() {
  return {
    bounds: optional(thresholdBounds()),
    inFiles: optional(
      nullableObject(
        'The thresholds in the game’s files (unconfirmed, see gameData), or null if they have none or no build was imported.',
        {
          yellow: integer('The skill from which it is yellow.', 0),
          green: integer('The skill from which it is green: midway, rounded down.', 0),
          grey: integer('The skill from which it is grey.', 0),
        },
      ),
    ),
  };
}

/** A threshold as used to count crafts. */
export function countedThreshold(colour: string) {
  return nullableObject(`The range of skills in which ${colour} is assumed to begin, or null if unknown.`, {
    low: integer('The lowest skill.', 0),
    high: integer('The highest skill.', 0),
    source: oneOf(
      'Who says so: players’ reports on both sides, reports on one side, or the game’s files (unconfirmed).',
      ['reports', 'bounds', 'game-files'],
    ),
  });
}

/** The skill from which a route uses a recipe. */
export function countedFromField() {
  return nullableObject('The skill from which it is used, or null if unknown.', {
    skill: integer('The skill.', 0, 1_000),
    source: oneOf(
      'Why: its trainers or the game’s files require that skill, three players had the recipe there, or it is yellow there.',
      ['trainer', 'game-files', 'reports', 'yellow'],
    ),
  });
}

/** Two prices of the same goods whose difference a reputation discount would explain. */
function discountField() {
  return optional(
    nullableObject('Two agreed prices that differ by exactly a reputation discount, or null if there are none.', {
      fullCopper: copper('The full price.'),
      reducedCopper: copper('The price of players of good standing.'),
      percent: integer('The discount.', 5, 20),
    }),
  );
}

/** The location of an NPC. */
export function locationField(description: string) {
  return optional(
    nullableObject(`${description} Null: unknown.`, {
      mapId: id('The map.'),
      map: nullable(text('The map’s agreed name, or null if there is none.', 120)),
      mapLocale: locale(),
      mapInFiles: nullable(
        text(
          'Its name in the game’s files (unconfirmed, see gameData) if installs agree on none, or null if the files have none either.',
          LENGTHS.fileName.max,
        ),
      ),
      x: nullable(number('Percent of the map’s width from its left edge, or null if unknown.', 0, 100)),
      y: nullable(number('Percent of the map’s height from its upper edge, or null if unknown.', 0, 100)),
    }),
  );
}

/** The sources of an item. */
export function itemSourcesField() {
  return optional(
    strictObject('Where the item comes from, as three installs saw; each list may be empty.', {
      soldBy: table('Vendors that sell it.', [0, CRAFT_SOURCES_MAX], 'A vendor.', {
        vendor: entity('The vendor.'),
        cost: nullable(
          agreed('The price that most installs reported, or null if installs agree on none.', copper('Its price.')),
        ),
        installs: optional(installs()),
        place: locationField('The location of the vendor.'),
      }),
      droppedBy: array('NPCs and objects that it was looted from.', entity('The source.'), CRAFT_SOURCES_MAX),
      rewardFrom: array('Quests that reward it.', entity('The quest.'), CRAFT_SOURCES_MAX),
      isElsewhere: optional(flag('Whether players gather it, or it has a market value on a realm.')),
    }),
  );
}

export function unitPriceField() {
  return nullableObject('The unit price that most installs saw, or null if installs agree on none.', {
    copper: copper('The price of one.'),
    source: oneOf(
      'Who asks for it: a vendor that is named, vendors that the reports do not name, or auctions (the market value).',
      ['vendor', 'vendor-seen', 'market'],
    ),
    installs: installs(),
    vendor: nullable(entity('The vendor, or null if the price is not from a named vendor.')),
    day: nullable(day('The public day of a market value; null for prices of vendors.')),
    discount: discountField(),
  });
}

export function reagentsField() {
  return nullableObject('Reagents of one craft, or null if installs agree on no list.', {
    installs: installs(),
    rows: table('By item id.', [0, REAGENTS_MAX], 'A reagent.', {
      item: entity('The item.'),
      count: integer('Quantity per craft.', 1, 8_000),
      price: unitPriceField(),
    }),
  });
}

export function makesField() {
  return nullableObject('The item it makes, or null if unknown or if it makes no item.', {
    item: entity('The item.'),
    installs: installs(),
    min: nullable(agreed('The fewest it makes at once.', count('Pieces.'))),
    max: nullable(agreed('The most it makes at once.', count('Pieces.'))),
  });
}

/** The ways to learn a recipe. */
export function learningFields() {
  const trainer = { trainer: entity('The trainer.'), place: locationField('The location of the trainer.') };
  return {
    isLearnable: optional(flag('Whether trainers or items teach it, or three players had it at skill 1.')),
    learnableFrom: nullableObject('The required skill, or null if unknown.', {
      skill: integer('The skill.', 0, 1_000),
      source: oneOf(
        'Who says so: the trainers that players visited, or the item that teaches it in the game’s files (unconfirmed, see gameData).',
        ['trainer', 'game-files'],
      ),
    }),
    lesson: nullableObject('The lesson whose cost most installs saw, or null if no trainer is known to teach it.', {
      ...trainer,
      trainers: optional(count('How many trainers teach it at this cost.')),
      otherTrainers: optional(table('Up to two others of them.', [0, 2], 'A trainer.', trainer)),
      cost: nullable(
        agreed('The cost that most installs reported, or null if installs agree on none.', copper('Its price.')),
      ),
      discount: discountField(),
      requiredSkill: nullable(
        agreed('The required skill, or null if installs agree on none.', integer('Skill.', 0, SKILL_MAX)),
      ),
      requiredLevel: nullable(
        agreed('The required level, or null if installs agree on none.', integer('Level.', 1, 100)),
      ),
    }),
    taughtBy: nullableObject('The item that teaches it, or null if none is known.', {
      item: entity('The item.'),
      installs: installs(),
      sources: itemSourcesField(),
    }),
  };
}

/** Realms with auction prices. */
export function realmsWithPrices() {
  return optional(
    array(
      'Realms with market values, by name; empty if the requested realm is one of them.',
      text('A realm, as spelt here.', 120),
      50,
    ),
  );
}

export function expectedCrafts(description: string) {
  return number(description, 0, 1_000_000_000);
}
