import type { ListLedger } from '../../domain/ports/places.ts';
import { createPlacedList, type PlacedList } from './placed_list.ts';

/** Rows in groups with places of their own, and how many there were after each appending snapshot. */
export interface GroupedList<T> {
  readonly groups: Map<string, PlacedList<T>>;
  readonly steps: { readonly n: number; readonly counts: ReadonlyMap<string, number> }[];
}

export const createGroupedList = <T>(): GroupedList<T> => ({ groups: new Map(), steps: [] });

export const groupOf = <T>({ groups }: GroupedList<T>, name: string): PlacedList<T> => {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const made = createPlacedList<T>();
  groups.set(name, made);
  return made;
};

/** Remembers the counts after snapshot `n`, which appended rows. */
export const keepStep = <T>({ groups, steps }: GroupedList<T>, n: number): void => {
  steps.push({ n, counts: new Map([...groups].map(([name, { places }]) => [name, places.length])) });
};

export const placesIn = <T>({ groups }: GroupedList<T>): number =>
  [...groups.values()].reduce((sum, { places }) => sum + places.length, 0);

export const ledgerOf = <T>({ groups, steps }: GroupedList<T>): ListLedger => {
  const names = [...groups.keys()].filter((name) => groupHasRows(groups, name)).sort();
  const gaps = names.map((name) => [name, [...groups.get(name)!.gaps]] as const);
  return {
    snapshots: steps.map(({ n }) => n),
    counts: new Map(names.map((name) => [name, steps.map(({ counts }) => counts.get(name) ?? 0)])),
    gaps: new Map(gaps.filter(([, list]) => list.length > 0)),
  };
};

const groupHasRows = <T>(groups: ReadonlyMap<string, PlacedList<T>>, name: string): boolean =>
  groups.get(name)!.places.length > 0;

/** The row at a place of a group; null where none stands. */
export const rowAt = <T>({ groups }: GroupedList<T>, group: string, place: number): T | null =>
  groups.get(group)?.places[place] ?? null;
