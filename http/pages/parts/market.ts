import type { LeadingDayPrice } from '../../../domain/reads/market.ts';
import type { MarketMover } from '../../../domain/tools/market/market_movers.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';
import { drawSparkline } from '../plots/sparkline.ts';
import { linkEntity, renderName } from './entity_link.ts';
import { DASH_MARK, renderMoney } from './money.ts';
import type { Cell } from './table.ts';

/** Renders items whose price changed over a week, each with its trend, price and change, and perhaps its realm. */
export function showMovers(movers: readonly MarketMover[], base: string, { realms = false } = {}): unknown {
  return html`<ul class="movers">
${movers.map(({ item, realm, market, change, trend }) => html`<li><span>${linkEntity(item, base)}${realms ? html` <small class="quiet">${renderName(realm)}</small>` : ''}</span> ${drawSparkline(trend)} ${renderMoney(market)} ${renderPriceChange(change)}</li>\n`)}</ul>
`;
}

/** The recent values of an item and their change over a week as a fraction. Null means unknown. */
interface PriceTrend {
  readonly trend: readonly (number | null)[];
  readonly change: number | null;
}

/** Renders a change as `▲ 12%`, or a dash if it is unknown. Screen readers get a word, because they skip the arrow. */
function renderPriceChange(change: number | null): unknown {
  if (change === null) return DASH_MARK;
  const percent = Math.round(100 * change);
  if (percent === 0) return html`<span class="change">0%</span>`;
  const [look, sign, word] = percent > 0 ? ['rise', '▲', 'up'] : ['fall', '▼', 'down'];
  return html`<span class="change ${look}"><span aria-hidden="true">${sign}</span><span class="unseen">${word}</span> ${Math.abs(percent).toLocaleString('en-GB')}%</span>`;
}

/** Renders the line of recent values with their change. The cell is sorted by the change. */
export function renderTrendCell({ trend, change }: PriceTrend): Cell {
  return { shown: html`<span class="trend">${drawSparkline(trend)}${renderPriceChange(change)}</span>`, value: change };
}

/** The word beside a market day whose value is far from the days before it. */
export const UNUSUAL_NOTE = 'unusual';

/** Renders the day of a market value, what else is said of it, and a newer day that too few players scanned to count. */
export function renderDayCell({ day, unusual, thinDay }: LeadingDayPrice, players = ''): unknown {
  const scan = html`${day}${players}${unusual ? html` <small>${UNUSUAL_NOTE}</small>` : ''}`;
  if (thinDay === undefined) return scan;
  return html`${scan} <small>(${thinDay.day} does not count yet: ${renderMoney(thinDay.market)}, ${formatQuantity(thinDay.reporters, 'player')}, usually more)</small>`;
}

/** Renders links to the other realms that have the requested name, each in its region. */
export function linkOtherRealms(realms: readonly string[] = [], pathOf: (realm: string) => string): unknown {
  if (realms.length === 0) return '';
  const links = realms.map(
    (realm, i) => html`${i === 0 ? '' : ', '}<a href="${pathOf(realm)}">${renderName(realm)}</a>`,
  );
  return html`<p>Other realms with this name: ${links}.</p>\n`;
}
