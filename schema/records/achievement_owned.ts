import { flag, integer, optional } from '../fields.ts';
import { characterKey, classToken, gameId, level } from '../record_fields.ts';
import { recordKindWithoutInstall } from '../record_kind.ts';
import { day } from '../time_fields.ts';

/** A character's progress towards an achievement. */
export const achievement_owned = recordKindWithoutInstall({
  kind: 'achievement_owned',
  visibility: 'private',
  sharing: null,
  description:
    'How far a character has come with an achievement. It has no installId and no eventId: it belongs to the install of the first record of its upload that is accepted and has one, and is refused where there is none.',
  fields: {
    characterKey: characterKey(),
    class: classToken(),
    level: level('The character’s level.'),
    achievementId: gameId('The achievement. An achievement id of the game.'),
    completed: flag('Whether it is completed.'),
    completedOn: optional(day('The day it was completed on.')),
    criteriaDone: optional(integer('How many of its criteria are done.', 0, 5000)),
  },
});
