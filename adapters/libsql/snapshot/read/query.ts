import type { InArgs } from '@libsql/client';
import { type Runner, readJson } from '../../database.ts';

/** Runs a query on the database of one view. */
export type Query = <T>(work: (client: Runner) => Promise<T>) => Promise<T>;

/** Returns a function that reads JSON rows (`readJson`) from the view's database. */
export function createRowReader(query: Query) {
  return <T>(sql: string, args: InArgs = []): Promise<readonly T[]> =>
    query((client) => readJson<T>(client, sql, args));
}
