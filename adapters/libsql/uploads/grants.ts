import type { Transaction } from '@libsql/client';
import type { AdmittedRecord, Outcome } from '../../../domain/ports/uploads.ts';
import { jsonRows } from '../database.ts';
import { addOrder } from './operator_installs.ts';
import type { PackedRecords } from './pack.ts';
import { STORED_SEQ } from './reformatted.ts';

/** Where the packed records at the places `?4` stand: place, seq, number of the upload that brought them. */
const SELECT_PLACED = `
  select json_group_array(json_array(sent.key, r.seq, r.upload_n))
  from json_each(?1) as sent cross join records as r
  on r.seq = ${STORED_SEQ}
  where sent.key in (select value from json_each(?4))`;

/** Of the pairs [grant, seq] those not noted yet; a grant may have gone with its install since it was looked up. */
const MISSING = `
  json_each(?) as pair
  where exists (select 1 from grants where n = pair.value->>0)
    and not exists (select 1 from record_grants where grant_n = pair.value->>0 and seq = pair.value->>1)`;

const SELECT_MISSING_GRANTS = `select json_group_array(distinct pair.value->>0) from ${MISSING}`;

const INSERT_PAIRS = `insert into record_grants (grant_n, seq) select distinct pair.value->>0, pair.value->>1 from ${MISSING}`;

/** The records of one upload with what became of each. */
export interface CoveredRecords {
  readonly records: readonly AdmittedRecord[];
  readonly outcomes: readonly Outcome[];
  readonly packed: PackedRecords;
}

export function hasGrants(records: readonly AdmittedRecord[]): boolean {
  return records.some(({ grants }) => grants.length > 0);
}

/**
 * Notes which grants cover the named records of an upload, those kept before included; where a grant has come to cover
 * one of these, the builder is ordered to look at it. `uploadN` is null where the upload brought nothing new.
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
  const placed = await jsonRows<[number, number, number]>(tx, SELECT_PLACED, args);
  const pairs = (which: (uploadOfRecord: number) => boolean): string =>
    JSON.stringify(
      placed.flatMap(([place, seq, upload]) => (which(upload) ? records[place]!.grants.map((n) => [n, seq]) : [])),
    );
  const earlier = pairs((upload) => upload !== uploadN);
  for (const grantN of await jsonRows<number>(tx, SELECT_MISSING_GRANTS, [earlier])) {
    await addOrder(tx, 'grant', grantN);
  }
  await tx.execute({ sql: INSERT_PAIRS, args: [pairs(() => true)] });
}
