/** Maximum number of faults that are listed. Further faults are only counted. */
const LISTED_MAX = 100;

/** Collects the faults that a check finds, in chain order. */
export interface Faults {
  add(sentence: string): void;
  count(): number;
  /** Returns the first faults and, if there are more, a sentence with the number of further faults. */
  list(): readonly string[];
}

export function createFaults(): Faults {
  const listed: string[] = [];
  let count = 0;
  const add = (sentence: string): void => {
    count++;
    if (listed.length < LISTED_MAX) listed.push(sentence);
  };
  return {
    add,
    count: () => count,
    list: () => (count > listed.length ? [...listed, `Further faults found: ${count - listed.length}.`] : listed),
  };
}
