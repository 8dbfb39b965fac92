import { type MarketRealmsPage, REALMS_PER_PAGE, type RealmPanel } from '../../../domain/tools/market/market_pages.ts';
import type { PageAnswer } from '../../../domain/tools/shared/page.ts';
import { DAY_MS } from '../../../domain/values/instant.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { html } from '../../pages/html.ts';
import type { PageContent } from '../../pages/layout.ts';
import { createObservedFooter } from '../../pages/observed.ts';
import { renderName } from '../../pages/parts/entity_link.ts';
import { showMovers } from '../../pages/parts/market.ts';
import { renderPageLinks } from '../../pages/parts/pager.ts';
import { createNumberCell, renderTable } from '../../pages/parts/table.ts';
import { formatDaySpan } from '../../pages/plots/line_plot.ts';
import { toRealmPath } from './query.ts';

/** Renders the markets of all realms: a panel for each of the largest, and a table of all if there are more. */
export function renderOverview(answer: PageAnswer<MarketRealmsPage>, isChoice: boolean, base: string): PageContent {
  const { page, reason, ...whose } = answer;
  const isEmpty = page === undefined || page.total === 0;
  return {
    title: 'Auction prices',
    description: isEmpty
      ? 'Auction prices by realm.'
      : `Auction prices on ${formatQuantity(page.total, 'realm')}, from players’ scans.`,
    path: '/market',
    data: '/api/market/prices',
    ...createObservedFooter(whose),
    main: html`<h1>Auction prices</h1>
<p>What items sell for, from scans of the auction house. A price counts once three players scanned the item on the same day.</p>
${isEmpty ? html`<p>${reason ?? 'No prices yet. Your scan could be the first: type /tw scan at an auction house.'}</p>` : renderRealms(page, { isChoice, dataAsOf: whose.dataAsOf }, base)}`,
  };
}

function renderRealms(
  page: MarketRealmsPage,
  { isChoice, dataAsOf }: { readonly isChoice: boolean; readonly dataAsOf: string | null },
  base: string,
): unknown {
  const { largest, total } = page;
  return html`${
    largest.length === 0
      ? ''
      : html`${largest.length > 1 ? renderForms(page, isChoice, base) : ''}<div class="tiles wide">
${largest.map((realm) => renderPanel(realm, dataAsOf, base))}</div>\n`
  }${total > largest.length ? renderRealmList(page, base) : ''}`;
}

function renderPanel(realm: RealmPanel, dataAsOf: string | null, base: string): unknown {
  const { name, items, day, houses, rising, falling } = realm;
  const movers = [...rising, ...falling];
  const link = (house: string): unknown => html`, <a href="${base}${toRealmPath(name)}?house=${house}">${house}</a>`;
  return html`<section class="panel">
<h2><a href="${base}${toRealmPath(name)}">${renderName(name)}</a></h2>
<p class="quiet">${formatQuantity(items, 'item')}, ${formatDaySpan(day, day)}${formatAge(day, dataAsOf)}${houses.map(link)}</p>
${movers.length === 0 ? html`<p class="quiet">No price moved within a week, or too few days are known to tell.</p>\n` : showMovers(movers, base)}</section>
`;
}

/** Says how much older the newest prices of a realm are than the newest upload. */
function formatAge(day: string, dataAsOf: string | null): string {
  if (dataAsOf === null) return '';
  const days = Math.floor((Date.parse(dataAsOf.slice(0, 10)) - Date.parse(day)) / DAY_MS);
  return days < 2 ? '' : ` (${formatQuantity(days, 'day')} old)`;
}

/** Renders the forms that put a realm's prices first (see http/browser/site/realm.ts) and that compare two realms. */
function renderForms({ realms, chosen }: MarketRealmsPage, isChoice: boolean, base: string): unknown {
  const at = realms.findIndex(({ name }) => name === chosen);
  const select = (name: string, label: string, selected: number, none: unknown = ''): unknown =>
    html`<label>${label} <select name="${name}">${none}${realms.map((realm, i) => html`<option${i === selected ? ' selected' : ''}>${realm.name}</option>`)}</select></label>\n`;
  return html`<form class="choose" method="get" action="${base}/market"${isChoice ? html` data-realm="${chosen ?? ''}"` : ''}>
${select('realm', 'Your realm', at, html`<option value="">none</option>`)}<button type="submit">Show its prices first</button>
</form>
<form class="choose" method="get" action="${base}/market">
${select('realms', 'Compare', Math.max(at, 0))}${select('realms', 'with', at === 1 ? 0 : 1)}<button type="submit">Compare prices</button>
</form>
${chosen === null ? '' : html`<p class="quiet">Prices on ${renderName(chosen)} come first. This browser remembers your choice for items and professions.</p>\n`}`;
}

function renderRealmList({ realms, total, first }: MarketRealmsPage, base: string): unknown {
  const shownPage = (first - 1) / REALMS_PER_PAGE + 1;
  if (realms.length === 0) return html`<p>No more realms. <a href="${base}/market">From the beginning</a></p>\n`;
  return html`<h2>All realms</h2>
${renderTable({
  caption: 'Realms with a market',
  columns: [
    ...[{ head: 'Realm' }, { head: 'Items', as: 'number' as const }, { head: 'Newest day' }],
    { head: 'Auction houses' },
  ],
  rows: realms.map(({ name, houses, items, day }) => [
    html`<a href="${base}${toRealmPath(name)}">${renderName(name)}</a>`,
    createNumberCell(items),
    day,
    houses.length === 0
      ? 'all together'
      : houses.map(
          (house, i) => html`${i === 0 ? '' : ', '}<a href="${base}${toRealmPath(name)}?house=${house}">${house}</a>`,
        ),
  ]),
  total,
  first,
})}${renderPageLinks({
  page: shownPage,
  pages: Math.ceil(total / REALMS_PER_PAGE),
  pathOf: (to) => `${base}/market${to === 1 ? '' : `?page=${to}`}`,
})}`;
}
