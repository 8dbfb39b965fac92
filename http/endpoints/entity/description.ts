import { moneyText, percentText } from '../../../domain/cards/words.ts';
import type { AgreedValue } from '../../pages/parts/agreed.ts';
import type { NamedEntity } from '../../pages/parts/entity_link.ts';
import { titleOf } from './sheet.ts';

/** Approximate length at which sites cut the description of a link. */
const CHARS_MAX = 280;

/** Builds a description: `Linen Cloth: dropped by Kobold Worker (35%); sold by …`. Omits parts that do not fit. */
export function described(entity: NamedEntity, parts: readonly (string | null)[]): string {
  const told = parts.filter((part) => part !== null);
  let sentence = `${titleOf(entity)}: ${told[0] ?? 'observations of players'}`;
  for (const part of told.slice(1)) {
    if (sentence.length + part.length > CHARS_MAX) break;
    sentence += `; ${part}`;
  }
  return `${[...sentence].slice(0, 2 * CHARS_MAX).join('')}.`;
}

const NAMED = 3;

/** Returns text such as `dropped by Kobold Worker (35%), Defias Thug (50%) and 4 more`, or null for an empty list. */
export function listed<R>(
  verb: string,
  { rows, total }: { readonly rows: readonly R[]; readonly total: number },
  tell: (row: R) => string,
): string | null {
  if (total === 0 || rows.length === 0) return null;
  const shown = rows.slice(0, NAMED);
  const more = total - shown.length;
  return `${verb} ${shown.map(tell).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export function withRate(entity: NamedEntity, rate: number): string {
  return `${titleOf(entity)} (${percentText(rate)})`;
}

/** Returns `Innkeeper (25c)`, or only the name if there is no agreed price. */
export function withPrice(entity: NamedEntity, prices: readonly AgreedValue<number>[]): string {
  return prices[0] === undefined ? titleOf(entity) : `${titleOf(entity)} (${moneyText(prices[0].value)})`;
}
