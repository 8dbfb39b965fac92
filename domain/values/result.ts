/**
 * Expected failures are values: a caller must choose what to do with each before it can read on.
 * Bugs are thrown.
 */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/** What is stored apart: databases, and folders of files. */
export type StoreName = 'uploads' | 'evidence' | 'snapshot' | 'exports' | 'imports' | 'documents' | 'icons';

/**
 * Storage that could not be read or written: full, locked, damaged, missing. Never the same as empty
 * (contract, section 4, Unreachable). `cause` is a short code fit for a log, such as `SQLITE_FULL`; it never holds
 * data.
 */
export interface Unreachable {
  readonly kind: 'unreachable';
  /** Whose fault it was: a damaged derived database is built afresh, uploads are not. */
  readonly store: StoreName;
  readonly cause: string;
}

export const unreachable = (store: StoreName, cause: string): Unreachable => ({ kind: 'unreachable', store, cause });

/** What a read or write port answers: the value, or that its storage is out of reach. */
export type StorageResult<T> = Result<T, Unreachable>;

/** All of these, or the first that is out of reach. */
export const together = async <T extends readonly unknown[]>(
  asked: {
    readonly [K in keyof T]: Promise<StorageResult<T[K]>>;
  },
): Promise<StorageResult<T>> => {
  const answers: readonly StorageResult<unknown>[] = await Promise.all(asked);
  const values: unknown[] = [];
  for (const answer of answers) {
    if (!answer.ok) return answer;
    values.push(answer.value);
  }
  return ok(values as unknown as T);
};

/** The same of a list of one kind. */
export const eachOf = async <A, T, E = Unreachable>(
  list: readonly A[],
  ask: (one: A) => Promise<Result<T, E>>,
): Promise<Result<readonly T[], E>> => {
  const values: T[] = [];
  for (const one of list) {
    const answer = await ask(one);
    if (!answer.ok) return answer;
    values.push(answer.value);
  }
  return ok(values);
};
