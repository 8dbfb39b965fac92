import type { Client, Transaction } from '@libsql/client';
import type { DayQuota } from '../../../domain/intake/day_quota.ts';
import type { NetworkRule } from '../../../domain/intake/network_rule.ts';
import { summariseUpload } from '../../../domain/intake/summary.ts';
import type { AdmittedRecord, NewUpload, Outcome, UploadSummary } from '../../../domain/ports/uploads.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { inTransaction, jsonRows } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { linkUpload } from './chain.ts';
import { countDays, insertOverQuota, readEarlierDayCounts, readOverQuota } from './day_counts.ts';
import { type CoveredRecords, coverRecords, hasGrants } from './grants.ts';
import { type InstallNumbers, numberInstalls } from './installs.ts';
import { assignNetworkPlaces } from './networks.ts';
import { PACKED, type PackedRecords, packRecords } from './pack.ts';
import { findSameContent, HAS_REFORMATTED, STORED_SEQ } from './reformatted.ts';

const UPLOAD_COLUMNS =
  'upload_id, received_at_ms, addon_version, client_build, protocol, records, locale, summary, session';

const INSERT_RECORDS = `
  insert into records (upload_n, install_n, kind, identity, digest, captured_at_ms, body)
  select ?4, ${PACKED.installN}, ${PACKED.kind}, ${PACKED.identity}, ${PACKED.digest},
    ${PACKED.capturedAtMs}, ${PACKED.body}
  from json_each(?1) where not ${HAS_REFORMATTED}
  on conflict (install_n, identity) do nothing`;

/**
 * Selects the packed records that earlier uploads already contained: position in the list, and digest of the stored
 * record. Without an eventId this is the packed record's own digest, even if the record is stored under another one
 * (reformatted.ts).
 */
const SELECT_STORED_BEFORE = `
  select json_group_array(json_array(sent.key, lower(hex(coalesce(r.digest, ${PACKED.identity})))))
  from json_each(?1) as sent cross join records as r on r.seq = ${STORED_SEQ}
  where r.upload_n <> ?4`;

/** Frees the numbers that SQLite assigned to repeats, which were not stored after all. */
const RESET_SEQUENCE = `update sqlite_sequence set seq = (select max(seq) from records) where name = 'records'`;

/**
 * Stores the new records of an upload and its chain link in one transaction, and returns the outcome of each record
 * (domain/ports/uploads.ts). Usually all records are new, so all are inserted first; repeats are looked up only if
 * fewer rows were inserted.
 */
export async function storeUpload(
  client: Client,
  feedKey: string,
  upload: NewUpload,
  rules: IntakeRules,
): Promise<readonly Outcome[]> {
  const { outcomes, repeats } = await insertNewRecords(client, feedKey, upload, rules);
  if (repeats !== null) await inTransaction(client, (tx) => coverRecords(tx, repeats, null));
  return outcomes;
}

/** Rules that are applied while an upload is stored. */
export interface IntakeRules {
  /** Limit on the elements of one install, kind and day. */
  readonly dayQuota: DayQuota;
  /** Limit on the witnesses of one network, or null if all installs count. */
  readonly networkRule: NetworkRule | null;
}

interface StoreResult {
  readonly outcomes: readonly Outcome[];
  /** Repeated records that more grants may now cover, or null if the upload had new records or no grants. */
  readonly repeats: CoveredRecords | null;
}

async function insertNewRecords(
  client: Client,
  feedKey: string,
  upload: NewUpload,
  { dayQuota, networkRule }: IntakeRules,
): Promise<StoreResult> {
  const tx = await client.transaction('write');
  try {
    const installs = await numberInstalls(tx, feedKey, upload.records);
    const { numbers } = installs;
    const known = upload.records.filter(({ installId }) => numbers.has(installId));
    const earlierCounts = await readEarlierDayCounts(tx, known, numbers);
    const over = await readOverQuota(tx, earlierCounts, known, numbers, dayQuota);
    const records = over.size === 0 ? known : known.filter((record) => !over.has(record));
    const all = (outcomes: readonly Outcome[]) =>
      withErased(upload.records, insertOverQuota(known, outcomes, over), numbers);
    if (records.length === 0) return { outcomes: all([]), repeats: null };
    const packed = packRecords(records, (installId) => numbers.get(installId)!);
    const summarize = (outcomes: readonly Outcome[]) =>
      summariseUpload(upload.records, all(outcomes), upload.refused ?? []);
    const allNew = records.map((): Outcome => 'new');
    const uploadN = await insertUpload(tx, upload, records.length, summarize(allNew));
    const outcomes = await insertRecords(tx, records, packed, uploadN);
    const covered = hasGrants(records) ? { records, outcomes, packed } : null;
    const added = records.filter((_, place) => outcomes[place] === 'new');
    if (added.length === 0) return { outcomes: all(outcomes), repeats: covered };
    const summary = added.length < records.length ? summarize(outcomes) : null;
    if (summary !== null) await correctSummary(tx, uploadN, summary);
    await countDays(tx, earlierCounts, added, numbers);
    if (networkRule !== null) await assignNetworkPlaces(tx, feedKey, networkRule, upload, installs);
    await linkUpload(
      tx,
      feedKey,
      { ...upload, uploadN },
      groupBy(added, ({ installId }) => numbers.get(installId)!),
    );
    if (covered !== null) await coverRecords(tx, covered, uploadN);
    await tx.commit();
    return { outcomes: all(outcomes), repeats: null };
  } finally {
    tx.close();
  }
}

