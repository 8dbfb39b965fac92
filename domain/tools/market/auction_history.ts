import { LIST_MAX, UNUSUAL } from '../../../schema/limits.ts';
import type { auction_history as contract } from '../../../schema/tools/market.ts';
import { moneyText } from '../../cards/words.ts';
import { isUnusual } from '../../families/counting/leading_day.ts';
import type { MarketDay } from '../../ports/market.ts';
import { called, entityOf } from '../../reads/entities/snapshot_data.ts';
import { MARKET_RULE, rounded } from '../../reads/market.ts';
import { findRealm, spellingOf } from '../../reads/realms.ts';
import { dayText } from '../../values/instant.ts';
import { counted } from '../../values/phrases.ts';
import { noMarket, realmNamed } from '../shared/market.ts';
import { answerPage, pageText } from '../shared/page.ts';
import { spanText } from '../shared/span_text.ts';
import type { RuleOf } from '../tool.ts';

const DAYS_SHOWN = 14;

/** An item's public market days on a realm, most recent first (contract, section 3, Market). */
export const auction_history: RuleOf<typeof contract> = {
  answer: (context, { itemId, realm, house }) =>
    answerPage(context, async (snapshot) => {
      const { key, ...others } = await findRealm(snapshot, realm);
      // The days before the last one listed show whether it is unusual.
      const days = await snapshot.market.days(key, house ?? '', itemId, LIST_MAX.auctionDays + UNUSUAL.days);
      if (days.length === 0) return noMarket(snapshot, { itemId, realm, house }, { key, ...others });
      const [item, spelling] = await Promise.all([entityOf(snapshot, 'item', itemId), spellingOf(snapshot, key)]);
      const page = {
        item,
        realm: spelling,
        house: house ?? null,
        ...others,
        days: days.slice(0, LIST_MAX.auctionDays).map((day, i) => dayOfHistory(day, isUnusual(days, i))),
        full: days.length >= LIST_MAX.auctionDays,
        rule: MARKET_RULE,
      };
      return { page };
    }),
  text: (answer) =>
    pageText(answer, ({ item, days, full, ...market }) => [
      `${called(item)} on ${realmNamed(market)}: ${counted(days.length, 'public day')}, ${spanText(days.at(-1)?.day ?? '', days[0]?.day ?? '')}${full ? ', older ones left out' : ''}.`,
      ...days.slice(0, DAYS_SHOWN).map(dayLine),
      ...(days.length > DAYS_SHOWN ? [`And ${counted(days.length - DAYS_SHOWN, 'earlier day')}.`] : []),
    ]),
};

function dayOfHistory({ day, market, min, quantity, reporters }: MarketDay, unusual: boolean) {
  const figures = { market: rounded(market), min: rounded(min), quantity: rounded(quantity), reporters };
  return { day: dayText(day), ...figures, ...(unusual && { unusual: true as const }) };
}

function dayLine({ day, market, min, quantity, reporters, unusual }: ReturnType<typeof dayOfHistory>): string {
  return `${day}: market value ${moneyText(market)}, lowest ${moneyText(min)}, ${quantity} on sale (${reporters} reporters)${unusual ? '. Unusual' : ''}`;
}
