import { formatQuantity } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';
import { renderName } from './entity_link.ts';
import { DASH_MARK, renderMoney, UNKNOWN_MARK } from './money.ts';

/** A value and the number of installs that agree on it, as tools return it. */
export interface AgreedValue<V> {
  readonly value: V;
  readonly installs: number;
}

/** Renders a value with the number of installs that reported it. */
export function renderCounted(shown: unknown, installs: number): unknown {
  return html`${shown} <small class="quiet">${formatQuantity(installs, 'player')}</small>`;
}

/** Renders an agreed number or word with its number of installs, or returns null if there is no agreed value. */
export function renderAgreed<V>(
  agreed: AgreedValue<V> | null,
  shownAs: (value: V) => unknown = (value) => value,
): unknown {
  return agreed === null ? null : renderCounted(shownAs(agreed.value), agreed.installs);
}

/**
 * Renders an agreed text from players' clients, isolated and tagged with its language, or null if no text is agreed.
 */
export function renderAgreedText(
  agreed: (AgreedValue<string> & { readonly locale?: string | undefined }) | null,
): unknown {
  return agreed === null ? null : renderCounted(renderName(agreed.value, agreed.locale), agreed.installs);
}

/**
 * Renders agreed prices, the leading one first, which is also the sort value, and those at a reputation discount. If
 * there are several, each shows its number of installs.
 */
export function renderPrices(
  prices: readonly AgreedValue<number>[],
  withReputation: readonly AgreedValue<number>[] = [],
) {
  const isOne = prices.length === 1 && withReputation.length === 0;
  const list = (some: typeof prices): unknown =>
    some.map(
      ({ value, installs }, at) =>
        html`${at === 0 ? '' : ' or '}${isOne ? renderMoney(value) : renderCounted(renderMoney(value), installs)}`,
    );
  const reduced = withReputation.length === 0 ? '' : html`; with reputation ${list(withReputation)}`;
  return {
    value: prices[0]?.value ?? null,
    shown: prices.length === 0 ? UNKNOWN_MARK : html`${list(prices)}${reduced}`,
  };
}

/** Renders the stock of a vendor's good: how many there are, whether it is limited, or a dash. */
export function renderStock(limited: { readonly value: boolean } | null, stock: { readonly value: number } | null) {
  const words =
    limited === null ? DASH_MARK : html`<span class="quiet">${limited.value ? 'Limited' : 'Unlimited'}</span>`;
  return { value: stock?.value ?? null, shown: stock?.value ?? words };
}
