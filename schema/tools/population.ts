import { nullable, oneOf, optional, strictObject, token } from '../fields.ts';
import { DAYS_BACK } from '../limits.ts';
import { count, plain } from '../response_fields.ts';
import { FACTIONS } from '../vocabulary.ts';
import { day, many, pageAnswer, realmArgument } from './parts.ts';
import { toolContract } from './tool.ts';

function breakdown(description: string, cell: string, order: string) {
  return strictObject(description, {
    total: nullable(count('The sum of the cells shown, or null if none is. Null means unknown, not zero.')),
    cells: many(
      `${order} A cell with fewer than three installs is null, which means unknown, not zero.`,
      strictObject('One cell.', {
        name: plain(cell, 40),
        characters: nullable(count('Distinct characters, or null if unknown.')),
        installs: nullable(
          count('Distinct installs whose newest report says so for some of them, or null if unknown.'),
        ),
      }),
      200,
    ),
  });
}

/** Number of characters. */
export const population = toolContract({
  name: 'population',
  title: 'Population of a realm',
  description: `Characters that players saw in the last ${DAYS_BACK.daily} days, by faction, class, race and level band, for one realm or all, optionally for one faction or class. Each character counts once, by its newest report. Every cell, and every difference of cells, is based on at least three installs; characters reported by fewer are left out, and a null cell means unknown, not zero. So breakdowns need not add up to the same total, nor realms to the total of all. The figures count characters that were seen, not all that exist.`,
  layers: ['observed'],
  arguments: {
    realm: optional(realmArgument()),
    faction: optional(oneOf('Only this faction.', FACTIONS)),
    class: optional(
      token(
        'Only this class, by the client’s token, such as MAGE or DEATHKNIGHT, in any case.',
        2,
        20,
        '^[A-Za-z]{2,20}$',
        'letters',
      ),
    ),
  },
  output: pageAnswer(
    strictObject('The characters of the cut that was asked for.', {
      realm: nullable(plain('The realm as this instance spells it, or null for all realms together.', 120)),
      faction: nullable(oneOf('The faction asked for, or null for both.', FACTIONS)),
      class: nullable(plain('The class asked for, or null for all.', 40)),
      day: day(`The day it was computed for: characters of the ${DAYS_BACK.daily} days before it count.`),
      factions: breakdown('By faction.', 'The faction.', 'Both factions, or the one asked for.'),
      classes: breakdown(
        'By class.',
        'The class, by the client’s token.',
        'The nine classes of the first years and all others that are shown, by name, or the one asked for.',
      ),
      races: breakdown(
        'By race. Characters whose race fewer than three installs reported are left out.',
        'The race, by the client’s token.',
        'The eight races of the first years and all others that are shown, by name.',
      ),
      levels: breakdown('By level.', 'The band of levels.', 'All bands, the lowest first.'),
    }),
  ),
});
