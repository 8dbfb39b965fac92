import { integer, name } from '../fields.ts';
import { recordKind } from '../record_kind.ts';

/** A title that a character can have. */
export const title_catalog = recordKind({
  kind: 'title_catalog',
  visibility: 'private',
  sharing: null,
  description: 'A title that a character can bear.',
  fields: {
    titleId: integer('The title, by the client’s id.', 1, 5000),
    name: name('The title.', 1, 80),
  },
});
