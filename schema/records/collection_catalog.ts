import { name } from '../fields.ts';
import { LENGTHS } from '../limits.ts';
import { itemId } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** An item of a collection, and its source. */
export const collection_catalog = recordKind({
  kind: 'collection_catalog',
  visibility: 'public',
  sharing: null,
  description: 'An item of a collection, and its source.',
  fields: {
    collection: name('The collection’s name, such as mounts.', LENGTHS.collection.min, LENGTHS.collection.max),
    source: name('Where the item comes from.', 1, 80),
    itemId: itemId(),
  },
});
