import type { Transaction } from '@libsql/client';
import type { AdmittedRecord, Outcome } from '../../../domain/ports/uploads.ts';
import { jsonRows } from '../database.ts';
import { addOrder } from './operator_installs.ts';
import type { PackedRecords } from './pack.ts';
import { STORED_SEQ } from './reformatted.ts';

/**
 * Selects the stored records for the packed records at positions `?4`: position, seq, and number of the upload that
 * stored the record.
 */
const SELECT_STORED = `
  select json_group_array(json_array(sent.key, r.seq, r.upload_n))
  from json_each(?1) as sent cross join records as r
  on r.seq = ${STORED_SEQ}
  where sent.key in (select value from json_each(?4))`;

/** The pairs [grant, seq] that are not stored yet. A grant may have been erased since it was looked up. */
const MISSING = `
  json_each(?) as pair
  where exists (select 1 from grants where n = pair.value->>0)
    and not exists (select 1 from record_grants where grant_n = pair.value->>0 and seq = pair.value->>1)`;

const SELECT_MISSING_GRANTS = `select json_group_array(distinct pair.value->>0) from ${MISSING}`;

const INSERT_PAIRS = `insert into record_grants (grant_n, seq) select distinct pair.value->>0, pair.value->>1 from ${MISSING}`;

/** The records of one upload and their outcomes. */
export interface CoveredRecords {
  readonly records: readonly AdmittedRecord[];
  readonly outcomes: readonly Outcome[];
  readonly packed: PackedRecords;
}

export function hasGrants(records: readonly AdmittedRecord[]): boolean {
  return records.some(({ grants }) => grants.length > 0);
}

/**
 * Stores which grants cover the named records of an upload, including repeats of earlier records. If a grant now covers
 * an earlier record for the first time, a review of the grant is queued for the builder. `uploadN` is null if the
 * upload has no new records.
 */
export async function coverRecords(
  tx: Transaction,
  { records, outcomes, packed }: CoveredRecords,
  uploadN: number | null,
): Promise<void> {
  const places = [...records.keys()].filter(
    (place) => records[place]!.grants.length > 0 && outcomes[place] !== 'event-reused',
  );
  const args = [packed.starts, packed.fields, packed.digests, JSON.stringify(places)];
  const stored = await jsonRows<[number, number, number]>(tx, SELECT_STORED, args);
  const formatPairs = (includes: (uploadOfRecord: number) => boolean): string =>
    JSON.stringify(
      stored.flatMap(([place, seq, upload]) => (includes(upload) ? records[place]!.grants.map((n) => [n, seq]) : [])),
    );
  const earlier = formatPairs((upload) => upload !== uploadN);
  for (const grantN of await jsonRows<number>(tx, SELECT_MISSING_GRANTS, [earlier])) {
    await addOrder(tx, 'grant', grantN);
  }
  await tx.execute({ sql: INSERT_PAIRS, args: [formatPairs(() => true)] });
}
