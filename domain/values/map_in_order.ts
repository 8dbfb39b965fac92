/** Calls `ask` for one entry at a time, waiting for each result before the next call. Returns all results in order. */
export async function mapInOrder<A, T>(list: readonly A[], ask: (entry: A) => Promise<T>): Promise<readonly T[]> {
  const answers: T[] = [];
  for (const entry of list) answers.push(await ask(entry));
  return answers;
}
