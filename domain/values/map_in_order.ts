/** Calls `ask` for one entry at a time, waiting for each answer before the next call. Returns all answers. */
export async function mapInOrder<A, T>(list: readonly A[], ask: (entry: A) => Promise<T>): Promise<readonly T[]> {
  const answers: T[] = [];
  for (const entry of list) answers.push(await ask(entry));
  return answers;
}
