/** Moving between the marks of a plot, independent of the DOM. */

/** Number of marks that Page Up and Page Down skip. */
const PAGE = 7;

/** Returns the mark to which a key moves, or null if the key does not move. `at` is the current mark of `count`. */
export function markAfterKey(key: string, at: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -PAGE,
    PageUp: PAGE,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, at + step));
}

/** Returns the index of the place that is nearest to `x`. Places are in ascending order, and at least one. */
export function nearestMark(places: readonly number[], x: number): number {
  let nearest = 0;
  places.forEach((place, at) => {
    if (Math.abs(place - x) < Math.abs(places[nearest]! - x)) nearest = at;
  });
  return nearest;
}
