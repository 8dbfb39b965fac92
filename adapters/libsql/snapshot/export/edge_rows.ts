import type { Client } from '@libsql/client';
import type { ExportRows } from '../../../../domain/ports/exports.ts';
import { jsonRows } from '../../database.ts';
import { runsOf } from './runs.ts';

/** Number of places read at a time. A long read transaction would keep the write-ahead log from being emptied. */
const PLACES_PER_READ = 1_000;

const EDGE_ROWS = `select json_group_array(body) from (
  select e.body from json_each(?) as run
  cross join edges as e on e.grp = run.value->>0 and e.place >= run.value->>1 and e.place < run.value->>2
  where e.withdrawn_n is null order by run.key, e.place)`;

/** Yields the observed relations in order, as of snapshot `n`, without those withdrawn since. */
export async function* exportedEdges(client: Client, n: number): AsyncIterable<ExportRows> {
  let runs: [kind: string, from: number, to: number][] = [];
  let room = PLACES_PER_READ;
  for await (const { kind, from, to } of runsOf(client, 'edge_steps', n)) {
    for (let place = from; place < to; ) {
      const end = Math.min(place + room, to);
      runs.push([kind, place, end]);
      room -= end - place;
      place = end;
      if (room > 0) continue;
      yield await jsonRows<string>(client, EDGE_ROWS, [JSON.stringify(runs)]);
      runs = [];
      room = PLACES_PER_READ;
    }
  }
  if (runs.length > 0) yield await jsonRows<string>(client, EDGE_ROWS, [JSON.stringify(runs)]);
}
