import { characterName, copper, realm } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** The money of a character. */
export const gold_snapshot = recordKind({
  kind: 'gold_snapshot',
  visibility: 'public',
  sharing: 'gold',
  description: 'How much money a character has. It needs the sharing choice gold and a grant that covers it.',
  fields: {
    character: characterName('The character’s name.'),
    realm: realm(),
    copper: copper('The money it has.'),
  },
});
