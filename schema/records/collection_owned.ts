import { name } from '../fields.ts';
import { LENGTHS } from '../limits.ts';
import { itemId } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** An item of a collection that the player owns. */
export const collection_owned = recordKind({
  kind: 'collection_owned',
  visibility: 'public',
  sharing: 'collection',
  description:
    'An item of a collection that the player owns. It needs the sharing choice collection and a grant that covers it.',
  fields: {
    collection: name('The collection’s name, such as mounts.', LENGTHS.collection.min, LENGTHS.collection.max),
    itemId: itemId(),
  },
});
