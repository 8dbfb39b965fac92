import { countWitnesses } from '../../values/witnesses.ts';

/** So many distinct characters, reported by so many distinct installs: at least three, else a cell is not shown. */
export interface Cell {
  readonly characters: number;
  readonly installs: number;
}

/**
 * Cells being summed, each under a key. What is added are groups that count, so that every cell stands on three installs
 * and no difference of two cells stands on fewer (groups.ts).
 */
export interface Counter<K> {
  add(key: K, group: { readonly characters: number; readonly installs: ReadonlySet<number> }): void;
  /** In the order of their keys. */
  cells(): readonly (readonly [key: K, cell: Cell])[];
}

export function createCounter<K>(order: (a: K, b: K) => number): Counter<K> {
  const counts = new Map<K, { characters: number; readonly installs: Set<number> }>();
  return {
    add: (key, { characters, installs }) => {
      let count = counts.get(key);
      if (count === undefined) {
        count = { characters: 0, installs: new Set() };
        counts.set(key, count);
      }
      count.characters += characters;
      for (const installN of installs) count.installs.add(installN);
    },
    cells: () =>
      [...counts]
        .map(([key, { characters, installs }]) => [key, { characters, installs: countWitnesses(installs) }] as const)
        .sort(([a], [b]) => order(a, b)),
  };
}
