import type { vendor_page as contract } from '../../../schema/tools/entity_pages.ts';

import { offerText } from '../../cards/item.ts';
import { families } from '../../families/mod.ts';
import { TOOL_LIMITS } from '../../reads/entities/limits.ts';
import { namedByFiles, placesLine } from '../../reads/entities/places.ts';
import { called, type Entity } from '../../reads/entities/snapshot_data.ts';
import type { Offer } from '../../reads/entities/vendor.ts';
import { readVendor } from '../../reads/entities/vendor.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { counted } from '../../values/phrases.ts';
import { answerPage, firstLines, pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';

/** The goods of a vendor (contract, section 6). */
export const vendor_page: RuleOf<typeof contract> = {
  answer: (context, { vendorNpcId: npcId }) =>
    answerPage(context, async (snapshot) => {
      const [fact, { vendor, zones, goods }] = await Promise.all([
        snapshot.fact(families.npcs, `${npcId}`),
        readVendor(snapshot, npcId, TOOL_LIMITS.vendor),
      ]);
      if (goods.total === 0) {
        const sentence = `No public data yet on what ${called(vendor)} sells.`;
        return { none: fact === null ? sentence : `${sentence} npc_page tells what else is known of it.` };
      }
      return {
        page: { vendor, name: fact?.name ?? null, zones, goods },
        url: pageUrl(snapshot.publisher, 'npc', npcId),
        fromFiles: namedByFiles(zones.rows),
      };
    }),
  text: (answer) =>
    pageText(answer, ({ vendor, zones, goods }) => [
      `${called(vendor)} sells ${counted(goods.total, 'item')}.`,
      ...placesLine(zones),
      ...firstLines(goods.rows, goods.total, (good) => `- ${goodText(good)}`),
    ]),
};

/** Renders `"Axe" (item 5) for 25c`. */
export function goodText(good: Offer & { readonly item: Entity }): string {
  return `${called(good.item)}${offerText(good)}`;
}
