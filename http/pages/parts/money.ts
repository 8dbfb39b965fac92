import { html } from '../html.ts';

const COINS = [
  ['gold', 'g', 10_000],
  ['silver', 's', 100],
  ['copper', 'c', 1],
] as const;

/** An amount in copper as coins; null reads as unknown, never as nothing. */
export function money(copper: number | null): unknown {
  if (copper === null) return UNKNOWN;
  let rest = Math.round(copper);
  const parts: unknown[] = [];
  for (const [coin, letter, worth] of COINS) {
    const amount = Math.floor(rest / worth);
    rest -= amount * worth;
    if (amount > 0 || (worth === 1 && parts.length === 0)) {
      parts.push(
        html`<span class="${coin}">${amount.toLocaleString('en-GB')}<abbr title="${coin}">${letter}</abbr></span> `,
      );
    }
  }
  return html`<span class="money">${parts}</span>`;
}

/** What stands where nothing is known. */
export const UNKNOWN: unknown = html`<span class="unknown">unknown</span>`;
