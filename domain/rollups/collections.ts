import { everyValue, publicMembers } from './agreed.ts';
import { claimsOn } from './claims_on.ts';
import type { TalliedRollup } from './rollup.ts';

/**
 * Where the items of a collection come from: every source that three installs named last. Subject:
 * `<collection>:<item id>`; the last colon divides, since a collection's name may hold some.
 */
export const collections: TalliedRollup = {
  name: 'collections',
  version: 1,
  shape: 'tallied',
  dated: false,
  kinds: ['collection_catalog'],
  claims: (record) =>
    record.kind !== 'collection_catalog'
      ? []
      : claimsOn(`${record.collection}:${record.itemId}`, { source: record.source }),
  facts: (_subject, tallies) => publicMembers({ sources: everyValue<string>(tallies, 'source') }),
};
