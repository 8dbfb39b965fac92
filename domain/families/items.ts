import { agreedValue, oneValue, publicMembers } from './counting/agreed.ts';
import { type AnonymousRecord, tallied } from './counting/family.ts';
import { sentence, some } from './counting/label_text.ts';

type Quality = Extract<AnonymousRecord, { kind: 'item_seen' }>['quality'];

/** An item's agreed name, quality and item level. Subject: the item's id. */
export const items = tallied({
  name: 'items',
  version: 1,
  dated: false,
  kinds: ['item_seen'],
  subject: { kind: 'item', id: 0 },
  logged: true,
  witnesses: { item: ['ID'] },
  carded: { type: 'item', subject: 'id' },
  claims: (record) => {
    if (record.kind !== 'item_seen') return [];
    const subject = String(record.itemId);
    const { name, quality, itemLevel } = record;
    return [
      { subject, field: 'name', value: JSON.stringify(name) },
      { subject, field: 'quality', value: JSON.stringify(quality) },
      ...(itemLevel === undefined ? [] : [{ subject, field: 'itemLevel', value: JSON.stringify(itemLevel) }]),
    ];
  },
  facts: (_subject, tallies) =>
    publicMembers({
      name: oneValue<string>(tallies, 'name'),
      quality: oneValue<Quality>(tallies, 'quality'),
      itemLevel: oneValue<number>(tallies, 'itemLevel'),
    }),
  label: {
    kind: 'item',
    name: (fact) => agreedValue(fact.name),
    text: (fact) =>
      sentence(
        'Item',
        some(fact.quality, (quality) => `${quality} quality`),
        some(fact.itemLevel, (level) => `item level ${level}`),
      ),
  },
});
