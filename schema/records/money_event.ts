import { nonZero, oneOf } from '../fields.ts';
import { characterName, realm } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';
import { MONEY_SOURCES } from '../vocabulary.ts';

/** Money that a character earned or spent. */
export const money_event = recordKind({
  kind: 'money_event',
  visibility: 'public',
  sharing: 'gold',
  description: 'Money that a character earned or spent. It needs the sharing choice gold and a grant that covers it.',
  fields: {
    character: characterName('The character’s name.'),
    realm: realm(),
    source: oneOf('What it was earned by or spent on.', MONEY_SOURCES),
    copper: nonZero('How much in copper: above 0 earned, below 0 spent.'),
  },
});
