import type { ComparedItem, ComparedMarkets } from '../../../domain/tools/market/market_pages.ts';
import type { PageAnswer } from '../../../domain/tools/shared/page.ts';
import { html } from '../../pages/html.ts';
import type { PageContent } from '../../pages/layout.ts';
import { createObservedFooter } from '../../pages/observed.ts';
import { linkEntity, renderName, renderQuotedName } from '../../pages/parts/entity_link.ts';
import { DASH_MARK, renderMoney } from '../../pages/parts/money.ts';
import { renderPager } from '../../pages/parts/pager.ts';
import { type Cell, renderTable } from '../../pages/parts/table.ts';
import { type ComparedQuery, formatMarketPlace, toRealmPath } from './query.ts';

/** Renders the prices of several realms side by side. */
export function renderComparison(
  { page, reason, ...whose }: PageAnswer<ComparedMarkets>,
  asked: ComparedQuery,
  base: string,
): PageContent {
  const names = page?.realms ?? [];
  const path = `/market?${new URLSearchParams({ realms: asked.realms.join(',') })}`;
  return {
    title: `Auction prices: ${asked.realms.join(' and ')}`,
    description: `Auction prices on ${asked.realms.join(' and ')}, side by side.`,
    path,
    ...createObservedFooter(whose),
    main: html`<p class="trail"><a href="${base}/market">Auction prices</a></p>
<h1>${joinNames(names.length === 0 ? asked.realms : names)}</h1>
${(page?.unknown ?? []).map((realm) => html`<p>No prices are public on ${renderQuotedName(realm)}.</p>\n`)}${
  page === undefined ? html`<p>${reason}</p>\n` : renderPrices(page, asked, `${base}${path}`, base)
}`,
  };
}

function joinNames(names: readonly string[]): unknown {
  return names.map((name, at) => html`${at === 0 ? '' : at === names.length - 1 ? ' and ' : ', '}${renderName(name)}`);
}

function renderPrices({ realms, items, next }: ComparedMarkets, { after }: ComparedQuery, own: string, base: string) {
  const [first] = realms;
  if (first === undefined) return '';
  return html`<p>Market value per unit, all auction houses together. Items with the most units on <a href="${base}${toRealmPath(first)}">${renderName(first)}</a> come first.</p>
${
  items.length === 0
    ? html`<p>No more items.</p>\n`
    : renderTable({
        caption: 'Market value on each realm',
        columns: [
          { head: 'Item' },
          ...realms.map((realm) => ({ head: realm, as: 'number' as const })),
          ...(realms.length < 2 ? [] : [{ head: 'Cheapest on' }, { head: 'Difference', as: 'number' as const }]),
        ],
        rows: items.map((item) => buildComparedRow(item, realms, base)),
      })
}${renderPager({
  path: own,
  isFirst: after === null,
  next: next === null ? null : `${own}&after=${formatMarketPlace(next)}`,
  nextWords: 'Next items',
})}`;
}

/** Renders an item's row. The difference is that between the cheapest and the dearest realm. */
function buildComparedRow({ item, values }: ComparedItem, realms: readonly string[], base: string): readonly Cell[] {
  const prices = values.map((value) => value?.market ?? null);
  const shown = prices.map((price): Cell => ({ shown: price === null ? DASH_MARK : renderMoney(price), value: price }));
  if (realms.length < 2) return [linkEntity(item, base), ...shown];
  const known = prices.filter((price) => price !== null);
  const least = Math.min(...known);
  const percent = known.length < 2 || least === 0 ? null : Math.round(100 * (Math.max(...known) / least - 1));
  return [
    linkEntity(item, base),
    ...shown,
    percent === null || percent === 0 ? DASH_MARK : renderName(realms[prices.indexOf(least)]!),
    { shown: percent === null ? DASH_MARK : `${percent.toLocaleString('en-GB')}%`, value: percent },
  ];
}
