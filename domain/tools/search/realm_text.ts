import { type PublishedSnapshot, toLabel } from '../../reads/entities/snapshot_data.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { formatProfessionSlug } from '../../values/profession_page.ts';
import { market_realm, type OfferedItem } from '../market/market_pages.ts';
import { formatMarketValue } from '../pages/item_text.ts';
import { population, renderPopulation } from '../people/population.ts';
import { buildCreditFields, renderCredit, renderTitledList } from '../shared/page.ts';
import type { ListedPageReader } from './paged.ts';

const ITEM_LINES_MAX = 20;

/** Renders a realm: the goods of its auction houses, and the characters that players met. */
export const readRealmBySlug: ListedPageReader = async (context, slug) => {
  const { snapshot, publisher } = context;
  // A realm without a market is found by its key or the words of its slug.
  const realm = (await findRealmBySlug(snapshot, slug)) ?? slug.replaceAll('-', ' ');
  const market = await market_realm.answer(context, { realm, house: null, after: null });
  const goods = market.ok ? market.value.page : undefined;
  const people = await population.answer(context, { realm: goods?.realm ?? realm });
  const seen = people.ok ? people.value.page : undefined;
  if (goods === undefined && seen === undefined) return null;
  const name = goods?.realm ?? seen?.realm ?? realm;
  const path = goods === undefined ? null : `/market/${encodeURIComponent(name)}`;
  const lines = [
    `${JSON.stringify(name)} (realm): ${goods === undefined ? 'no auction prices are public yet' : `${formatQuantity(goods.total, 'item')} with a market value`}.`,
    ...renderTitledList('Most units on sale', (goods?.items ?? []).map(formatOffer), ITEM_LINES_MAX, goods?.total ?? 0),
    ...(seen === undefined
      ? ['Who plays here is not known yet: three players have to report characters.']
      : renderPopulation(seen)),
    `Ask market_value with an itemId and realm ${JSON.stringify(name)} for one price, population for one class or faction.${path === null ? '' : ` Its page: ${publisher.publicUrl}${path}`}`,
    ...renderCredit({ connected: true, ...buildCreditFields(snapshot) }),
  ];
  return { text: lines.join('\n'), name, observed: true, path };
};

async function findRealmBySlug({ market }: PublishedSnapshot, slug: string): Promise<string | null> {
  const realms = await market.realms();
  return realms.find(({ name }) => formatProfessionSlug(name) === formatProfessionSlug(slug))?.name ?? null;
}

function formatOffer(offered: OfferedItem): string {
  return `${toLabel(offered.item)}: ${formatMarketValue(offered)}`;
}
