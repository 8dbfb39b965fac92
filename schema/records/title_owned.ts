import { integer, list } from '../fields.ts';
import { characterKey, classToken, level } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** The titles that a character owns. */
export const title_owned = recordKind({
  kind: 'title_owned',
  visibility: 'private',
  sharing: null,
  description: 'The titles that a character may bear.',
  fields: {
    characterKey: characterKey(),
    class: classToken(),
    level: level('The character’s level.'),
    titleIds: list('The titles.', integer('A title, by the client’s id.', 1, 5000), 1, 500),
  },
});
