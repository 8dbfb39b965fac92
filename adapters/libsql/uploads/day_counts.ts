import type { Transaction } from '@libsql/client';
import type { DayQuota } from '../../../domain/intake/day_quota.ts';
import type { AdmittedRecord, Outcome } from '../../../domain/ports/uploads.ts';
import { dayOf } from '../../../domain/rollups/rollup.ts';
import { jsonRows } from '../database.ts';
import type { InstallNumbers } from './installs.ts';
import { PACKED, packRecords } from './pack.ts';

/** What each install told of each kind and day: [install, kind, day] and the elements told. */
type Key = readonly [installN: number, kind: string, day: number];

const SELECT_COUNTS = `
  select json_group_array(json_array(sent.key, c.elements)) from json_each(?) as sent
  cross join day_counts as c on c.install_n = sent.value->>0 and c.kind = sent.value->>1 and c.day = sent.value->>2`;

const ADD_COUNTS = `
  insert into day_counts (install_n, kind, day, elements)
  select value->>0, value->>1, value->>2, value->>3 from json_each(?) where true
  on conflict do update set elements = elements + excluded.elements`;

/** Places among the packed records of those that are kept already. */
const SELECT_KNOWN = `
  select json_group_array(sent.key) from json_each(?1) as sent
  where exists (select 1 from records as r where r.install_n = ${PACKED.installN} and r.identity = ${PACKED.identity})
    and ?2 is not null and ?3 is not null`;

const keyOf = (record: AdmittedRecord, numbers: InstallNumbers): Key => [
  numbers.get(record.installId)!,
  record.kind,
  dayOf(record.capturedAtMs),
];

const elementsOf = ({ elements = 1 }: AdmittedRecord): number => elements;

/** Adds records up by install, kind and day. */
const sumUp = (records: readonly AdmittedRecord[], numbers: InstallNumbers): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const record of records) {
    const name = JSON.stringify(keyOf(record, numbers));
    sums.set(name, (sums.get(name) ?? 0) + elementsOf(record));
  }
  return sums;
};

const readCounts = async (tx: Transaction, names: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const rows = await jsonRows<readonly [i: number, elements: number]>(tx, SELECT_COUNTS, [`[${names}]`]);
  return new Map(rows.map(([i, elements]) => [names[i]!, elements]));
};

/**
 * The records that would take their install over what it may tell of a kind and day, with that limit. Records are looked at
 * in their order; repeats cost nothing. Hardly any upload comes near a limit, so only then are its records looked up.
 */
export const overDayQuota = async (
  tx: Transaction,
  records: readonly AdmittedRecord[],
  numbers: InstallNumbers,
  quota: DayQuota,
): Promise<ReadonlyMap<AdmittedRecord, number>> => {
  const sent = sumUp(records, numbers);
  const told = new Map(await readCounts(tx, [...sent.keys()]));
  const kindOf = (name: string): string => (JSON.parse(name) as Key)[1];
  const near = [...sent].some(([name, elements]) => (told.get(name) ?? 0) + elements > quota(kindOf(name)));
  if (!near) return new Map();

  const { starts, fields, digests } = packRecords(records, (installId) => numbers.get(installId)!);
  const known = new Set(await jsonRows<number>(tx, SELECT_KNOWN, [starts, fields, digests]));
  const seen = new Set<string>();
  const over = new Map<AdmittedRecord, number>();
  for (const [place, record] of records.entries()) {
    const identity = JSON.stringify([record.installId, record.eventId ?? [record.digest]]);
    if (known.has(place) || seen.has(identity)) continue;
    const name = JSON.stringify(keyOf(record, numbers));
    const elements = (told.get(name) ?? 0) + elementsOf(record);
    if (elements > quota(record.kind)) over.set(record, quota(record.kind));
    else {
      told.set(name, elements);
      seen.add(identity);
    }
  }
  return over;
};

/** Counts the records that were kept. */
export const countDays = async (
  tx: Transaction,
  records: readonly AdmittedRecord[],
  numbers: InstallNumbers,
): Promise<void> => {
  const rows = [...sumUp(records, numbers)].map(([name, elements]) => [...(JSON.parse(name) as Key), elements]);
  await tx.execute({ sql: ADD_COUNTS, args: [JSON.stringify(rows)] });
};

/** Puts the records over a quota back between the outcomes of the others. */
export const withOver = (
  records: readonly AdmittedRecord[],
  outcomes: readonly Outcome[],
  over: ReadonlyMap<AdmittedRecord, number>,
): readonly Outcome[] => {
  if (over.size === 0) return outcomes;
  let place = 0;
  return records.map((record) => {
    const limit = over.get(record);
    return limit === undefined ? outcomes[place++]! : { overQuota: limit };
  });
};
