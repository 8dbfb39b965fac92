import { type Kept, reach } from '../kept.ts';
import { DAY_MS } from '../record.ts';

/** A character: what its newest report says, and what each install said of it last. */
export interface Character<T> {
  readonly stands: T;
  readonly said: ReadonlyMap<string, T>;
}

interface Said<T> {
  readonly atMs: number;
  readonly text: string;
  readonly told: T;
}

/** Characters reported in the 30 whole days before a day, by reports that came in before it. */
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

/** Of reports as new as each other one has to stand: the one whose text is smaller. */
function later<T>(one: Said<T>, other: Said<T> | undefined): Said<T> {
  if (other === undefined || one.atMs > other.atMs) return one;
  return one.atMs === other.atMs && one.text < other.text ? one : other;
}

/** Characters that count together: what is said of them all, how many, and who witnesses it. */
export interface Crowd<K> {
  readonly key: K;
  readonly characters: number;
  readonly installs: ReadonlySet<string>;
}

/**
 * The crowds that count, key by key: what stands in none yet forms crowds of equal keys, and one with three witnesses
 * counts. An install is a witness where it last said of a character of the crowd what belongs to the crowd, too. What
 * was placed in a crowd belongs to no other. A key that is null is none.
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

/** The sum of some crowds; null where there are none. */
export function cellOf(crowds: readonly Crowd<unknown>[]): Cell | null {
  return crowds.length === 0
    ? null
    : {
        characters: crowds.reduce((sum, { characters }) => sum + characters, 0),
        installs: new Set(crowds.flatMap(({ installs }) => [...installs])).size,
      };
}

/** The sums of crowds by what they say of something, in the order of that; those that say nothing are left out. */
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
