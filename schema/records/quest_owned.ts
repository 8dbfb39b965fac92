import { id, list } from '../fields.ts';
import { characterKey, classToken, level } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** The quests that a character has completed. */
export const quest_owned = recordKind({
  kind: 'quest_owned',
  visibility: 'private',
  sharing: null,
  description: 'The quests that a character has completed.',
  fields: {
    characterKey: characterKey(),
    class: classToken(),
    level: level('The character’s level.'),
    questIds: list('The completed quests.', id('A quest id of the game.'), 1, 2000),
  },
});
