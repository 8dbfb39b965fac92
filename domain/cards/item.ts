import { QUALITIES } from '../../schema/vocabulary.ts';
import { unwrapAgreedValues } from '../families/counting/agreed.ts';
import type { FirstRows } from '../reads/entities/first_of.ts';
import { type Item, readItem } from '../reads/entities/item.ts';
import { CARD_LIMITS } from '../reads/entities/limits.ts';
import { formatAgreedName, readZonesById } from '../reads/entities/places.ts';
import type { Entity, PublishedSnapshot } from '../reads/entities/snapshot_data.ts';
import type { Offer } from '../reads/entities/vendor.ts';
import { markLanguage } from '../values/language.ts';
import {
  buildDropLines,
  buildListLines,
  buildSeenByFewLines,
  type Card,
  type CardLine,
  createPlayerLine,
  formatNameWithLocale,
  formatUnnamedEntity,
  toEntityName,
} from './card.ts';
import { buildItemRowLines, buildMissingLines, type ItemRow, readItemRow } from './item_row.ts';
import { QUALITY_COLOURS } from './vocabulary.ts';
import { formatPrices, formatVendorPrices } from './words.ts';

/** Reads an item's card. Returns null if there are no public facts about the item. */
export async function readItemCard(snapshot: PublishedSnapshot, itemId: number): Promise<Card | null> {
  const item = await readItem(snapshot, itemId, CARD_LIMITS.item);
  if (!item.isObserved) return null;
  const [row, located] = await Promise.all([readItemRow(snapshot, itemId), addDropZones(snapshot, item)]);
  return buildItemCard(located, row, snapshot.view.game !== null);
}

/** Adds the first zone to the names of objects that drop the item, because many objects have the same name. */
async function addDropZones(snapshot: PublishedSnapshot, item: Item): Promise<Item> {
  const { droppedBy, droppedBySeenByFew } = item;
  const sources = [...droppedBy.rows, ...droppedBySeenByFew.rows].map(({ source }) => source);
  const named = sources.filter(({ kind, name }) => kind === 'object' && name !== null);
  if (named.length === 0) return item;
  const ids = named.map(({ id }) => id);
  const zones = await readZonesById(snapshot, 'object', ids);
  const withZone = <R extends Item['droppedBySeenByFew']['rows'][number]>(row: R): R => {
    const { source } = row;
    const [zone] = (named.includes(source) && zones.get(source.id)) || [];
    const where = zone === undefined ? null : formatAgreedName(zone);
    const { locale: _, ...own } = source;
    return where === null ? row : { ...row, source: { ...own, name: `${formatNameWithLocale(source)}, ${where}` } };
  };
  return {
    ...item,
    droppedBy: { ...droppedBy, rows: droppedBy.rows.map(withZone) },
    droppedBySeenByFew: { ...droppedBySeenByFew, rows: droppedBySeenByFew.rows.map(withZone) },
  };
}

/** Builds the card of an item. `row` is null if no build was imported or the build has no row for the item. */
export function buildItemCard(observed: Item, row: ItemRow | null, isImported: boolean): Card {
  const { id } = observed.item;
  const filed = row?.item.qualityId ?? null;
  const filedQuality = filed === null ? null : (QUALITIES[filed] ?? null);
  const quality = observed.quality?.value ?? filedQuality;
  const qualityFromFiles = observed.quality === null && filedQuality !== null;
  const icon = row?.item.icon || null;
  const itemLevel = observed.itemLevel?.value ?? null;
  const lines = [
    ...buildItemRowLines(row, itemLevel),
    ...listPlayerLines(observed),
    ...buildMissingLines(row, isImported, itemLevel),
  ];
  return {
    type: 'item',
    id,
    title: observed.name?.value ?? formatUnnamedEntity('item', id),
    quality,
    qualityFromFiles,
    color: quality === null ? null : (QUALITY_COLOURS[quality] ?? null),
    icon,
    lines,
    fromFiles: icon !== null || qualityFromFiles || lines.some((line) => line.fromFiles),
  };
}

function listPlayerLines(item: Item): readonly CardLine[] {
  const { droppedBy, droppedBySeenByFew, soldBy, rewardFrom } = item;
  const vendorPrices = unwrapAgreedValues(item.vendorPrices);
  return [
    ...buildDropLines(droppedBy, 'Drops from', ({ source }) => source),
    ...buildSeenByFewLines(droppedBySeenByFew, 'drops from', ({ source }) => source),
    ...buildListLines(soldBy, (offer) => buildOfferLine('Sold by', offer.vendor, offer), 'Sold by'),
    ...(soldBy.rows.length === 0 && vendorPrices.length > 0
      ? [createPlayerLine(`Sold by vendors for ${formatPrices(vendorPrices)}`)]
      : []),
    ...buildListLines(rewardFrom, ({ quest }) => createPlayerLine('Reward from ', toEntityName(quest)), 'Reward from'),
    ...buildRecipeLines('Made by', item.madeBy),
    ...buildRecipeLines('Reagent for', item.reagentFor),
    ...buildRecipeLines('Teaches', item.teaches),
  ];
}

/** Returns lines such as `Reagent for Soup (Cooking)`. */
function buildRecipeLines(verb: string, recipes: FirstRows<Item['madeBy']['rows'][number]>): readonly CardLine[] {
  return buildListLines(
    recipes,
    ({ recipe, profession }) => {
      const name = formatNameWithLocale(recipe) ?? `Recipe ${recipe.id}`;
      return createPlayerLine(`${verb} ${name}${profession === null ? '' : ` (${markLanguage(profession)})`}`);
    },
    verb,
  );
}

/** Returns a line such as `Sold by Innkeeper for 25c, 2 in stock`. */
export function buildOfferLine(verb: 'Sold by' | 'Sells', entity: Entity, offer: OfferPrices): CardLine {
  return createPlayerLine(`${verb} `, toEntityName(entity), describeOffer(offer));
}

type OfferPrices = Pick<Offer, 'prices' | 'withReputation' | 'limited' | 'limitedStock'>;

/** Renders ` for 25c, 2 in stock`, or an empty string if neither is agreed. */
export function describeOffer({ prices, withReputation, limited, limitedStock }: OfferPrices): string {
  const price = prices.length === 0 ? '' : ` for ${formatVendorPrices(prices, withReputation)}`;
  if (limitedStock !== null) return `${price}, ${limitedStock.value} in stock`;
  return `${price}${limited?.value === true ? ', limited stock' : ''}`;
}
