import { formatMoney, formatPercent, formatTokenName } from '../../../domain/cards/words.ts';
import type { House } from '../../../domain/ports/market.ts';
import { UNUSUAL_PRICE_RULE } from '../../../domain/reads/market.ts';
import type { FilterChoices } from '../../../domain/tools/market/market_filter.ts';
import type { MarketQuery, MarketRealmPage, OfferedItem } from '../../../domain/tools/market/market_pages.ts';
import type { PageAnswer } from '../../../domain/tools/shared/page.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { formatProfessionSlug } from '../../../domain/values/profession_page.ts';
import { DAYS_BACK, LIMITS } from '../../../schema/limits.ts';
import type { population } from '../../../schema/tools/people.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { FEED_PATHS } from '../../pages/feeds.ts';
import { html } from '../../pages/html.ts';
import type { PageContent } from '../../pages/layout.ts';
import { createObservedFooter } from '../../pages/observed.ts';
import { linkEntity, renderName } from '../../pages/parts/entity_link.ts';
import { linkOtherRealms, renderDayCell, renderTrendCell, showMovers } from '../../pages/parts/market.ts';
import { renderMoney, UNKNOWN_MARK } from '../../pages/parts/money.ts';
import { renderPager } from '../../pages/parts/pager.ts';
import { renderSection } from '../../pages/parts/section.ts';
import { type Cell, createNumberCell, renderTable } from '../../pages/parts/table.ts';
import { formatMarketPlace, toListPath, toRealmPath } from './query.ts';

/** Renders a realm's page with its market and its population. At least one of the two is public. */
export function renderRealm(
  market: PageAnswer<MarketRealmPage>,
  people: PopulationAnswer,
  query: MarketQuery,
  choices: FilterChoices,
  base: string,
): PageContent {
  const realm = market.page?.realm ?? people.page?.realm ?? query.realm;
  const asked = { ...query, realm };
  return {
    title: `${realm}${asked.house === null ? '' : ` (${asked.house})`}`,
    description: describeRealm(realm, market.page),
    path: toListPath(asked),
    feeds: market.page === undefined ? [] : [{ title: `Auction prices on ${realm}`, path: FEED_PATHS.realm(realm) }],
    data: toPricesPath(asked),
    dataWords: describeJsonSize(market.page?.total ?? 0),
    ...createObservedFooter(market),
    main: html`<p class="trail"><a href="${base}/market">Auction prices</a></p>
<h1>${renderName(realm)}</h1>
${linkOtherRealms(market.page?.otherRealms ?? people.page?.otherRealms, (other) => `${base}${toRealmPath(other)}`)}${market.page === undefined ? renderSection('market', 'Auctions', html`<p>${market.reason}</p>`) : renderMarket(market.page, asked, choices, base)}${renderSection('people', 'Who plays here', renderPeople(people))}`,
  };
}

function toPricesPath({ realm, house }: MarketQuery, format: 'csv' | null = null): string {
  const query = new URLSearchParams({ realm, ...(house === null ? {} : { house }), ...(format && { format }) });
  return `/api/market/prices?${query}`;
}

function describeRealm(realm: string, market: MarketRealmPage | undefined): string {
  const [first] = market?.items ?? [];
  if (market === undefined || first === undefined) return `Characters seen on ${realm}.`;
  const name = first.item.name ?? `item ${first.itemId}`;
  return `${formatQuantity(market.total, 'item')} with a market value on ${realm}; ${name} at ${formatMoney(first.market)}, on ${first.day}.`;
}

/** Says how much of the list the page's JSON contains, because the endpoint has a maximum number of rows. */
function describeJsonSize(total: number): string {
  const max = LIMITS.marketItemsMax.value.toLocaleString('en-GB');
  return total > LIMITS.marketItemsMax.value
    ? `The ${max} items with the most units, of ${total.toLocaleString('en-GB')}`
    : 'All items of this market';
}

function renderMarket(page: MarketRealmPage, asked: MarketQuery, choices: FilterChoices, base: string): unknown {
  const { house, houses, items, total, next, movers } = page;
  const own = `${base}${toListPath(asked)}`;
  const further =
    next === null ? null : `${own}${own.includes('?') ? '&' : '?'}after=${formatMarketPlace(next)}#market`;
  const isFiltered = asked.filter?.itemClass != null || asked.filter?.profession != null;
  const link = (to: House | null): unknown =>
    html`<li><a href="${base}${toListPath({ ...asked, house: to })}"${to === house ? html` aria-current="true"` : ''}>${to ?? 'All together'}</a></li>`;
  return html`${renderMovers(movers, base)}${renderSection(
    'market',
    'Auctions',
    html`<p>${formatQuantity(total, 'item')}, most units on sale first. ${VALUE_RULE} Prices are per unit.</p>
${houses.length === 0 ? '' : html`<nav aria-label="Auction houses"><ul class="ways">${[null, ...houses].map(link)}</ul></nav>`}
${renderFilter(asked, choices, base)}${
  items.length === 0
    ? html`<p>${explainEmptyMarket(asked, isFiltered)}</p>\n`
    : renderTable({
        caption: 'Items at auction, most units first',
        id: 'prices',
        columns: [
          { head: 'Item' },
          { head: 'Market', as: 'number' },
          { head: 'Week', as: 'figure' },
          { head: 'Cheapest', as: 'number' },
          { head: `Median of up to ${DAYS_BACK.historical} days`, as: 'number' },
          { head: 'Units', as: 'number' },
          { head: 'Scanned' },
        ],
        rows: items.map((item) => toMarketRow(item, base)),
        csv: isFiltered ? null : `${base}${toPricesPath(asked, 'csv')}`,
      })
}${items.some(({ unusual }) => unusual) ? html`<p class="quiet"><small>${UNUSUAL_PRICE_RULE}</small></p>` : ''}
${renderPager({ path: own, isFirst: asked.after === null, next: further, nextWords: 'Next items' })}`,
  )}`;
}

