import { type Kept, reach } from '../kept.ts';
import { DAY_MS } from '../record.ts';

/** A character: `stands` is its newest report, and `said` maps each install to that install's newest report. */
export interface Character<T> {
  readonly stands: T;
  readonly said: ReadonlyMap<string, T>;
}

interface Said<T> {
  readonly atMs: number;
  readonly text: string;
  readonly told: T;
}

/** Returns the characters reported in the 30 whole days before a day, using only reports received before that day. */
export function charactersBefore<T>(
  kept: readonly Kept[],
  dayMs: number,
  reportsOf: (record: Kept['record']) => readonly { readonly key: string; readonly told: T }[],
): Character<T>[] {
  const said = new Map<string, Map<string, Said<T>>>();
  for (const { record, install, atMs, receivedMs } of kept) {
    if (atMs < dayMs - 30 * DAY_MS || atMs >= dayMs || receivedMs >= dayMs) continue;
    for (const { key, told } of reportsOf(record)) {
      const one = { atMs, text: JSON.stringify(told), told };
      const own = reach(said, key, () => new Map<string, Said<T>>());
      own.set(install, later(one, own.get(install)));
    }
  }
  return [...said.values()].map((own) => ({
    stands: [...own.values()].reduce(later).told,
    said: new Map([...own].map(([install, { told }]) => [install, told])),
  }));
}

/** Returns the newer of two reports. If both are from the same time, the one with the smaller text wins. */
function later<T>(one: Said<T>, other: Said<T> | undefined): Said<T> {
  if (other === undefined || one.atMs > other.atMs) return one;
  return one.atMs === other.atMs && one.text < other.text ? one : other;
}

/** Characters that are counted together: their common key, their number, and the installs that witness them. */
export interface Crowd<K> {
  readonly key: K;
  readonly characters: number;
  readonly installs: ReadonlySet<string>;
}

/**
 * Returns the crowds with at least three witnesses. For each key function in turn, the reports that are not in a crowd
 * yet form crowds of equal keys; a null key forms none. An install witnesses a crowd if its newest report on one of the
 * crowd's characters has the crowd's key. A report placed in a crowd belongs to no other crowd.
 */
export function crowdsOf<T, K>(characters: readonly Character<T>[], keys: readonly ((told: T) => K | null)[]) {
  const placed = new Set<string>();
  const crowds: Crowd<K>[] = [];
  for (const keyOf of keys) {
    const crowdOf = (told: T): string | null => {
      const key = placed.has(JSON.stringify(told)) ? null : keyOf(told);
      return key === null ? null : JSON.stringify(key);
    };
    const witnesses = new Map<string, Set<string>>();
    const sizes = new Map<string, number>();
    for (const { stands, said } of characters) {
      const crowd = crowdOf(stands);
      if (crowd === null) continue;
      sizes.set(crowd, (sizes.get(crowd) ?? 0) + 1);
      for (const [install, told] of said) {
        if (crowdOf(told) === crowd) reach(witnesses, crowd, () => new Set()).add(install);
      }
    }
    for (const [crowd, installs] of witnesses) {
      if (installs.size < 3) witnesses.delete(crowd);
      else crowds.push({ key: JSON.parse(crowd), characters: sizes.get(crowd)!, installs });
    }
    const found = characters.flatMap(({ stands, said }) => [stands, ...said.values()]);
    const texts = found.filter((told) => witnesses.has(crowdOf(told) ?? '')).map((told) => JSON.stringify(told));
    for (const text of texts) placed.add(text);
  }
  return crowds;
}

export interface Cell {
  readonly characters: number;
  readonly installs: number;
}

/** Returns the totals of some crowds, or null if there are none. */
export function cellOf(crowds: readonly Crowd<unknown>[]): Cell | null {
  return crowds.length === 0
    ? null
    : {
        characters: crowds.reduce((sum, { characters }) => sum + characters, 0),
        installs: new Set(crowds.flatMap(({ installs }) => [...installs])).size,
      };
}

/** Returns the totals of crowds, keyed and sorted by `nameOf`. Crowds for which `nameOf` returns null are left out. */
export function cellsBy<K>(crowds: readonly Crowd<K>[], nameOf: (key: K) => string | null): Record<string, Cell> {
  const named = new Map<string, Crowd<K>[]>();
  for (const crowd of crowds) {
    const name = nameOf(crowd.key);
    if (name !== null) reach(named, name, () => []).push(crowd);
  }
  return Object.fromEntries(
    [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, of]) => [name, cellOf(of)!] as const),
  );
}
