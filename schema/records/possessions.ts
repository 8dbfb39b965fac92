import { copper, integer, name, nonZeroInteger, oneOf, table } from '../fields.ts';
import { LENGTHS } from '../limits.ts';
import { characterName, itemId, realm } from '../record_fields.ts';
import { publicRecord, sharedRecord } from '../record_kind.ts';
import { MONEY_SOURCES } from '../vocabulary.ts';

/** Gear, gold and collections. Records that name a character need a sharing choice and a grant. */

export const collection_catalog = publicRecord('collection_catalog', {
  description: 'An item of a collection, and its source.',
  fields: {
    collection: name('The collection’s name, such as mounts.', LENGTHS.collection.min, LENGTHS.collection.max),
    source: name('Where the item comes from.', 1, 80),
    itemId: itemId(),
  },
});

export const collection_owned = sharedRecord('collection', 'collection_owned', {
  description:
    'An item of a collection that the player owns. It needs the sharing choice collection and a grant that covers it.',
  fields: {
    collection: name('The collection’s name, such as mounts.', LENGTHS.collection.min, LENGTHS.collection.max),
    itemId: itemId(),
  },
});

export const gear_snapshot = sharedRecord('gear', 'gear_snapshot', {
  description: 'What a character wears. It needs the sharing choice gear and a grant that covers it.',
  fields: {
    character: characterName('The character’s name.'),
    realm: realm(),
    equipped: table('What is worn.', [1, 30], 'One piece.', {
      slot: name('The slot’s name.', 1, 40),
      itemId: itemId(),
      itemLevel: integer('The item’s level.', 1, 1000),
    }),
  },
});

export const gold_snapshot = sharedRecord('gold', 'gold_snapshot', {
  description: 'How much money a character has. It needs the sharing choice gold and a grant that covers it.',
  fields: {
    character: characterName('The character’s name.'),
    realm: realm(),
    copper: copper('The money it has.'),
  },
});

export const money_event = sharedRecord('gold', 'money_event', {
  description: 'Money that a character earned or spent. It needs the sharing choice gold and a grant that covers it.',
  fields: {
    character: characterName('The character’s name.'),
    realm: realm(),
    source: oneOf('What it was earned by or spent on.', MONEY_SOURCES),
    copper: nonZeroInteger('How much in copper: above 0 earned, below 0 spent.'),
  },
});
