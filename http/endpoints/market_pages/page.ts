import { capitalised, moneyText, percentText } from '../../../domain/cards/words.ts';
import type { House, MarketPlace } from '../../../domain/ports/market.ts';
import { UNUSUAL_WORDS } from '../../../domain/reads/market.ts';
import { badParameter } from '../../../domain/reads/refusal.ts';
import {
  type MarketQuery,
  type MarketRealmPage,
  type MarketRealmsPage,
  type OfferedItem,
  REALMS_A_PAGE,
} from '../../../domain/tools/market/market_pages.ts';
import type { PageAnswer } from '../../../domain/tools/shared/page.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { DAYS_BACK, LIMITS } from '../../../schema/limits.ts';
import type { population } from '../../../schema/tools/people.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { html } from '../../pages/html.ts';
import type { PageContent } from '../../pages/layout.ts';
import { observedFooter } from '../../pages/observed.ts';
import { entityLink, nameOf } from '../../pages/parts/entity_link.ts';
import { dayCell } from '../../pages/parts/market_day.ts';
import { money, UNKNOWN } from '../../pages/parts/money.ts';
import { pager, renderPager } from '../../pages/parts/pager.ts';
import { section } from '../../pages/parts/section.ts';
import { type Cell, numberCell, table } from '../../pages/parts/table.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

const RULE =
  'Market value: typical price of the cheapest 30%, without outliers; median of all scans of a day. A day counts once three players scanned the item.';

export function realmPath(realm: string): string {
  return `/market/${encodeURIComponent(realm)}`;
}

export function realmsContent({ page, reason, ...whose }: PageAnswer<MarketRealmsPage>, base: string): PageContent {
  return {
    title: 'Markets',
    description:
      page === undefined || page.total === 0
        ? 'Auction prices by realm.'
        : `Auction prices on ${counted(page.total, 'realm')}, from players’ scans.`,
    path: '/market',
    data: '/api/market/prices',
    ...observedFooter(whose),
    main: html`<h1>Markets</h1>
<p>Auction prices by realm. ${RULE}</p>
${page === undefined || page.total === 0 ? html`<p>${reason ?? 'No market value is public yet. Players need to upload auction scans.'}</p>` : realmsTable(page, base)}`,
  };
}

function realmsTable({ realms, total, first }: MarketRealmsPage, base: string): unknown {
  const shownPage = (first - 1) / REALMS_A_PAGE + 1;
  if (realms.length === 0) return html`<p>No more realms. <a href="${base}/market">From the beginning</a></p>\n`;
  return html`${table({
    caption: 'Realms with a market',
    columns: [
      ...[{ head: 'Realm' }, { head: 'Items', as: 'number' as const }, { head: 'Newest day' }],
      { head: 'Auction houses' },
    ],
    rows: realms.map(({ name, houses, items, day }) => [
      html`<a href="${base}${realmPath(name)}">${nameOf(name)}</a>`,
      numberCell(items),
      day,
      houses.length === 0
        ? 'all together'
        : houses.map(
            (house, i) => html`${i === 0 ? '' : ', '}<a href="${base}${realmPath(name)}?house=${house}">${house}</a>`,
          ),
    ]),
    total,
    first,
  })}${pager({
    page: shownPage,
    pages: Math.ceil(total / REALMS_A_PAGE),
    pathOf: (to) => `${base}/market${to === 1 ? '' : `?page=${to}`}`,
  })}`;
}

type PopulationAnswer = AnswerOf<typeof population>;
type Breakdown = NonNullable<PopulationAnswer['page']>['factions'];

/** Renders a realm's page with its market and its population. At least one of the two is public. */
export function realmContent(
  market: PageAnswer<MarketRealmPage>,
  people: PopulationAnswer,
  asked: MarketQuery,
  base: string,
): PageContent {
  const realm = market.page?.realm ?? people.page?.realm ?? asked.realm;
  const query = new URLSearchParams({ realm, ...(asked.house === null ? {} : { house: asked.house }) });
  const data = `/api/market/prices?${query}`;
  return {
    title: `${realm}${asked.house === null ? '' : ` (${asked.house})`}`,
    description: descriptionOf(realm, market.page),
    path: `${realmPath(realm)}${asked.house === null ? '' : `?house=${asked.house}`}`,
    data,
    dataWords: dataWordsOf(market.page?.total ?? 0),
    ...observedFooter(market),
    main: html`<h1>${nameOf(realm)}</h1>
<p><a href="${base}/market">All realms</a></p>
${market.page === undefined ? section('market', 'Auctions', html`<p>${market.reason}</p>`) : marketOf(market.page, asked.after !== null, base)}${section('people', 'Who plays here', peopleOf(people))}`,
  };
}

function descriptionOf(realm: string, market: MarketRealmPage | undefined): string {
  const [first] = market?.items ?? [];
  if (market === undefined || first === undefined) return `Characters seen on ${realm}.`;
  const name = first.item.name ?? `item ${first.itemId}`;
  return `${counted(market.total, 'item')} with a market value on ${realm}; ${name} at ${moneyText(first.market)}, on ${first.day}.`;
}