const VALUE_RULE =
  'Market value: typical price of the cheapest 30%, without outliers; median of all scans of a day. A day counts once three players scanned the item.';

function explainEmptyMarket({ after, house }: MarketQuery, isFiltered: boolean): string {
  if (after !== null) return 'No more items.';
  if (isFiltered) return 'None of these items has a price here yet.';
  return house === null ? 'No item has a price here yet.' : 'No item has a value in this house yet.';
}

function renderMovers({ rising, falling }: MarketRealmPage['movers'], base: string): unknown {
  if (rising.length + falling.length === 0) return '';
  const list = (heading: string, movers: typeof rising): unknown =>
    movers.length === 0
      ? ''
      : html`<section class="panel"><h3>${heading}</h3>\n${showMovers(movers, base)}</section>\n`;
  return renderSection(
    'movers',
    'Movers of the week',
    html`<div class="tiles wide">
${list('Rising this week', rising)}${list('Falling this week', falling)}</div>
`,
  );
}

function renderFilter(
  { realm, house, filter }: MarketQuery,
  { itemClasses, professions }: FilterChoices,
  base: string,
) {
  if (itemClasses.length + professions.length === 0) return '';
  const option = (value: string, words: string, isChosen: boolean): unknown =>
    html`<option value="${value}"${isChosen ? ' selected' : ''}>${words}</option>`;
  const select = (name: string, label: string, any: string, options: readonly unknown[]): unknown =>
    options.length === 0
      ? ''
      : html`<label>${label} <select name="${name}"><option value="">${any}</option>${options}</select></label>\n`;
  return html`<form class="choose" method="get" action="${base}${toRealmPath(realm)}#market">
${house === null ? '' : html`<input type="hidden" name="house" value="${house}">\n`}${select(
  'class',
  'Kind',
  'all kinds',
  itemClasses.map(({ slug, label }) => option(slug, label, slug === filter?.itemClass)),
)}${select(
  'profession',
  'Reagents of',
  'any profession',
  professions.map((name) => option(formatProfessionSlug(name), name, name === filter?.profession)),
)}<button type="submit">Show</button>
</form>
`;
}

function toMarketRow(offered: OfferedItem, base: string): readonly Cell[] {
  const { item, market, min, historical, quantity } = offered;
  const price = (value: number): Cell => ({ shown: renderMoney(value), value });
  return [
    linkEntity(item, base),
    price(market),
    renderTrendCell(offered),
    price(min),
    price(historical),
    createNumberCell(quantity),
    renderDayCell(offered, `, ${formatQuantity(offered.reporters, 'player')}`),
  ];
}

type PopulationAnswer = ToolAnswer<typeof population>;
type PeopleBreakdown = NonNullable<PopulationAnswer['page']>['factions'];

function renderPeople({ page, reason }: PopulationAnswer): unknown {
  if (page === undefined) return html`<p>${reason}</p>`;
  return html`<details><summary>Characters seen by faction, class and level</summary>
<p>Characters that players saw in the ${DAYS_BACK.daily} days before ${page.day}, not all characters.
Every figure needs reports from three players; others are unknown.</p>
<div class="tables">
${renderBreakdown('By faction', 'Faction', page.factions)}${renderBreakdown('By class', 'Class', page.classes)}${renderBreakdown('By level', 'Levels', page.levels)}</div>
</details>
`;
}

function renderBreakdown(heading: string, head: string, { cells, total }: PeopleBreakdown): unknown {
  return html`<div><h3>${heading}</h3>
${renderTable({
  caption: `Characters ${heading.toLowerCase()}`,
  columns: [{ head }, { head: 'Characters', as: 'number' }, { head: 'Share', as: 'number' }],
  rows: cells.map(({ name, characters }) => {
    const share = characters === null || !total ? null : characters / total;
    return [
      html`<bdi>${formatTokenName(name)}</bdi>`,
      { shown: characters?.toLocaleString('en-GB') ?? UNKNOWN_MARK, value: characters },
      { shown: share === null ? UNKNOWN_MARK : formatPercent(share), value: share },
    ];
  }),
})}</div>
`;
}
