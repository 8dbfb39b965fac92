import { agreeOnText, agreeOnValue, findMinorityText, omitNulls } from './counting/agreed.ts';
import { buildClaims, markLanguage } from './counting/claims_on.ts';
import { type AnonymousRecord, defineTalliedFamily } from './counting/family.ts';
import { formatAgreedValue, joinSentence } from './counting/label_text.ts';

/** An item's agreed name, quality and item level. The subject is the item's id. */
export const items = defineTalliedFamily({
  name: 'items',
  version: 3,
  kinds: ['item_seen'],
  subject: { kind: 'item', id: 0 },
  witnesses: { item: ['ID'] },
  carded: { type: 'item', subject: 'id' },
  claims: ({ itemId, name, quality, itemLevel }, { language }) => [
    ...markLanguage(language, buildClaims(itemId, { name })),
    ...buildClaims(itemId, { quality, itemLevel }),
  ],
  facts: (_subject, tallies) =>
    omitNulls({
      name: agreeOnText<string>(tallies, 'name'),
      otherName: findMinorityText<string>(tallies, 'name'),
      quality: agreeOnValue<Extract<AnonymousRecord, { kind: 'item_seen' }>['quality']>(tallies, 'quality'),
      itemLevel: agreeOnValue<number>(tallies, 'itemLevel'),
    }),
  label: {
    kind: 'item',
    name: (fact) => fact.name,
    text: (fact) =>
      joinSentence(
        'Item',
        formatAgreedValue(fact.quality, (quality) => `${quality} quality`),
        formatAgreedValue(fact.itemLevel, (level) => `item level ${level}`),
      ),
  },
});
