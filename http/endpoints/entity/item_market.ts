import { formatMoney } from '../../../domain/cards/words.ts';
import type { ItemPage } from '../../../domain/reads/entities/item.ts';
import { UNUSUAL_PRICE_RULE } from '../../../domain/reads/market.ts';
import { auction_history } from '../../../domain/tools/market/auction_history.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import { DAYS_BACK } from '../../../schema/limits.ts';
import type { auction_history as contract } from '../../../schema/tools/market.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { html } from '../../pages/html.ts';
import { renderName } from '../../pages/parts/entity_link.ts';
import { linkOtherRealms, renderDayCell, UNUSUAL_NOTE } from '../../pages/parts/market.ts';
import { renderMoney } from '../../pages/parts/money.ts';
import type { Section } from '../../pages/parts/section.ts';
import { createNumberCell, renderTable } from '../../pages/parts/table.ts';
import { renderLinePlot } from '../../pages/plots/line_plot.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import { type EntityPageContext, joinValues } from './entity_page.ts';

const DAYS_SHOWN_MAX = 90;

/**
 * Renders an item's auction prices: the newest day of each realm, and the history of `chosen` or of the first realm.
 */
export async function buildMarketParts(
  { ask, base }: EntityPageContext,
  itemId: number,
  { marketRealms, markets }: Pick<ItemPage, 'marketRealms' | 'markets'>,
  chosen: string | null,
): Promise<Result<readonly Section[], Refusal>> {
  const realm = chosen ?? markets[0]?.realm ?? null;
  if (realm === null) return ok([]);
  const history = await ask(auction_history, { itemId, realm });
  if (!history.ok) return history;
  const { page, reason } = history.value;
  const realmPath = (name: string): string => `${base}/item/${itemId}?realm=${encodeURIComponent(name)}#market`;
  const days =
    page === undefined
      ? html`<p>${reason ?? ''}</p>\n`
      : html`${renderHistory(page, `${base}/api/tools/auction_history?itemId=${itemId}&realm=${encodeURIComponent(page.realm)}`)}${linkOtherRealms(page.otherRealms, realmPath)}`;
  return ok([
    {
      id: 'market',
      heading: 'Auction prices',
      total: marketRealms.total,
      content: html`${markets.length === 0 ? '' : renderNewestPrices(markets, realmPath)}${renderOtherRealms(marketRealms, markets, realmPath)}${days}`,
    },
  ]);
}

type ToRealmPath = (realm: string) => string;

function renderNewestPrices(markets: ItemPage['markets'], realmPath: ToRealmPath): unknown {
  return renderTable({
    caption: 'Newest well scanned day on each realm, per unit',
    columns: [
      { head: 'Realm' },
      { head: 'Market value', as: 'number' },
      { head: 'Cheapest', as: 'number' },
      { head: `Median of up to ${DAYS_BACK.historical} days`, as: 'number' },
      { head: 'On sale', as: 'number' },
      { head: 'Players', as: 'number' },
      { head: 'Day' },
    ],
    rows: markets.map((value) => [
      html`<a href="${realmPath(value.realm)}">${renderName(value.realm)}</a>`,
      { shown: renderMoney(value.market), value: value.market },
      { shown: renderMoney(value.min), value: value.min },
      { shown: renderMoney(value.historical), value: value.historical },
      createNumberCell(value.quantity),
      createNumberCell(value.reporters),
      renderDayCell(value),
    ]),
  });
}

/** Links to the other realms with values, whose newest day is not in the table. */
function renderOtherRealms(
  { rows, total }: ItemPage['marketRealms'],
  markets: ItemPage['markets'],
  realmPath: ToRealmPath,
): unknown {
  const listed = new Set(markets.map(({ realm }) => realm));
  const left = rows.filter((realm) => !listed.has(realm));
  if (left.length === 0) return '';
  const more = total - rows.length;
  return html`<p>Also on ${joinValues(left.map((realm) => html`<a href="${realmPath(realm)}">${renderName(realm)}</a>`))}${more > 0 ? ` and ${more} more` : ''}.</p>\n`;
}

type PriceHistory = NonNullable<ToolAnswer<typeof contract>['page']>;

function renderHistory({ item, realm, days }: PriceHistory, dataPath: string): unknown {
  const shown = days.slice(0, DAYS_SHOWN_MAX);
  return html`<h3>Price history on ${renderName(realm)}</h3>
${renderLinePlot({
  title: `Market value of ${item.name ?? `item ${item.id}`} on ${realm}`,
  points: shown.map(({ day, market, min, unusual }) => ({
    day,
    value: market,
    low: min,
    ...(unusual && { note: UNUSUAL_NOTE }),
  })),
  format: (copper) => formatMoney(Math.round(copper)),
  shown: renderMoney,
  names: { value: 'Market value', low: 'Cheapest' },
  about: 'The band reaches down to the cheapest offer. Gaps are days with fewer than three scanners.',
})}
<p class="quiet"><small>All houses together. ${shown.some(({ unusual }) => unusual) ? `${UNUSUAL_PRICE_RULE} ` : ''}<a href="${dataPath}">All days, with units on sale, as data</a>.</small></p>
`;
}
