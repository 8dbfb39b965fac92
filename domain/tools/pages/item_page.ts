import type { item_page as contract } from '../../../schema/tools/item_pages.ts';
import { type ItemPage as Page, readItem } from '../../reads/entities/item.ts';
import { type ItemLimits, TOOL_LIMITS, WEB_LIMITS } from '../../reads/entities/limits.ts';
import { marketValueOf } from '../../reads/entities/market_values.ts';
import { namedByFiles } from '../../reads/entities/places.ts';
import { badParameter } from '../../reads/refusal.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { err, ok } from '../../values/result.ts';
import { answerPage, type PageAnswer, pageText } from '../shared/page.ts';
import type { RuleOf, ToolRule } from '../tool.ts';
import { readItemInFiles } from './item_in_files.ts';
import { itemText } from './item_text.ts';

/** An item page that also says why it has no data from the game's files. */
export interface ItemPageWithNote extends Page {
  /** True if the snapshot that answered has an imported build. */
  readonly hasBuild: boolean;
}

type ItemRule = Pick<ToolRule<Args, PageAnswer<ItemPageWithNote>>, 'answer'>;

function toldOf(max: ItemLimits): ItemRule {
  return {
    answer: async (context, { itemId, realm, house }) => {
      if (house !== undefined && realm === undefined) {
        return err(
          badParameter('house', `house must come with a realm; it is ${JSON.stringify(house)} and realm is absent.`),
        );
      }
      return answerPage(context, async (snapshot) => {
        const market =
          realm === undefined ? null : await marketValueOf(snapshot, { itemId, realm, house: house ?? '' });
        const found = await readItem(snapshot, itemId, realm === undefined ? max : { ...max, markets: 0 });
        const files = await readItemInFiles(snapshot, itemId);
        const { isObserved, ...page } = found;
        if (!isObserved && files === null) return { none: `No public data for item ${itemId} yet.` };
        const url = isObserved ? pageUrl(snapshot.publisher, 'item', itemId) : null;
        const fromFiles =
          files !== null || [...page.droppedBy.rows, ...page.soldBy.rows].some(({ places }) => namedByFiles(places));
        const hasBuild = snapshot.view.game !== null;
        return {
          page: { ...page, item: { ...page.item, url }, market, files, hasBuild },
          ...(url === null ? {} : { url }),
          fromFiles,
        };
      });
    },
  };
}

const whole = toldOf(TOOL_LIMITS.item);

/** Everything public about an item (contract, section 6). */
export const item_page: RuleOf<typeof contract> = {
  answer: async (context, asked) => {
    const told = await whole.answer(context, asked);
    if (!told.ok) return told;
    const { page, ...head } = told.value;
    if (page === undefined) return ok(head);
    const { hasBuild: _, ...shown } = page;
    return ok({ ...head, page: shown });
  },
  text: (answer) => pageText(answer, itemText),
};

/** The same, with lists cut to the length that web pages show. */
export const shown_item_page: ItemRule = toldOf(WEB_LIMITS.item);

type Args = Parameters<RuleOf<typeof contract>['answer']>[1];
