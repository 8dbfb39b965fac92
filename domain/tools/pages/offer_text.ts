import { pricesText } from '../../cards/words.ts';
import { called, type Entity } from '../../reads/entities/snapshot_data.ts';
import type { Offer } from '../../reads/entities/vendor.ts';

/** Renders ` for 25c, 2 in stock`, or an empty string if neither is agreed. */
export function offerText({ prices, limitedStock }: Pick<Offer, 'prices' | 'limitedStock'>): string {
  const price = prices.length === 0 ? '' : ` for ${pricesText(prices.map(({ value }) => value))}`;
  return `${price}${limitedStock === null ? '' : `, ${limitedStock.value} in stock`}`;
}

export function goodText(good: Offer & { readonly item: Entity }): string {
  return `${called(good.item)}${offerText(good)}`;
}
