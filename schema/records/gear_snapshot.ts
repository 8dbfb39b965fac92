import { integer, list, name, strictObject } from '../fields.ts';
import { characterName, itemId, realm } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** The equipment of a character. */
export const gear_snapshot = recordKind({
  kind: 'gear_snapshot',
  visibility: 'public',
  sharing: 'gear',
  description: 'What a character wears. It needs the sharing choice gear and a grant that covers it.',
  fields: {
    character: characterName('The character’s name.'),
    realm: realm(),
    equipped: list(
      'What is worn.',
      strictObject('One piece.', {
        slot: name('The slot’s name.', 1, 40),
        itemId: itemId(),
        itemLevel: integer('The item’s level.', 1, 1000),
      }),
      1,
      30,
    ),
  },
});
