import { LIST_MAX } from '../../../schema/limits.ts';
import type { item_page as contract } from '../../../schema/tools/item_page.ts';
import { moneyText, pricesText } from '../../cards/words.ts';
import { families } from '../../families/mod.ts';
import { badParameter } from '../../reads/refusal.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { err, ok, type StorageResult, together } from '../../values/result.ts';
import { lineOf } from '../shared/first_of.ts';
import { marketValueOf, realmNamed } from '../shared/market.ts';
import { answerPage, pageText } from '../shared/page.ts';
import { dataOf } from '../shared/read_once.ts';
import { called, entityOf, type SnapshotData } from '../shared/snapshot_data.ts';
import type { RuleOf } from '../tool.ts';
import { offerText, pricesIn } from './goods.ts';
import { itemInFiles } from './item_in_files.ts';
import {
  collectionsOf,
  type ItemPage as Page,
  questsOf,
  realmsOf,
  sourcesOf,
  sourcesSeenByFew,
  vendorsOf,
} from './item_lists.ts';
import { sourceFiguresText } from './loot.ts';
import { edgesOf } from './observed_edges.ts';
import { inPlace, namedByFiles } from './places.ts';
import { recipesOf, recipeText } from './recipes_of.ts';

/** Everything public about an item (contract, section 6). */
export const item_page: RuleOf<typeof contract> = {
  answer: async (ground, { itemId, realm, house }) => {
    if (house !== undefined && realm === undefined) {
      return err(
        badParameter('house', `house must come with a realm; it is ${JSON.stringify(house)} and realm is absent.`),
      );
    }
    return answerPage(ground, async (view) => {
      const data = dataOf(ground, view);
      const market = realm === undefined ? ok(null) : await marketValueOf(data, { itemId, realm, house: house ?? '' });
      if (!market.ok) return market;
      const found = await observedOf(data, itemId);
      if (!found.ok) return found;
      const files = await itemInFiles(data, itemId);
      if (!files.ok) return files;
      const { observed, ...page } = found.value;
      if (!observed && files.value === null) return ok({ none: `Nothing of item ${itemId} is public.` });
      const url = observed ? pageUrl(data.publisher, 'item', itemId) : null;
      const fromFiles =
        files.value !== null ||
        [...page.droppedBy.rows, ...page.soldBy.rows].some(({ places }) => namedByFiles(places));
      return ok({
        page: { ...page, item: { ...page.item, url }, market: market.value, files: files.value },
        ...(url === null ? {} : { url }),
        fromFiles,
      });
    });
  },
  text: (answer) => pageText(answer, told),
};

/** What players reported of it. */
const observedOf = async (
  data: SnapshotData,
  itemId: number,
): Promise<StorageResult<Omit<Page, 'market' | 'files'> & { readonly observed: boolean }>> => {
  const { reader, view } = data;
  const found = await together([
    reader.fact(view, families.items, `${itemId}`),
    reader.fact(view, families.vendor_prices, `${itemId}`),
    reader.ratesOfItem(view, itemId),
    reader.mentionsOf(view, 'item', itemId),
    edgesOf(data, 'sold_by:item:npc', { fromId: itemId }, LIST_MAX.itemPage.vendorsCompared),
    edgesOf(data, 'reward_from:item:quest', { fromId: itemId }, LIST_MAX.itemPage.quests),
  ] as const);
  if (!found.ok) return found;
  const [fact, prices, rates, mentions, sold, rewards] = found.value;
  const lists = await together([
    entityOf(data, 'item', itemId),
    sourcesOf(data, rates.corroborated),
    sourcesSeenByFew(data, rates.seenByFew),
    vendorsOf(data, itemId, sold),
    questsOf(data, rewards),
    recipesOf(data, itemId, mentions),
    collectionsOf(data, mentions),
    realmsOf(data, mentions),
  ] as const);
  if (!lists.ok) return lists;
  const [item, droppedBy, droppedBySeenByFew, soldBy, rewardFrom, recipes, collections, marketRealms] = lists.value;
  const [madeBy, reagentFor, teaches] = recipes as readonly [Page['madeBy'], Page['madeBy'], Page['madeBy']];
  const totals = [rates.corroborated, rates.seenByFew, sold, rewards].map(({ total }) => total);
  return ok({
    observed: fact !== null || prices !== null || mentions.length > 0 || totals.some((total) => total > 0),
    item,
    name: fact?.name ?? null,
    quality: fact?.quality ?? null,
    itemLevel: fact?.itemLevel ?? null,
    ...{
      droppedBy,
      droppedBySeenByFew,
      soldBy,
      vendorPrices: pricesIn(prices?.prices),
      rewardFrom,
      madeBy,
      reagentFor,
      teaches,
    },
    ...{ collections, marketRealms },
  });
};

const told = (page: Page): readonly string[] => [
  `${called(page.item)}${traits(page)}.`,
  ...lineOf('Dropped by', page.droppedBy, (row) => `${sourceText(row)}${inPlace(row.places)}`),
  ...lineOf('Seen by one or two players to drop from', page.droppedBySeenByFew, sourceText),
  ...lineOf('Sold by', page.soldBy, (row) => `${called(row.vendor)}${offerText(row)}${inPlace(row.places)}`),
  ...(page.vendorPrices.length === 0
    ? []
    : [`Seen at vendors for ${pricesText(page.vendorPrices.map(({ value }) => value))}.`]),
  ...lineOf('Reward from', page.rewardFrom, ({ quest }) => called(quest)),
  ...lineOf('Made by', page.madeBy, recipeText),
  ...lineOf('Reagent for', page.reagentFor, recipeText),
  ...lineOf('Teaches', page.teaches, recipeText),
  ...lineOf('In the collections', page.collections, ({ collection, sources }) =>
    [JSON.stringify(collection), ...sources.slice(0, 3).map(({ value }) => JSON.stringify(value))].join(' from '),
  ),
  ...marketLines(page),
  ...filesLine(page),
];

const sourceText = (row: Page['droppedBySeenByFew']['rows'][number]): string =>
  `${called(row.source)} (${sourceFiguresText(row)})`;

/** Its quality and item level, as installs agree on them. */
const traits = ({ quality, itemLevel }: Page): string => {
  const known = [
    ...(quality === null ? [] : [quality.value]),
    ...(itemLevel === null ? [] : [`item level ${itemLevel.value}`]),
  ];
  return known.length === 0 ? '' : `: ${known.join(', ')}`;
};

const marketLines = ({ market, marketRealms }: Page): readonly string[] =>
  market === null
    ? lineOf('Market values on', marketRealms, (realm) => JSON.stringify(realm))
    : [
        `On ${realmNamed(market)} ${market.day}: market value ${moneyText(market.market)}, lowest ${moneyText(market.min)}, ${market.quantity} on sale, ${market.reporters} reporters.`,
      ];

const filesLine = ({ files }: Page): readonly string[] => {
  if (files === null) return [];
  const { quality, subclass, class: itemClass, slot, itemLevel, requiredLevel } = files;
  const kind = [quality, subclass, itemClass, slot].filter((word) => word !== null).join(' ');
  const levels = [
    ...(itemLevel === null ? [] : [`item level ${itemLevel}`]),
    ...(requiredLevel === null || requiredLevel === 0 ? [] : [`requires level ${requiredLevel}`]),
  ];
  return [
    `In the game’s files, unconfirmed: ${[kind, ...levels].filter((part) => part !== '').join(', ') || 'a row without figures'}.`,
  ];
};
