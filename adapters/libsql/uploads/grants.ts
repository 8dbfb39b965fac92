import type { CoveringGrant } from '../../../domain/ports/facts.ts';
import type { AdmittedRecord, Outcome } from '../../../domain/ports/uploads.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { type Runner, readJson, type Transaction } from '../database.ts';
import { addOrder } from './operator_installs.ts';

/** The pairs [grant, seq] that are not stored yet. A grant may have been erased since it was looked up. */
const MISSING_GRANT_PAIRS = `
  json_each(?) as pair
  where exists (select 1 from grants where n = pair.value->>0)
    and not exists (select 1 from record_grants where grant_n = pair.value->>0 and seq = pair.value->>1)`;

const SELECT_MISSING_GRANTS = `select json_group_array(distinct pair.value->>0) from ${MISSING_GRANT_PAIRS}`;

const INSERT_GRANT_PAIRS = `insert into record_grants (grant_n, seq) select distinct pair.value->>0, pair.value->>1 from ${MISSING_GRANT_PAIRS}`;

/** The numbers of an upload's records. */
export interface NumberedRecords {
  /** The number of the stored record with the identity of each record: its own, if it is new. */
  readonly seqs: ReadonlyMap<AdmittedRecord, number>;
  /** Records of earlier uploads have lower numbers. */
  readonly firstSeq: number;
}

/** The records of one upload and their outcomes. */
export interface CoveredRecords extends NumberedRecords {
  readonly records: readonly AdmittedRecord[];
  readonly outcomes: readonly Outcome[];
}

export function hasGrants(records: readonly AdmittedRecord[]): boolean {
  return records.some(({ grants }) => grants.length > 0);
}

/**
 * Stores which grants cover the named records of an upload, including repeats of earlier records. If a grant now covers
 * an earlier record for the first time, a review of the grant is queued for the builder.
 */
export async function linkGrants(
  tx: Transaction,
  { records, outcomes, seqs, firstSeq }: CoveredRecords,
): Promise<void> {
  const pairs = records.flatMap((record, place) =>
    outcomes[place] === 'event-reused' ? [] : record.grants.map((n) => [n, seqs.get(record)!] as const),
  );
  const earlier = JSON.stringify(pairs.filter(([, seq]) => seq < firstSeq));
  for (const grantN of await readJson<number>(tx, SELECT_MISSING_GRANTS, [earlier])) {
    await addOrder(tx, 'grant', grantN);
  }
  await tx.execute({ sql: INSERT_GRANT_PAIRS, args: [JSON.stringify(pairs)] });
}

/**
 * Query for consecutive records. It reads one range of the index, which is nearly empty if no record is of a named
 * kind.
 */
const SELECT_GRANTS_IN_RANGE = selectGrants('c.seq between ? and ?');

const SELECT_GRANTS_BY_SEQ = selectGrants('c.seq in (select value from json_each(?))');

/** Reads the grants that cover these records. Pass `dense` if hardly any other records have numbers in between. */
export async function readCoveringGrants(
  runner: Runner,
  seqs: readonly number[],
  spread: 'dense' | 'sparse',
): Promise<ReadonlyMap<number, readonly CoveringGrant[]>> {
  if (seqs.length === 0) return new Map();
  const isDense = spread === 'dense';
  const args = isDense ? [BigInt(seqs[0]!), BigInt(seqs.at(-1)!)] : [JSON.stringify(seqs)];
  const sql = isDense ? SELECT_GRANTS_IN_RANGE : SELECT_GRANTS_BY_SEQ;
  const rows = await readJson<[seq: number, n: number, self: number]>(runner, sql, args);
  const grants = [...groupBy(rows, ([seq]) => seq)];
  return new Map(grants.map(([seq, own]) => [seq, own.map(([, n, self]) => ({ n, self: self === 1 }))]));
}

function selectGrants(seqs: string): string {
  return `
  select json_group_array(json_array(seq, n, self)) from (
    select c.seq, g.n, g.self from record_grants as c join grants as g on g.n = c.grant_n
    where ${seqs} and g.revoked_at_ms is null order by c.seq, g.n
  )`;
}
