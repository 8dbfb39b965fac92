import { integer, name, oneOf, optional } from '../fields.ts';
import { itemId } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';
import { QUALITIES } from '../vocabulary.ts';

/** An item that a player saw. */
export const item_seen = recordKind({
  kind: 'item_seen',
  visibility: 'public',
  sharing: null,
  description: 'An item that a player saw, as the client names it.',
  fields: {
    itemId: itemId(),
    name: name('The item’s name.', 1, 200),
    quality: oneOf('The item’s quality.', QUALITIES),
    itemLevel: optional(integer('The item’s level.', 1, 1000)),
  },
});
