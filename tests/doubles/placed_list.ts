import type { Gap, PlaceRange } from '../../domain/ports/places.ts';

/** Rows of one list by place; `null` is a gap. */
export interface PlacedList<T> {
  readonly places: (T | null)[];
  readonly gaps: Gap[];
}

export const createPlacedList = <T>(): PlacedList<T> => ({ places: [], gaps: [] });

/** Withdraws the rows that are `gone`: each leaves a gap marked with snapshot `n`. Answers them. */
export const withdraw = <T>(list: PlacedList<T>, gone: (row: T, place: number) => boolean, n: number): readonly T[] => {
  const withdrawn: T[] = [];
  list.places.forEach((row, place) => {
    if (row === null || !gone(row, place)) return;
    withdrawn.push(row);
    list.places[place] = null;
    list.gaps.push({ place, snapshot: n });
  });
  list.gaps.sort((a, b) => a.place - b.place);
  return withdrawn;
};

export const standingIn = <T>({ places }: PlacedList<T>, { from, to }: PlaceRange): readonly T[] =>
  places.slice(from, to).filter((row) => row !== null);
