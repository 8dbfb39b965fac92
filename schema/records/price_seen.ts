import { oneOf, optional } from '../fields.ts';
import { copper, itemId, quantity, realm } from '../record_fields.ts';
import { recordKind } from '../record_kind.ts';
import { PRICE_SOURCES } from '../vocabulary.ts';

/** A price that a player saw. */
export const price_seen = recordKind({
  kind: 'price_seen',
  visibility: 'public',
  sharing: null,
  description:
    'A price that a player saw. The realm of an auction price counts among the at most 3 auction realms of an upload.',
  fields: {
    itemId: itemId(),
    priceCopper: copper('The price of one unit.'),
    source: oneOf('Where it was seen.', PRICE_SOURCES),
    realm: optional(realm()),
    quantity: optional(quantity('How many units were offered at it.')),
  },
});