/** Says how much of the list the page's JSON contains, because the endpoint has a maximum number of rows. */
function dataWordsOf(total: number): string {
  const max = LIMITS.marketItemsMax.value;
  return total > max ? `The ${max} items with the most units, of ${total}` : 'All items of this market';
}

function marketOf(page: MarketRealmPage, isFurther: boolean, base: string): unknown {
  const { realm, house, houses, items, total, next } = page;
  const own = `${base}${realmPath(realm)}${house === null ? '' : `?house=${house}`}`;
  const further = next === null ? null : `${own}${house === null ? '?' : '&'}after=${placeText(next)}#market`;
  const link = (to: House | null): unknown =>
    html`<li><a href="${base}${realmPath(realm)}${to === null ? '' : `?house=${to}`}"${to === house ? html` aria-current="true"` : ''}>${to ?? 'All together'}</a></li>`;
  return section(
    'market',
    'Auctions',
    html`<p>${RULE} Prices are per unit. Items with the most units on sale come first.</p>
${houses.length === 0 ? '' : html`<nav aria-label="Auction houses"><ul class="ways">${[null, ...houses].map(link)}</ul></nav>`}
${
  items.length === 0
    ? html`<p>${isFurther ? 'No more items.' : 'No item has a value in this house yet.'}</p>`
    : table({
        caption: `Items at auction, most units first`,
        columns: [
          { head: 'Item' },
          ...['Market', 'Lowest', `${DAYS_BACK.historical}-day median`, 'Units', 'Players'].map((head) => ({
            head,
            as: 'number' as const,
          })),
          { head: 'Day' },
        ],
        rows: items.map((item) => marketRow(item, base)),
      })
}${items.some(({ unusual }) => unusual) ? html`<p class="quiet"><small>${UNUSUAL_WORDS}</small></p>` : ''}${items.length < total ? html`<p class="cut">${counted(items.length, 'item')} of ${total}.</p>` : ''}
${renderPager({ path: own, isFirst: !isFurther, next: further, nextWords: 'Next items' })}`,
  );
}

function marketRow(offered: OfferedItem, base: string): readonly Cell[] {
  const { item, market, min, historical, quantity, reporters, day, unusual } = offered;
  const price = (value: number): Cell => ({ shown: money(value), value });
  return [
    entityLink(item, base),
    ...[price(market), price(min), price(historical)],
    numberCell(quantity),
    numberCell(reporters),
    dayCell(day, unusual),
  ];
}

function peopleOf({ page, reason }: PopulationAnswer): unknown {
  if (page === undefined) return html`<p>${reason}</p>`;
  return html`<p>Characters that players saw in the ${DAYS_BACK.daily} days before ${page.day}, not all characters.
Every figure needs reports from three players; others are unknown.</p>
<div class="tables">
${breakdown('By faction', 'Faction', page.factions)}${breakdown('By class', 'Class', page.classes)}${breakdown('By level', 'Levels', page.levels)}</div>
`;
}

function breakdown(heading: string, head: string, { cells, total }: Breakdown): unknown {
  return html`<div><h3>${heading}</h3>
${table({
  caption: `Characters ${heading.toLowerCase()}`,
  columns: [{ head }, { head: 'Characters', as: 'number' }, { head: 'Share', as: 'number' }],
  rows: cells.map(({ name, characters }) => [
    wordOf(name),
    { shown: characters?.toLocaleString('en-GB') ?? UNKNOWN, value: characters },
    shareCell(characters === null || !total ? null : characters / total),
  ]),
})}</div>
`;
}

function shareCell(share: number | null): Cell {
  return { shown: share === null ? UNKNOWN : percentText(share), value: share };
}

/** Formats the client's tokens: `WARRIOR` as `Warrior`, `horde` as `Horde`. Returns other strings unchanged. */
function wordOf(name: string): unknown {
  return html`<bdi>${/^(?:[A-Z]+|[a-z]+)$/.test(name) ? capitalised(name.toLowerCase()) : name}</bdi>`;
}

/** Formats a position in a realm's item list for a URL: `<units, in halves>.<item id>`. */
export function placeText({ quantity, itemId }: MarketPlace): string {
  return `${2 * quantity}.${itemId}`;
}

export function readMarketPlace(text: string): Result<MarketPlace, Refusal> {
  const [, halves, itemId] = (/^([0-9]{1,16})\.([0-9]{1,16})$/.exec(text) ?? []).map(Number);
  return halves !== undefined && itemId !== undefined && Math.max(halves, itemId) <= Number.MAX_SAFE_INTEGER
    ? ok({ quantity: halves / 2, itemId })
    : err(
        badParameter('after', `after must be a place in the list as the page's links give it; it is ${quoted(text)}.`),
      );
}
