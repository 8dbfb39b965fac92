import { LIST_MAX, UNUSUAL_PRICE } from '../../../schema/limits.ts';
import type { auction_history as contract } from '../../../schema/tools/market.ts';
import { formatMoney } from '../../cards/words.ts';
import { isUnusual } from '../../families/counting/leading_day.ts';
import type { MarketDay } from '../../ports/market.ts';
import { readEntity, toLabel } from '../../reads/entities/snapshot_data.ts';
import { MARKET_RULE, roundPrice } from '../../reads/market.ts';
import { findRealm, readRealmSpelling } from '../../reads/realms.ts';
import { formatDayNumber } from '../../values/instant.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { explainNoMarket, formatMarketName } from '../shared/market.ts';
import { answerPage, renderPage } from '../shared/page.ts';
import { formatSpan } from '../shared/span_text.ts';
import type { ContractRule } from '../tool.ts';

const SHOWN_DAYS_MAX = 14;

/** An item's public market days on a realm, most recent first (contract, section 3, Market). */
export const auction_history: ContractRule<typeof contract> = {
  answer: (context, { itemId, realm, house }) =>
    answerPage(context, async (snapshot) => {
      const { key, ...others } = await findRealm(snapshot, realm);
      // The days before the last one listed show whether it is unusual.
      const days = await snapshot.market.days(key, house ?? '', itemId, LIST_MAX.auctionDays + UNUSUAL_PRICE.days);
      if (days.length === 0) return explainNoMarket(snapshot, { itemId, realm, house }, { key, ...others });
      const [item, spelling] = await Promise.all([
        readEntity(snapshot, 'item', itemId),
        readRealmSpelling(snapshot, key),
      ]);
      const page = {
        item,
        realm: spelling,
        house: house ?? null,
        ...others,
        days: days.slice(0, LIST_MAX.auctionDays).map((day, i) => toHistoryDay(day, isUnusual(days, i))),
        full: days.length >= LIST_MAX.auctionDays,
        rule: MARKET_RULE,
      };
      return { page };
    }),
  text: (answer) =>
    renderPage(answer, ({ item, days, full, ...market }) => [
      `${toLabel(item)} on ${formatMarketName(market)}: ${formatQuantity(days.length, 'public day')}, ${formatSpan(days.at(-1)?.day ?? '', days[0]?.day ?? '')}${full ? ', older ones left out' : ''}.`,
      ...days.slice(0, SHOWN_DAYS_MAX).map(formatHistoryDay),
      ...(days.length > SHOWN_DAYS_MAX ? [`And ${formatQuantity(days.length - SHOWN_DAYS_MAX, 'earlier day')}.`] : []),
    ]),
};

function toHistoryDay({ day, market, min, quantity, reporters }: MarketDay, unusual: boolean) {
  const figures = { market: roundPrice(market), min: roundPrice(min), quantity: roundPrice(quantity), reporters };
  return { day: formatDayNumber(day), ...figures, ...(unusual && { unusual: true as const }) };
}

function formatHistoryDay({ day, market, min, quantity, reporters, unusual }: ReturnType<typeof toHistoryDay>): string {
  return `${day}: market value ${formatMoney(market)}, lowest ${formatMoney(min)}, ${quantity} on sale (${reporters} reporters)${unusual ? '. Unusual' : ''}`;
}
