import type { CoveringGrant } from '../../../domain/ports/facts.ts';
import { jsonRows, type Runner } from '../database.ts';

/**
 * Query for consecutive records. It reads one range of the index, which is nearly empty if no record is of a named
 * kind.
 */
const SELECT_GRANTS_BETWEEN = selectGrants('c.seq between ? and ?');

const SELECT_GRANTS_OF = selectGrants('c.seq in (select value from json_each(?))');

/** Reads the grants that cover these records. Pass `dense` if hardly any other records have numbers in between. */
export async function readCoveringGrants(
  runner: Runner,
  seqs: readonly number[],
  spread: 'dense' | 'sparse',
): Promise<ReadonlyMap<number, readonly CoveringGrant[]>> {
  if (seqs.length === 0) return new Map();
  const [first, last] = [seqs[0]!, seqs[seqs.length - 1]!];
  const rows =
    spread === 'dense'
      ? await jsonRows<[number, number, number]>(runner, SELECT_GRANTS_BETWEEN, [BigInt(first), BigInt(last)])
      : await jsonRows<[number, number, number]>(runner, SELECT_GRANTS_OF, [JSON.stringify(seqs)]);
  const covering = new Map<number, CoveringGrant[]>();
  for (const [seq, n, self] of rows) {
    const grants = covering.get(seq) ?? [];
    grants.push({ n, self: self === 1 });
    covering.set(seq, grants);
  }
  return covering;
}

function selectGrants(seqs: string): string {
  return `
  select json_group_array(json_array(seq, n, self)) from (
    select c.seq, g.n, g.self from record_grants as c join grants as g on g.n = c.grant_n
    where ${seqs} and g.revoked_at_ms is null order by c.seq, g.n
  )`;
}
