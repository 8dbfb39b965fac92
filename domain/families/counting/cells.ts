import { countWitnesses } from '../../values/witnesses.ts';

/**
 * Number of distinct characters, and number of distinct installs that reported them. A cell is shown only with at least
 * three installs.
 */
export interface Cell {
  readonly characters: number;
  readonly installs: number;
}

/**
 * Sums cells per key. Only groups that count are added, so every cell, and every difference between two cells, is
 * supported by three installs (groups.ts).
 */
export interface Counter<K> {
  add(key: K, group: { readonly characters: number; readonly installs: ReadonlySet<number> }): void;
  /** Returns the cells in the order of their keys. */
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
