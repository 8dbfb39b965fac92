import { moneyText, pricesText } from '../../cards/words.ts';
import { lineOf } from '../../reads/entities/first_of.ts';
import type { ItemPage as Page } from '../../reads/entities/item.ts';
import { placeDetail } from '../../reads/entities/places.ts';
import { called, detailed, quotedText } from '../../reads/entities/snapshot_data.ts';
import { counted } from '../../values/phrases.ts';
import { realmNamed } from '../shared/market.ts';
import { filesLines } from './item_files_text.ts';
import { offerText } from './offer_text.ts';
import { fewSourcesLine, sourceLines } from './source_text.ts';

/** Renders an item's page like a guide: what it is, where it comes from, what it is used for and what it is worth. */
export function itemText(page: Page): readonly string[] {
  return [
    `${called(page.item)}${traits(page)}.`,
    ...(hasSource(page) ? [] : ['Where it comes from is not known yet.']),
    ...sourceLines(page.droppedBy),
    ...fewSourcesLine(page),
    ...lineOf('Sold by', page.soldBy, (row) => `${detailed(row.vendor, placeDetail(row.places))}${offerText(row)}`),
    ...(page.vendorPrices.length === 0
      ? []
      : [`Seen at vendors for ${pricesText(page.vendorPrices.map(({ value }) => value))}.`]),
    ...lineOf('Reward from', page.rewardFrom, ({ quest, level }) =>
      detailed(quest, level === null ? [] : [`level ${level.value}`]),
    ),
    ...lineOf('Made by', page.madeBy, (recipe) => `${recipeNamed(recipe)}${reagentsText(recipe)}`),
    ...lineOf('Reagent for', page.reagentFor, recipeNamed),
    ...lineOf('Teaches', page.teaches, recipeNamed),
    ...lineOf('In the collections', page.collections, ({ collection, sources }) =>
      [JSON.stringify(collection), ...sources.slice(0, 3).map(quotedText)].join(' from '),
    ),
    ...marketLines(page),
    ...filesLines(page),
  ];
}

function hasSource({ droppedBy, soldBy, vendorPrices, rewardFrom, madeBy }: Page): boolean {
  return vendorPrices.length > 0 || [droppedBy, soldBy, rewardFrom, madeBy].some(({ total }) => total > 0);
}

/** Its agreed quality and item level. */
function traits({ quality, itemLevel }: Page): string {
  const known = [
    ...(quality === null ? [] : [quality.value]),
    ...(itemLevel === null ? [] : [`item level ${itemLevel.value}`]),
  ];
  return known.length === 0 ? '' : `: ${known.join(', ')}`;
}

type Recipe = Page['madeBy']['rows'][number];

/** Renders `"Soup" (recipe 7, "Cooking")`. */
function recipeNamed({ recipe, profession }: Recipe): string {
  return detailed(recipe, profession === null ? [] : [quotedText(profession)]);
}

/** Renders ` from 4 "Bar" (item 6), 1 item 8`. */
function reagentsText({ reagents }: Recipe): string {
  const rows = reagents?.rows ?? [];
  return rows.length === 0 ? '' : ` from ${rows.map(({ item, count }) => `${count} ${called(item)}`).join(', ')}`;
}

function marketLines({ market, markets, marketRealms }: Page): readonly string[] {
  if (market !== null) return [`On ${realmNamed(market)} ${valueText(market)}.`];
  const shown = { total: marketRealms.total, rows: markets };
  return lineOf('Market value on', shown, (value) => `${realmNamed(value)} ${valueText(value)}`);
}

/** Renders `1s a piece (2026-03-04: the cheapest 90c, 7 on sale, 4 reporters)`. */
function valueText({ market, min, quantity, day, reporters }: NonNullable<Page['market']>): string {
  return `${moneyText(market)} a piece (${day}: the cheapest ${moneyText(min)}, ${quantity} on sale, ${counted(reporters, 'reporter')})`;
}
