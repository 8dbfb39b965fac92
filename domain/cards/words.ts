import { eitherOf } from '../values/phrases.ts';

/** How figures read on cards. */

const COPPER_PER_SILVER = 100;
const COPPER_PER_GOLD = 10_000;

/** An amount in copper as gold, silver and copper, such as `1g 23s 45c`; parts of 0 are left out. */
export function moneyText(copper: number): string {
  const gold = Math.floor(copper / COPPER_PER_GOLD);
  const silver = Math.floor((copper % COPPER_PER_GOLD) / COPPER_PER_SILVER);
  const parts = [
    [gold, 'g'],
    [silver, 's'],
    [copper % COPPER_PER_SILVER, 'c'],
  ] as const;
  const shown = parts.filter(([amount]) => amount > 0).map(([amount, coin]) => `${amount}${coin}`);
  return shown.length === 0 ? '0c' : shown.join(' ');
}

/** Several prices of one thing, cheapest first. */
export function pricesText(copper: readonly number[]): string {
  return eitherOf(copper.map(moneyText));
}

/** A rate from 0 to 1 in percent: one decimal from 1% on, two below, and never a 0 that is none or a 100 that is less. */
export function percentText(rate: number): string {
  const percent = rate * 100;
  if (rate > 0 && percent < 0.01) return '<0.01%';
  const decimals = percent < 1 ? 2 : 1;
  const text = String(Number(percent.toFixed(decimals)));
  return text === '100' && rate < 1 ? '>99.9%' : `${text}%`;
}

/** A bound in percent, without its sign: whole from 10% on. */
export function boundText(bound: number): string {
  const percent = bound * 100;
  return percent >= 10 && percent < 99.5 ? percent.toFixed(0) : percentText(bound).replace('%', '');
}

/** A range of whole numbers: `5`, or `5–7`. */
export function rangeText(min: number, max: number): string {
  return min === max ? String(min) : `${min}–${max}`;
}

export function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
