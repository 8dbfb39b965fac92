import { LIST_MAX } from '../../../schema/limits.ts';
import type { vendor_page as contract } from '../../../schema/tools/entity_pages.ts';
import { families } from '../../families/mod.ts';
import { goodsOf } from '../../reads/entities/goods.ts';
import { namedByFiles, placesLine, placesOf } from '../../reads/entities/places.ts';
import { called, entityOf } from '../../reads/entities/snapshot_data.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { counted } from '../../values/phrases.ts';
import { answerPage, pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';
import { goodText } from './offer_text.ts';

const MAX = LIST_MAX.vendorPage;
const WHERE = { maps: MAX.maps, pins: LIST_MAX.pins };

/** The goods of a vendor (contract, section 6). */
export const vendor_page: RuleOf<typeof contract> = {
  answer: (context, { vendorNpcId: npcId }) =>
    answerPage(context, async (snapshot) => {
      const [fact, vendor, goods, zones] = await Promise.all([
        snapshot.fact(families.npcs, `${npcId}`),
        entityOf(snapshot, 'npc', npcId),
        goodsOf(snapshot, npcId, MAX.goods),
        placesOf(snapshot, npcId, WHERE),
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
      ...goods.rows.slice(0, TOLD).map((good) => `- ${goodText(good)}`),
      ...(goods.total > TOLD ? [`and ${goods.total - Math.min(TOLD, goods.rows.length)} more.`] : []),
    ]),
};

const TOLD = 18;
