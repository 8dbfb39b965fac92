import type { List } from './compare_list.ts';

function counts(name: string, from: string, key: readonly string[]): List {
  return {
    follows: 'the uploads',
    name: `number of ${name} of`,
    key,
    from,
    figures: `json_object('rows', rows)`,
  };
}

/** Row counts of lists, which are stored next to them so that they need not be counted. */
export const COUNT_LISTS: readonly List[] = [
  counts('mentions', 'mention_counts', ['type', 'id', 'family', 'member']),
  counts('facts', 'fact_counts', ['family', 'owner']),
  counts('edges', 'edge_counts', ['grp', '"end"', 'id']),
  counts('subjects that wait', 'coverage_counts', ['zone', 'kind', 'missing']),
];

/** The counts of one realm's market values, by house. `from` takes the realm key as its argument. */
export function marketCounts(realmKey: string, from: string): List {
  return {
    ...counts('market values', from, ['house']),
    name: `number of market values of ${realmKey}`,
    args: [realmKey],
  };
}
