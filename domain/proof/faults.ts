/** Maximum number of faults to list. Further faults are only counted. */
const LISTED_FAULTS_MAX = 100;

export type FaultReport = ReturnType<typeof createFaultReport>;

/** Collects the faults that a check finds, in chain order. */
export function createFaultReport() {
  const listed: string[] = [];
  let count = 0;
  const add = (sentence: string): void => {
    count++;
    if (listed.length < LISTED_FAULTS_MAX) listed.push(sentence);
  };
  return {
    add,
    count: (): number => count,
    /** Returns the first faults and, if there are more, a sentence saying how many more. */
    list: (): readonly string[] =>
      count > listed.length ? [...listed, `Further faults found: ${count - listed.length}.`] : listed,
  };
}
