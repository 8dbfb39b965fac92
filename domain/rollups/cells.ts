import { isCorroborated } from '../corroboration.ts';

/** So many distinct characters, reported by so many distinct installs: at least three, else a cell is not shown. */
export interface Cell {
  readonly characters: number;
  readonly installs: number;
}

/** Cells being counted, each under a key. A character is added to a cell once. */
export interface Counter<K> {
  /** Adds characters that these installs reported. */
  add(key: K, characters: number, installs: Iterable<number>): void;
  /** The cells that three installs stand behind, in the order of their keys. */
  shown(): readonly (readonly [key: K, cell: Cell])[];
}

export const createCounter = <K>(order: (a: K, b: K) => number): Counter<K> => {
  const counts = new Map<K, { characters: number; readonly installs: Set<number> }>();
  return {
    add: (key, characters, installs) => {
      let count = counts.get(key);
      if (count === undefined) {
        count = { characters: 0, installs: new Set() };
        counts.set(key, count);
      }
      count.characters += characters;
      for (const installN of installs) count.installs.add(installN);
    },
    shown: () =>
      [...counts]
        .filter(([, { installs }]) => isCorroborated(installs.size))
        .map(([key, { characters, installs }]) => [key, { characters, installs: installs.size }] as const)
        .sort(([a], [b]) => order(a, b)),
  };
};
