import { oneValue, publicMembers } from './agreed.ts';
import type { TalliedRollup } from './rollup.ts';

/** An item's agreed name, quality and item level. Subject: the item's id. */
export const items: TalliedRollup = {
  name: 'items',
  version: 1,
  shape: 'tallied',
  dated: false,
  kinds: ['item_seen'],
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
      quality: oneValue<string>(tallies, 'quality'),
      itemLevel: oneValue<number>(tallies, 'itemLevel'),
    }),
};
