import { html } from '../html.ts';

const COIN_VALUES = [
  ['gold', 'g', 10_000],
  ['silver', 's', 100],
  ['copper', 'c', 1],
] as const;

/** Renders an amount in copper as coins. Null is shown as unknown, never as zero. */
export function renderMoney(copper: number | null): unknown {
  if (copper === null) return UNKNOWN_MARK;
  let rest = Math.round(copper);
  const parts: unknown[] = [];
  for (const [coin, letter, worth] of COIN_VALUES) {
    const amount = Math.floor(rest / worth);
    rest -= amount * worth;
    if (amount > 0 || (worth === 1 && parts.length === 0)) {
      const space = parts.length === 0 ? '' : ' ';
      parts.push(
        html`${space}<span class="${coin}">${amount.toLocaleString('en-GB')}<abbr title="${coin}">${letter}</abbr></span>`,
      );
    }
  }
  return html`<span class="money">${parts}</span>`;
}

/** Shown in place of an unknown value. */
export const UNKNOWN_MARK: unknown = html`<span class="unknown">unknown</span>`;

/** Shown in place of a figure that cannot be computed yet. */
export const DASH_MARK: unknown = html`<span class="unknown">–</span>`;
