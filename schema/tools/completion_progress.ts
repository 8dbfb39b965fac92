import { flag, id, nullable, oneOf, optional, strictObject } from '../fields.ts';
import { LIST_MAX } from '../limits.ts';
import { count, plain } from '../response_fields.ts';
import { COMPLETION_AREAS } from '../vocabulary.ts';
import { installs, listArgument, locale, many, pageAnswer } from './parts.ts';
import { toolContract } from './tool.ts';

const MAX = LIST_MAX.completion;

function doneOf(what: string) {
  return count(`How many ${what} are done.`);
}

/** A character's progress, measured against the catalogues of the game. */
export const completion_progress = toolContract({
  name: 'completion_progress',
  title: 'Progress in achievements, reputations, titles or quest chains',
  description:
    'The number of completed and missing achievements, reputations, titles or quests of chains, by category. You list the completed ones; no private data are read. The catalogue contains the entries that three installs agree on, so it may be incomplete; nothing is known about other entries.',
  layers: ['observed'],
  arguments: {
    area: oneOf('The progress to measure.', COMPLETION_AREAS),
    owned: optional(
      listArgument(
        'Ids of what is completed: earned achievements, factions with completed reputation, titles, or for quest chains the completed quests. If omitted, none.',
        100_000,
      ),
    ),
  },
  output: pageAnswer(
    strictObject('The completed part of the catalogue.', {
      area: oneOf('The measured progress.', COMPLETION_AREAS),
      done: doneOf('entries of the catalogue'),
      total: count('How many entries the catalogue is known to hold; of quest chains, chains.'),
      points: optional(
        strictObject('Only for achievements: their points.', {
          done: doneOf('points'),
          total: count('Total points.'),
        }),
      ),
      categoriesTotal: count('Number of categories, including those beyond the list.'),
      categories: many(
        'By the names of the category above and of the category, unnamed ones last, then by id; of quest chains each is one.',
        strictObject('One category, or one quest chain.', {
          id: nullable(count('Its id in the game, or null if it has none.')),
          name: nullable(plain('Its name, or null for entries without a heading.', 240)),
          locale: locale(),
          parent: nullable(plain('The category above, or null if none is recorded.', 160)),
          done: doneOf('of its entries'),
          total: count('How many entries it is known to hold; of a quest chain, quests.'),
          finished: flag('True where all of it is done. A chain that is truncated is never called finished.'),
          truncated: flag('True for a quest chain that has more quests than the catalogue lists.'),
          installs: count('Distinct installs that report the entry of it that fewest report.'),
        }),
        MAX.categories,
      ),
      missingTotal: count('Number of missing entries; for quest chains, of distinct quests.'),
      missing: many(
        `The first ${MAX.missing} that are missing, by id; of quest chains, quests in the order of the chains.`,
        strictObject('The missing entries.', {
          id: id('Its id in the game.'),
          name: nullable(plain('Its name, or null if no name has three installs behind it.', 300)),
          locale: locale(),
          category: nullable(plain('The category or chain it belongs to, or null if there is none.', 240)),
          installs: installs(),
        }),
        MAX.missing,
      ),
      unknownIds: many('Ids named as done that the catalogue does not hold. Ascending.', id('An id.'), MAX.unknownIds),
      isCut: optional(flag('Present if the catalogue has more entries than one answer reads.')),
    }),
  ),
});
