import type { market_value as contract } from '../../../schema/tools/market.ts';
import { moneyText } from '../../cards/words.ts';
import { marketValueOf } from '../../reads/entities/market_values.ts';
import { called, entityOf } from '../../reads/entities/snapshot_data.ts';
import { MARKET_RULE, UNUSUAL_WORDS } from '../../reads/market.ts';
import { findRealm } from '../../reads/realms.ts';
import { noMarket, realmNamed, thinDayText } from '../shared/market.ts';
import { answerPage, pageText } from '../shared/page.ts';
import type { RuleOf } from '../tool.ts';

/** An item's leading market day on a realm, with the rule that computes it (contract, section 3, Market). */
export const market_value: RuleOf<typeof contract> = {
  answer: (context, { itemId, realm, house }) =>
    answerPage(context, async (snapshot) => {
      const { key, ...others } = await findRealm(snapshot, realm);
      const asked = { itemId, realmKey: key, house: house ?? '' } as const;
      const [item, value] = await Promise.all([entityOf(snapshot, 'item', itemId), marketValueOf(snapshot, asked)]);
      if (value === null) return noMarket(snapshot, { itemId, realm, house }, { key, ...others });
      return { page: { item, value, ...others, rule: MARKET_RULE } };
    }),
  text: (answer) =>
    pageText(answer, ({ item, value }) => [
      `${called(item)} on ${realmNamed(value)}: market value ${moneyText(value.market)}, lowest price ${moneyText(value.min)}, 60-day median ${moneyText(value.historical)}, ${value.quantity} on sale.`,
      `Of ${value.day}, from ${value.reporters} reporters${thinDayText(value)}.`,
      ...(value.unusual ? [UNUSUAL_WORDS] : []),
    ]),
};
