import { listValues, omitNulls } from './counting/agreed.ts';
import { buildReports } from './counting/claims_on.ts';
import { defineTalliedFamily } from './counting/family.ts';
import { judgeLootRecord } from './drops.ts';

/**
 * The quests for which the client marks an item as a quest item in loot windows. An install votes for every quest that
 * it ever saw. The subject is the item's id.
 */
export const quest_items = defineTalliedFamily({
  name: 'quest_items',
  version: 1,
  kinds: ['loot'],
  subject: null,
  witnesses: { item: ['ID'] },
  claims: (record) => {
    const marked = record.items.filter(({ questItem, questId }) => questId !== undefined && questItem !== false);
    // Most records have no such item and need not be judged again.
    if (marked.length === 0 || judgeLootRecord(record).kind !== 'window') return [];
    return marked.flatMap(({ itemId, questId }) => buildReports(itemId, { quest: questId }));
  },
  facts: (_subject, tallies) => omitNulls({ quests: listValues<number>(tallies, 'quest') }),
});
