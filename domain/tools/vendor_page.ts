import type { vendor_page as contract } from '../../schema/tools/vendor_page.ts';
import { pageUrl } from '../entity_page.ts';
import { counted } from '../phrases.ts';
import { ok, together } from '../result.ts';
import { agreedIn } from '../rollups/agreed.ts';
import { lineOf } from '../tool_parts/first_of.ts';
import { goodsOf, goodText } from '../tool_parts/goods.ts';
import { answerPage, pageText } from '../tool_parts/page.ts';
import { namedByFiles, placesOf, placeText } from '../tool_parts/places.ts';
import { sightOf } from '../tool_parts/remembering.ts';
import { called, entityOf } from '../tool_parts/sight.ts';
import type { RuleOf } from './tool.ts';

const GOODS_MAX = 200;
const WHERE = { maps: 30, pins: 100 };

/** What a vendor sells (contract, section 6). */
export const vendor_page: RuleOf<typeof contract> = {
  answer: (ground, { vendorNpcId: npcId }) =>
    answerPage(ground, async (view) => {
      const sight = sightOf(ground, view);
      const found = await together([
        sight.reader.fact(view, 'npcs', `${npcId}`),
        entityOf(sight, 'npc', npcId),
        goodsOf(sight, npcId, GOODS_MAX),
        placesOf(sight, npcId, WHERE),
      ] as const);
      if (!found.ok) return found;
      const [fact, vendor, goods, zones] = found.value;
      if (goods.total === 0) {
        const sentence = `Nothing is public of what ${called(vendor)} sells.`;
        return ok({ none: fact === null ? sentence : `${sentence} npc_page tells what else is known of it.` });
      }
      return ok({
        page: { vendor, name: agreedIn<string>(fact, 'name'), zones, goods },
        url: pageUrl(sight.publisher, 'npc', npcId),
        fromFiles: namedByFiles(zones.rows),
      });
    }),
  text: (answer) =>
    pageText(answer, ({ vendor, zones, goods }) => [
      `${called(vendor)} sells ${counted(goods.total, 'item')}.`,
      ...lineOf('Seen in', zones, placeText),
      ...goods.rows.slice(0, TOLD).map((good) => `- ${goodText(good)}`),
      ...(goods.total > TOLD ? [`and ${goods.total - Math.min(TOLD, goods.rows.length)} more.`] : []),
    ]),
};

const TOLD = 18;
