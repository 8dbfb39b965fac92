/** A seeded random number generator. The same seed always rolls the same realm. */
export interface Dice {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns an integer from 0 (inclusive) to `n` (exclusive). */
  below(n: number): number;
  /** Returns an integer from `low` to `high`, both inclusive. */
  between(low: number, high: number): number;
  /** Returns true with probability `share`. */
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Picks entries near the start of the list more often than later ones. */
  pickEarly<T>(list: readonly T[]): T;
  /** Returns `count` distinct entries in random order, or all entries if the list is shorter. */
  some<T>(list: readonly T[], count: number): T[];
  shuffled<T>(list: readonly T[]): T[];
  hex(characters: number): string;
}

export function dice(seed: number): Dice {
  // Weyl sequence through a mixing function, 32 bits.
  let weyl = seed >>> 0;
  const next = (): number => {
    weyl = (weyl + 0x9e3779b9) >>> 0;
    let mixed = weyl ^ (weyl >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  const shuffled = <T>(list: readonly T[]): T[] => {
    const copy = [...list];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [copy[i], copy[j]] = [copy[j]!, copy[i]!];
    }
    return copy;
  };
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (share) => next() < share,
    pick,
    pickEarly: (list) => list[Math.floor(next() ** 2.5 * list.length)]!,
    some: (list, count) => shuffled(list).slice(0, count),
    shuffled,
    hex: (characters) => Array.from({ length: characters }, () => below(16).toString(16)).join(''),
  };
}
