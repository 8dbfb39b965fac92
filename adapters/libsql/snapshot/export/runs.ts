import type { Client } from '@libsql/client';
import type { ListSlice } from '../../../../domain/ports/places.ts';
import { jsonRows } from '../../database.ts';
import type { GroupCounts, StepsTable } from '../write/ledger_writer.ts';

const STEPS_PER_READ = 200;

/**
 * Yields the runs of a list in order, as its ledger defines them (domain/paging/ledger.ts): for every appending
 * snapshot up to `n`, the new rows of each group, in name order. Consecutive runs of one group are joined.
 */
export async function* runsOf(client: Client, table: StepsTable, n: number): AsyncIterable<ListSlice> {
  let before: GroupCounts = {};
  let last: ListSlice | undefined;
  for await (const counts of countsOf(client, table, n)) {
    const runs = last === undefined ? [] : [last];
    for (const kind of Object.keys(counts).sort()) {
      const run = { kind, from: before[kind] ?? 0, to: counts[kind]! };
      const earlier = runs.at(-1);
      if (earlier?.kind === kind) runs[runs.length - 1] = { ...run, from: earlier.from };
      else if (run.to > run.from) runs.push(run);
    }
    before = counts;
    last = runs.pop();
    yield* runs;
  }
  if (last !== undefined) yield last;
}

/** Yields the counts of a list after each appending snapshot up to `n`. */
async function* countsOf(client: Client, table: StepsTable, n: number): AsyncIterable<GroupCounts> {
  let after = 0;
  for (let known = STEPS_PER_READ; known === STEPS_PER_READ; ) {
    const steps = await jsonRows<[n: number, counts: GroupCounts]>(
      client,
      `select '[' || group_concat('[' || n || ',' || counts || ']') || ']'
       from (select n, counts from ${table} where n > ? and n <= ? order by n limit ?)`,
      [BigInt(after), BigInt(n), BigInt(STEPS_PER_READ)],
    );
    yield* steps.map(([, counts]) => counts);
    after = steps.at(-1)?.[0] ?? after;
    known = steps.length;
  }
}
