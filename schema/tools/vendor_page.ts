import { id, nullable, strictObject } from '../fields.ts';
import { LIST_MAX } from '../limits.ts';
import { plain } from '../response_fields.ts';
import { firstOf, good, place } from './page_parts.ts';
import { agreedText, entity, pageAnswer } from './parts.ts';
import { toolContract } from './tool.ts';

/** The goods of a vendor. */
export const vendor_page = toolContract({
  name: 'vendor_page',
  title: 'Goods of a vendor',
  description:
    'The goods of one vendor with agreed prices and limited stock, and the vendor’s name and location. Use npc_page for everything else about it.',
  layers: ['observed', 'game-files'],
  arguments: { vendorNpcId: id('The vendor, by its NPC id in the game.') },
  output: pageAnswer(
    strictObject('What is public of the vendor.', {
      vendor: entity('The vendor.'),
      name: nullable(agreedText('The name that installs agree on, or null if there is none.', plain('The name.', 300))),
      zones: firstOf(
        'Maps that it was seen on, in the order in which they became public.',
        place(),
        LIST_MAX.vendorPage.maps,
      ),
      goods: firstOf('Its goods, by item id.', good(), LIST_MAX.vendorPage.goods),
    }),
  ),
});
