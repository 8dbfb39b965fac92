import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';
import { nameOf } from './entity_link.ts';
import { money, UNKNOWN } from './money.ts';

/** A value and the number of installs that agree on it, as tools return it. */
export interface AgreedValue<V> {
  readonly value: V;
  readonly installs: number;
}

/** Renders a value with the number of installs that reported it. */
export function withInstalls(shown: unknown, installs: number): unknown {
  return html`${shown} <small class="quiet">${counted(installs, 'player')}</small>`;
}

/** Renders an agreed number or word with its number of installs, or returns null if there is no agreed value. */
export function renderAgreed<V>(
  agreed: AgreedValue<V> | null,
  shownAs: (value: V) => unknown = (value) => value,
): unknown {
  return agreed === null ? null : withInstalls(shownAs(agreed.value), agreed.installs);
}

/**
 * Renders an agreed text from players' clients, isolated and tagged with its language, or null if no text is agreed.
 */
export function renderAgreedText(
  agreed: (AgreedValue<string> & { readonly locale?: string | undefined }) | null,
): unknown {
  return agreed === null ? null : withInstalls(nameOf(agreed.value, agreed.locale), agreed.installs);
}

/**
 * Renders agreed prices, lowest first. The lowest price is also the sort value. If there are several, each shows its
 * number of installs.
 */
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

/** Renders a stock limit. Null means that no limit is known, because no record states that a stock is unlimited. */
export function stockCell(stock: { readonly value: number } | null) {
  return {
    value: stock?.value ?? null,
    shown: stock === null ? html`<span class="quiet">Unlimited</span>` : stock.value,
  };
}
