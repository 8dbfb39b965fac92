/** Calls `ask` for one entry after another, each after the one before has been answered. Returns all answers. */
export async function mapInOrder<A, T>(list: readonly A[], ask: (entry: A) => Promise<T>): Promise<readonly T[]> {
  const answers: T[] = [];
  for (const entry of list) answers.push(await ask(entry));
  return answers;
}
