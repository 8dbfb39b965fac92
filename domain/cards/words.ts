import { joinWithOr } from '../values/phrases.ts';

/** Formats numbers for cards and pages. */

const COPPER_PER_SILVER = 100;
const COPPER_PER_GOLD = 10_000;

/** Formats an amount in copper as gold, silver and copper, such as `1,234g 5s`. Omits parts that are 0. */
export function formatMoney(copper: number): string {
  const gold = Math.floor(copper / COPPER_PER_GOLD);
  const silver = Math.floor((copper % COPPER_PER_GOLD) / COPPER_PER_SILVER);
  const parts = [
    [gold, 'g'],
    [silver, 's'],
    [copper % COPPER_PER_SILVER, 'c'],
  ] as const;
  const shown = parts
    .filter(([amount]) => amount > 0)
    .map(([amount, coin]) => `${amount.toLocaleString('en-GB')}${coin}`);
  return shown.length === 0 ? '0c' : shown.join(' ');
}

/** Formats prices in copper: `5c or 1s`. */
export function formatPrices(copper: readonly number[]): string {
  return joinWithOr(copper.map(formatMoney));
}

type AgreedPriceList = readonly { readonly value: number }[];

/** Formats agreed prices, the leading one first, and what players with a discount pay: `10s (9s with reputation)`. */
export function formatVendorPrices(prices: AgreedPriceList, withReputation: AgreedPriceList): string {
  const textOf = (list: AgreedPriceList): string => formatPrices(list.map(({ value }) => value));
  return `${textOf(prices)}${withReputation.length === 0 ? '' : ` (${textOf(withReputation)} with reputation)`}`;
}

/**
 * Formats a rate from 0 to 1 in percent: one decimal from 1%, two below. Small rates read `<0.01%` instead of `0%`, and
 * rates just below 1 read `>99.9%` instead of `100%`.
 */
export function formatPercent(rate: number): string {
  const percent = rate * 100;
  if (rate > 0 && percent < 0.01) return '<0.01%';
  const decimals = percent < 1 ? 2 : 1;
  const text = String(Number(percent.toFixed(decimals)));
  return text === '100' && rate < 1 ? '>99.9%' : `${text}%`;
}

/** Formats a range of whole numbers: `5` or `5–7`. */
export function formatRange(min: number, max: number): string {
  return min === max ? String(min) : `${min}–${max}`;
}

export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Names whose tokens are not the words of the game. */
const TOKEN_NAMES: Readonly<Record<string, string>> = { NightElf: 'Night elf', Scourge: 'Undead' };

/** Formats the client's word for a class, race, faction or band of levels: `WARRIOR` as `Warrior`, `10-19` as `10–19`. */
export function formatTokenName(token: string): string {
  if (/^\d/u.test(token)) return token.replace('-', '–');
  return TOKEN_NAMES[token] ?? capitalise(/^[A-Z]+$/u.test(token) ? token.toLowerCase() : token);
}
