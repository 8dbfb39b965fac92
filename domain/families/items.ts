import { agreeOnText, findUnshownText, oneValue, publicMembers } from './counting/agreed.ts';
import { buildClaims, markLanguage } from './counting/claims_on.ts';
import { type AnonymousRecord, tallied } from './counting/family.ts';
import { formatAgreed, joinSentence } from './counting/label_text.ts';

type Quality = Extract<AnonymousRecord, { kind: 'item_seen' }>['quality'];

/** An item's agreed name, quality and item level. The subject is the item's id. */
export const items = tallied({
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
    publicMembers({
      name: agreeOnText<string>(tallies, 'name'),
      otherName: findUnshownText<string>(tallies, 'name'),
      quality: oneValue<Quality>(tallies, 'quality'),
      itemLevel: oneValue<number>(tallies, 'itemLevel'),
    }),
  label: {
    kind: 'item',
    name: (fact) => fact.name,
    text: (fact) =>
      joinSentence(
        'Item',
        formatAgreed(fact.quality, (quality) => `${quality} quality`),
        formatAgreed(fact.itemLevel, (level) => `item level ${level}`),
      ),
  },
});
