/** Sentences that are told one by one; the rest is counted. */
const TOLD_MAX = 100;

/** What a check of the chain found, in the order of the chain. */
export interface Faults {
  add(sentence: string): void;
  count(): number;
  /** The first of them, and how many more there are. */
  list(): readonly string[];
}

export function createFaults(): Faults {
  const told: string[] = [];
  let count = 0;
  const add = (sentence: string): void => {
    count++;
    if (told.length < TOLD_MAX) told.push(sentence);
  };
  return {
    add,
    count: () => count,
    list: () => (count > told.length ? [...told, `${count - told.length} faults more were found.`] : told),
  };
}