/** Inserts outcomes for the records of erased installs. */
function withErased(
  records: readonly AdmittedRecord[],
  outcomes: readonly Outcome[],
  numbers: InstallNumbers,
): readonly Outcome[] {
  if (outcomes.length === records.length) return outcomes;
  let place = 0;
  return records.map(({ installId }) => (numbers.has(installId) ? outcomes[place++]! : 'install-erased'));
}

async function insertRecords(
  tx: Transaction,
  records: readonly AdmittedRecord[],
  packed: PackedRecords,
  uploadN: number,
): Promise<readonly Outcome[]> {
  const args = [packed.starts, packed.fields, packed.digests, BigInt(uploadN)];
  const { rowsAffected } = await tx.execute({ sql: INSERT_RECORDS, args });
  if (rowsAffected === records.length) return records.map(() => 'new');
  const earlier = new Map(await jsonRows<[number, string]>(tx, SELECT_STORED_BEFORE, args));
  const differing = [...earlier.keys()].filter((place) => earlier.get(place) !== records[place]!.digest);
  for (const place of await findSameContent(tx, records, packed, differing)) earlier.set(place, records[place]!.digest);
  if (rowsAffected > 0) await correctCount(tx, uploadN, rowsAffected);
  return compareWithStored(records, earlier);
}

/**
 * Compares each record with the stored record of the same identity. That is a record of an earlier upload (`earlier`
 * has its digest by position in this upload), or else the first such record in this upload.
 */
function compareWithStored(
  records: readonly AdmittedRecord[],
  earlier: ReadonlyMap<number, string>,
): readonly Outcome[] {
  const firsts = new Map<string, string>();
  return records.map((record, place) => {
    const identity = formatIdentity(record);
    const storedDigest = earlier.get(place) ?? firsts.get(identity);
    if (storedDigest !== undefined) return storedDigest === record.digest ? 'duplicate' : 'event-reused';
    firsts.set(identity, record.digest);
    return 'new';
  });
}

/** Formats a record's identity. The result is unambiguous, because an eventId contains neither a space nor a #. */
function formatIdentity({ installId, eventId, digest }: AdmittedRecord): string {
  return `${installId} ${eventId ?? `#${digest}`}`;
}

async function insertUpload(
  tx: Transaction,
  upload: NewUpload,
  records: number,
  summary: UploadSummary | null,
): Promise<number> {
  const { uploadId, receivedAtMs, addonVersion, clientBuild, protocol, locale, session = null } = upload;
  const text = summary === null ? null : JSON.stringify(summary);
  const cells = [uploadId, receivedAtMs, addonVersion, clientBuild, protocol, records, locale, text, session];
  const [row] = await insertRows(tx, 'uploads', UPLOAD_COLUMNS, [cells], 'returning n');
  return Number(row?.[0]);
}

/** Replaces the summary, which was written on the assumption that every record is new. */
async function correctSummary(tx: Transaction, uploadN: number, summary: UploadSummary): Promise<void> {
  await tx.execute({
    sql: 'update uploads set summary = ? where n = ?',
    args: [JSON.stringify(summary), BigInt(uploadN)],
  });
}

async function correctCount(tx: Transaction, uploadN: number, records: number): Promise<void> {
  await tx.execute({ sql: 'update uploads set records = ? where n = ?', args: [BigInt(records), BigInt(uploadN)] });
  await tx.execute(RESET_SEQUENCE);
}
