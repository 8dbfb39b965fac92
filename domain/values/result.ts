/**
 * Either a value or the reason why there is none. Use it where a refusal is an expected outcome, such as bad
 * parameters, rejected records and failed commands. Storage faults (`StorageFault`) and bugs are thrown instead.
 */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** Calls `ask` for one entry at a time. Returns all values, or stops and returns the first error. */
export async function mapUntilError<A, T, E>(
  list: readonly A[],
  ask: (entry: A) => Promise<Result<T, E>>,
): Promise<Result<readonly T[], E>> {
  const values: T[] = [];
  for (const entry of list) {
    const answer = await ask(entry);
    if (!answer.ok) return answer;
    values.push(answer.value);
  }
  return ok(values);
}
