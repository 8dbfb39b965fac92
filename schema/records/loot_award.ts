import { name } from '../fields.ts';
import { characterName, guildName, itemId, realm } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';

/** An item that a guild awarded to a character. */
export const loot_award = recordKind({
  kind: 'loot_award',
  visibility: 'public',
  sharing: 'guild',
  description:
    'An item that a guild awarded to a character. It needs the sharing choice guild and a grant that covers it.',
  fields: {
    guildName: guildName(),
    realm: realm(),
    itemId: itemId(),
    itemName: name('The item’s name.', 1, 200),
    recipient: characterName('Who received it.'),
    sourceBoss: name('The boss that dropped it.', 1, 120),
  },
});
