import type { item_page as contract } from '../../../schema/tools/item_page.ts';
import { families } from '../../families/mod.ts';
import { badParameter } from '../../reads/refusal.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { err, ok } from '../../values/result.ts';
import { marketValueOf } from '../shared/market.ts';
import { answerPage, type PageAnswer, pageText } from '../shared/page.ts';
import { entityOf, type PublishedSnapshot } from '../shared/snapshot_data.ts';
import type { RuleOf, ToolRule } from '../tool.ts';
import { pricesIn } from './goods.ts';
import { itemInFiles } from './item_in_files.ts';
import {
  collectionsOf,
  type ItemPage as Page,
  questsOf,
  sourcesOf,
  sourcesSeenByFew,
  vendorsOf,
} from './item_lists.ts';
import { marketsOf } from './item_markets.ts';
import { itemText } from './item_text.ts';
import { type ItemListsMax, TOOL_LIMITS, WEB_LIMITS } from './lists_max.ts';
import { edgesOf } from './observed_edges.ts';
import { namedByFiles } from './places.ts';
import { recipesOf } from './recipes_of.ts';

/** An item page that also says why it has no data from the game's files. */
export interface ItemPageWithNote extends Page {
  /** True if the snapshot that answered has an imported build. */
  readonly hasBuild: boolean;
}

type ItemRule = Pick<ToolRule<Args, PageAnswer<ItemPageWithNote>>, 'answer'>;

function toldOf(max: ItemListsMax): ItemRule {
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
        const found = await observedOf(snapshot, itemId, realm !== undefined, max);
        const files = await itemInFiles(snapshot, itemId);
        const { observed, ...page } = found;
        if (!observed && files === null) return { none: `No public data for item ${itemId} yet.` };
        const url = observed ? pageUrl(snapshot.publisher, 'item', itemId) : null;
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

/** Reads the facts that players reported about the item. */
async function observedOf(
  snapshot: PublishedSnapshot,
  itemId: number,
  onOneRealm: boolean,
  max: ItemListsMax,
): Promise<Omit<Page, 'market' | 'files'> & { readonly observed: boolean }> {
  const [fact, prices, rates, mentions, sold, rewards] = await Promise.all([
    snapshot.fact(families.items, `${itemId}`),
    snapshot.fact(families.vendor_prices, `${itemId}`),
    snapshot.rates.ofItem(itemId, max.ratesCompared),
    snapshot.mentionsOf('item', itemId),
    edgesOf(snapshot, 'sold_by:item:npc', { fromId: itemId }, max.vendorsCompared),
    edgesOf(snapshot, 'reward_from:item:quest', { fromId: itemId }, max.quests),
  ]);
  const [item, droppedBy, droppedBySeenByFew, soldBy, rewardFrom, recipes, collections, markets] = await Promise.all([
    entityOf(snapshot, 'item', itemId),
    sourcesOf(snapshot, rates.corroborated, max.sources),
    sourcesSeenByFew(snapshot, rates.seenByFew, max.seenByFew),
    vendorsOf(snapshot, itemId, sold, max),
    questsOf(snapshot, rewards, max.quests),
    recipesOf(snapshot, itemId, mentions, max),
    collectionsOf(snapshot, mentions, max),
    marketsOf(snapshot, itemId, mentions, onOneRealm, max),
  ]);
  const [madeBy, reagentFor, teaches] = recipes as readonly [Page['madeBy'], Page['madeBy'], Page['madeBy']];
  const totals = [rates.corroborated, rates.seenByFew, sold, rewards].map(({ total }) => total);
  return {
    observed: fact !== null || prices !== null || mentions.length > 0 || totals.some((total) => total > 0),
    item,
    name: fact?.name ?? null,
    quality: fact?.quality ?? null,
    itemLevel: fact?.itemLevel ?? null,
    droppedBy,
    droppedBySeenByFew,
    soldBy,
    vendorPrices: pricesIn(prices?.prices),
    rewardFrom,
    madeBy,
    reagentFor,
    teaches,
    collections,
    ...markets,
  };
}
