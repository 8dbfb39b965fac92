import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';
import { nameOf } from './entity_link.ts';
import { money, UNKNOWN } from './money.ts';

/** A value with how many installs agree on it, as the tools' answers have it. */
export interface AgreedValue<V> {
  readonly value: V;
  readonly installs: number;
}

/** What is shown of a value, and how many installs stand behind it. */
export function withInstalls(shown: unknown, installs: number): unknown {
  return html`${shown} <small class="quiet">${counted(installs, 'install')}</small>`;
}

/** An agreed number or word with its installs; null reads as unknown. */
export function renderAgreed<V>(
  agreed: AgreedValue<V> | null,
  shownAs: (value: V) => unknown = (value) => value,
): unknown {
  return agreed === null ? null : withInstalls(shownAs(agreed.value), agreed.installs);
}

/** An agreed text of players' clients, isolated and with its language. */
export function renderAgreedText(
  agreed: (AgreedValue<string> & { readonly locale?: string | undefined }) | null,
): unknown {
  return agreed === null ? null : withInstalls(nameOf(agreed.value, agreed.locale), agreed.installs);
}

/** Agreed prices, the lowest first: it sorts by that; of several each with its installs; none reads as unknown. */
export function pricesCell(prices: readonly AgreedValue<number>[]) {
  return {
    value: prices[0]?.value ?? null,
    shown:
      prices.length === 0
        ? UNKNOWN
        : prices.map(
            ({ value, installs }, at) =>
              html`${at === 0 ? '' : ' or '}${prices.length === 1 ? money(value) : withInstalls(money(value), installs)}`,
          ),
  };
}

/** No limit was agreed on: most goods have none, and no record says so of one. */
export function stockCell(stock: { readonly value: number } | null) {
  return {
    value: stock?.value ?? null,
    shown: stock === null ? html`<span class="quiet">no limit seen</span>` : stock.value,
  };
}
