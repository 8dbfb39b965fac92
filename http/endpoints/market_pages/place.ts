import type { MarketPlace } from '../../../domain/ports/market.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

/** Formats a position in a realm's item list for a URL: `<units, in halves>.<item id>`. */
export function placeText({ quantity, itemId }: MarketPlace): string {
  return `${2 * quantity}.${itemId}`;
}

export function readMarketPlace(text: string): Result<MarketPlace, Refusal> {
  const [, halves, itemId] = (/^([0-9]{1,16})\.([0-9]{1,16})$/.exec(text) ?? []).map(Number);
  return halves !== undefined && itemId !== undefined && Math.max(halves, itemId) <= Number.MAX_SAFE_INTEGER
    ? ok({ quantity: halves / 2, itemId })
    : err(
        badParameter('after', `after must be a place in the list as the page's links give it; it is ${quoted(text)}.`),
      );
}
