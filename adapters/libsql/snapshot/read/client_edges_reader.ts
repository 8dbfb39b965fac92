import type { ClientGroup } from '../../../../domain/ports/build.ts';
import type { OtherEnds } from '../../../../domain/ports/edges.ts';
import type { Runner } from '../../database.ts';
import { listOf } from './imports_reader.ts';

function othersSql(own: 'from_id' | 'to_id', other: 'from_id' | 'to_id'): string {
  const edges = `from client_edges where import_n = ?3 and grp = ?4 and ${own} = asked.value`;
  return `select json_group_array(json_array(value, total, ids)) from (
    select asked.value as value, (select count(*) ${edges}) as total,
      (select json_group_array(id) from (select ${other} as id ${edges} order by place limit ?5)) as ids
    from (select distinct value from json_each(?2)) as asked) where total > 0`;
}

const OTHERS = { from: othersSql('from_id', 'to_id'), to: othersSql('to_id', 'from_id') };

/** Returns for each asked end the ids at the other ends of a group's edges. */
export async function readClientEdgesAt(
  client: Runner,
  n: number,
  { name }: ClientGroup,
  end: 'from' | 'to',
  ids: readonly number[],
  each: number,
): Promise<ReadonlyMap<number, OtherEnds>> {
  const args = [JSON.stringify(ids), BigInt(n), name, BigInt(each)];
  const rows = await listOf<[id: number, total: number, ids: string]>(client, n, OTHERS[end], args);
  return new Map(rows.map(([id, total, others]) => [id, { total, ids: JSON.parse(others) as readonly number[] }]));
}
