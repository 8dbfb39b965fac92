import { DAYS_BACK } from '../../../schema/limits.ts';
import type { market_value as contract } from '../../../schema/tools/market.ts';
import { formatMoney } from '../../cards/words.ts';
import { readMarketValues } from '../../reads/entities/market_values.ts';
import { readEntity, toLabel } from '../../reads/entities/snapshot_data.ts';
import { MARKET_RULE, UNUSUAL_PRICE_RULE } from '../../reads/market.ts';
import { findRealm } from '../../reads/realms.ts';
import { explainNoMarket, formatMarketName, formatThinDay } from '../shared/market.ts';
import { answerPage, renderPage } from '../shared/page.ts';
import type { ContractRule } from '../tool.ts';

/** An item's leading market day on a realm, with the rule that computes it (contract, section 3, Market). */
export const market_value: ContractRule<typeof contract> = {
  answer: (context, { itemId, realm, house }) =>
    answerPage(context, async (snapshot) => {
      const { key, ...others } = await findRealm(snapshot, realm);
      const [value] = await readMarketValues(snapshot, itemId, [key], house);
      if (value === undefined) return explainNoMarket(snapshot, { itemId, realm, house }, { key, ...others });
      return { page: { item: await readEntity(snapshot, 'item', itemId), value, ...others, rule: MARKET_RULE } };
    }),
  text: (answer) =>
    renderPage(answer, ({ item, value }) => [
      `${toLabel(item)} on ${formatMarketName(value)}: market value ${formatMoney(value.market)}, lowest price ${formatMoney(value.min)}, median of up to ${DAYS_BACK.historical} days ${formatMoney(value.historical)}, ${value.quantity} on sale.`,
      `Of ${value.day}, from ${value.reporters} reporters${formatThinDay(value)}.`,
      ...(value.unusual ? [UNUSUAL_PRICE_RULE] : []),
    ]),
};
