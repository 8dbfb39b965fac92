import { flag, INTEGER_MAX, id, integer, list, name, optional, table } from '../fields.ts';
import { ID_MAX } from '../limits.ts';
import { character, gameId } from '../record_fields.ts';
import { privateRecord, recordWithoutInstall } from '../record_kind.ts';
import { day } from '../time_fields.ts';

/** The client's catalogues, and what characters have completed of them. */

export const achievement_catalog = privateRecord('achievement_catalog', {
  description:
    'An achievement as the client describes it. criteriaCount is the real count, while criteria keeps the first 100.',
  fields: {
    achievementId: gameId('The achievement. An achievement id of the game.'),
    name: name('The achievement’s name.', 1, 120),
    categoryId: integer('Its category, by the client’s id.', 0, ID_MAX),
    category: name('Its category’s name.', 1, 80),
    parentCategory: optional(name('The name of the category above.', 1, 80)),
    points: integer('The points it gives.', 0, 1000),
    criteriaCount: integer('How many criteria it has.', 0, 5000),
    criteria: table('The first criteria.', [0, 100], 'One criterion.', {
      text: name('What it asks for; may be empty.', 0, 120),
      required: integer('How many of it.', 0, ID_MAX),
    }),
  },
  rules: [
    {
      field: 'criteriaCount',
      holds: ({ criteriaCount, criteria }) => criteriaCount >= criteria.length,
      needs: 'no less than the number of criteria listed',
    },
  ],
});

export const achievement_owned = recordWithoutInstall('achievement_owned', {
  description:
    'How far a character has come with an achievement. It has no installId and no eventId: it belongs to the install of the first record of its upload that is accepted and has one, and is refused where there is none.',
  fields: {
    ...character(),
    achievementId: gameId('The achievement. An achievement id of the game.'),
    completed: flag('Whether it is completed.'),
    completedOn: optional(day('The day it was completed on.')),
    criteriaDone: optional(integer('How many of its criteria are done.', 0, 5000)),
  },
});

export const quest_chain_catalog = privateRecord('quest_chain_catalog', {
  description:
    'A chain of quests as the client lists it. A chain of more than 80 quests keeps the first 80 and says truncated; such a chain is never called finished.',
  fields: {
    questLineId: gameId('The chain, by the client’s id.'),
    name: name('The chain’s name.', 1, 120),
    questIds: list('Its quests, in order.', gameId('A quest id of the game.'), 1, 80),
    truncated: optional(flag('True when the chain has more quests than are listed.')),
  },
});

export const quest_owned = privateRecord('quest_owned', {
  description: 'The quests that a character has completed.',
  fields: {
    ...character(),
    questIds: list('The completed quests.', id('A quest id of the game.'), 1, 2000),
  },
});

export const reputation_catalog = privateRecord('reputation_catalog', {
  description: 'A faction whose standing a character can earn.',
  fields: {
    factionId: gameId('The faction, by the client’s id.'),
    name: name('The faction’s name.', 1, 80),
    header: optional(name('The heading it is listed under.', 1, 80)),
    major: optional(flag('True for a renown faction, whose ranks are not the eight standings.')),
  },
});

export const reputation_owned = privateRecord('reputation_owned', {
  description: 'A character’s standings with factions.',
  fields: {
    ...character(),
    factions: table('The standings.', [1, 200], 'The standing with one faction.', {
      factionId: gameId('The faction, by the client’s id.'),
      standing: integer('From 1 (hated) to 8 (exalted).', 1, 8),
      value: integer('The points behind the standing, as the client counts them.', -INTEGER_MAX),
    }),
  },
});

export const title_catalog = privateRecord('title_catalog', {
  description: 'A title that a character can bear.',
  fields: {
    titleId: integer('The title, by the client’s id.', 1, 5000),
    name: name('The title.', 1, 80),
  },
});

export const title_owned = privateRecord('title_owned', {
  description: 'The titles that a character may bear.',
  fields: {
    ...character(),
    titleIds: list('The titles.', integer('A title, by the client’s id.', 1, 5000), 1, 500),
  },
});
