import type { item_page as contract } from '../../../schema/tools/item_pages.ts';

import type { CardLine } from '../../cards/card.ts';
import { buildItemRowLines, readItemRow } from '../../cards/item_row.ts';
import { type ItemPage as Page, readItem } from '../../reads/entities/item.ts';
import { type ItemLimits, TOOL_LIMITS, WEB_LIMITS } from '../../reads/entities/limits.ts';
import { readMarketValues } from '../../reads/entities/market_values.ts';
import { isZoneNameFromFiles } from '../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { findRealm } from '../../reads/realms.ts';
import { badParameter, type ReadRefusal } from '../../reads/refusal.ts';
import { toPageUrl } from '../../values/entity_page.ts';
import { err, type Result } from '../../values/result.ts';
import { answerPage, type PageAnswer, renderPage } from '../shared/page.ts';
import type { ContractRule, ToolContext, ToolRule } from '../tool.ts';
import { readItemInFiles } from './item_in_files.ts';
import { renderItem } from './item_text.ts';

/** An item page as shown on the web. */
export interface ItemPageWithTooltip extends Page {
  /** The lines of the game's tooltip, from the game's files. Empty if the files do not have the item. */
  readonly tooltip: readonly CardLine[];
  /** True if the snapshot that answered has an imported build. */
  readonly hasBuild: boolean;
}

type ItemRule = ContractRule<typeof contract>;
type ItemArguments = Parameters<ItemRule['answer']>[1];

/** Everything public about an item (contract, section 6). */
export const item_page: ItemRule = {
  answer: (context, asked) =>
    readItemPage(context, asked, { ...TOOL_LIMITS.item, ...(asked.realm && { markets: 0 }) }, async () => ({})),
  text: (answer) => renderPage(answer, renderItem),
};

/** Like `item_page`, but with the game's tooltip, and with lists cut to the length shown on web pages. */
export const shown_item_page: Pick<ToolRule<ItemArguments, PageAnswer<ItemPageWithTooltip>>, 'answer'> = {
  answer: (context, asked) =>
    readItemPage(context, asked, WEB_LIMITS.item, async (snapshot, { itemLevel }) => ({
      tooltip: buildItemRowLines(await readItemRow(snapshot, asked.itemId), itemLevel?.value ?? null),
      hasBuild: snapshot.view.game !== null,
    })),
};

async function readItemPage<More>(
  context: ToolContext,
  { itemId, realm, house }: ItemArguments,
  max: ItemLimits,
  readMore: (snapshot: PublishedSnapshot, item: Pick<Page, 'itemLevel'>) => Promise<More>,
): Promise<Result<PageAnswer<Page & More>, ReadRefusal>> {
  if (house !== undefined && realm === undefined) {
    const rule = `house must come with a realm; it is ${JSON.stringify(house)} and realm is absent.`;
    return err(badParameter('house', rule));
  }
  return answerPage(context, async (snapshot) => {
    const { key, ...others } = realm === undefined ? { key: null } : await findRealm(snapshot, realm);
    const [market = null] = key === null ? [] : await readMarketValues(snapshot, itemId, [key], house);
    const item = await readItem(snapshot, itemId, max);
    const files = await readItemInFiles(snapshot, itemId);
    const more = await readMore(snapshot, item);
    const { isObserved, ...page } = item;
    if (!isObserved && files === null) return { none: `No public data for item ${itemId} yet.` };
    const url = isObserved ? toPageUrl(snapshot.publisher, 'item', itemId) : null;
    const places = [...page.droppedBy.rows, ...page.soldBy.rows].map((row) => row.places);
    return {
      page: { ...page, item: { ...page.item, url }, market, ...others, files, ...more },
      ...(url === null ? {} : { url }),
      fromFiles: files !== null || places.some(isZoneNameFromFiles),
    };
  });
}
