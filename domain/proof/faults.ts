/** Number of faults that are listed; further ones are only counted. */
const LISTED_MAX = 100;

/** Collects the faults that a check of the chain finds, in the order of the chain. */
export interface Faults {
  add(sentence: string): void;
  count(): number;
  /** Returns the first faults, and a sentence with the number of further ones, if any. */
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
