import type { MarketMover } from '../../../domain/tools/market/market_movers.ts';
import { html } from '../html.ts';
import { sparkline } from '../plots/sparkline.ts';
import { entityLink, nameOf } from './entity_link.ts';
import { money } from './money.ts';
import { priceChange } from './price_change.ts';

/** Renders items whose price changed over a week, each with its trend, price and change, and perhaps its realm. */
export function moverList(movers: readonly MarketMover[], base: string, { realms = false } = {}): unknown {
  return html`<ul class="movers">
${movers.map(({ item, realm, market, change, trend }) => html`<li><span>${entityLink(item, base)}${realms ? html` <small class="quiet">${nameOf(realm)}</small>` : ''}</span> ${sparkline(trend)} ${money(market)} ${priceChange(change)}</li>\n`)}</ul>
`;
}
