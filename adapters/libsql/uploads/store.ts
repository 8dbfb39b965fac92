import type { DayQuota } from '../../../domain/intake/day_quota.ts';
import type { NetworkRule } from '../../../domain/intake/network_rule.ts';
import { summariseUpload } from '../../../domain/intake/summary.ts';
import type { AdmittedRecord, NewUpload, Outcome, UploadSummary } from '../../../domain/ports/uploads.ts';
import { groupBy } from '../../../domain/values/group_by.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { type Connection, runInTransaction, type Transaction } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { insertBlock, readLastSeq, readRepeatedRecords } from './block_rows.ts';
import { linkUpload } from './chain.ts';
import { shouldReconnect } from './connection.ts';
import { matchesDigest } from './current_format.ts';
import { findOverQuotaRecords, insertQuotaOutcomes, readEarlierDayCounts, updateDayCounts } from './day_counts.ts';
import { hasGrants, linkGrants, type NumberedRecords } from './grants.ts';
import { computeIdentity, forgetRecords, insertIdentities } from './identities.ts';
import { type InstallNumbers, storeInstalls } from './installs.ts';
import { assignNetworkPlaces } from './networks.ts';
import { addOrder } from './operator_installs.ts';

const UPLOAD_COLUMNS =
  'upload_id, received_at_ms, addon_version, client_build, protocol, records, locale, summary, session, season, region';

/** The outcome of each record of an upload, or the reason why the upload was not stored while others were. */
export type StoreResult = Result<readonly Outcome[], unknown>;

/**
 * Stores the new records and chain links of uploads in one transaction, so that they share its sync, and returns the
 * outcomes of their records (domain/ports/uploads.ts). Each upload is judged against what the ones before it stored. If
 * one cannot be stored, for example because a row of its install is damaged, only its own changes are rolled back. If
 * the disk fails, or if every upload does, the error is thrown and nothing is stored.
 */
export async function storeUploads(
  client: Connection,
  feedKey: string,
  uploads: readonly NewUpload[],
  rules: IntakeRules,
): Promise<readonly StoreResult[]> {
  return runInTransaction(client, async (tx) => {
    const results: StoreResult[] = [];
    for (const upload of uploads) results.push(await tryStoringUpload(tx, feedKey, upload, rules));
    const stored = results.find(({ ok }) => ok) ?? results[0];
    if (stored?.ok === false) throw stored.error;
    return results;
  });
}

async function tryStoringUpload(
  tx: Transaction,
  feedKey: string,
  upload: NewUpload,
  rules: IntakeRules,
): Promise<StoreResult> {
  await tx.execute('savepoint upload');
  let result: StoreResult;
  try {
    result = ok(await storeUpload(tx, feedKey, upload, rules));
  } catch (error) {
    if (shouldReconnect(error, 'read')) throw error;
    await tx.execute(ROLL_BACK_UPLOAD);
    result = err(error);
  }
  await tx.execute('release upload');
  return result;
}

const ROLL_BACK_UPLOAD = 'rollback to upload';

/** Rules that are applied while an upload is stored. */
export interface IntakeRules {
  readonly dayQuota: DayQuota;
  /** Limit on the witnesses of one network, or null if all installs count. */
  readonly networkRule: NetworkRule | null;
}

async function storeUpload(
  tx: Transaction,
  feedKey: string,
  upload: NewUpload,
  { dayQuota, networkRule }: IntakeRules,
): Promise<readonly Outcome[]> {
  const installs = await storeInstalls(tx, feedKey, upload.records);
  const { numbers } = installs;
  const known = upload.records.filter(({ installId }) => numbers.has(installId));
  const earlierCounts = await readEarlierDayCounts(tx, known, numbers);
  const over = await findOverQuotaRecords(tx, earlierCounts, known, numbers, dayQuota);
  const records = over.size === 0 ? known : known.filter((record) => !over.has(record));
  const numbered = await storeIdentities(tx, records, numbers);
  const compared = compareRecords(records, numbered);
  const outcomes = addErasedOutcomes(upload.records, insertQuotaOutcomes(known, compared, over), numbers);
  const added = records.filter((_, place) => compared[place] === 'new');
  if (added.length === 0) await tx.execute(ROLL_BACK_UPLOAD);
  else {
    const summary = summariseUpload(upload.records, outcomes, upload.refused ?? []);
    const uploadN = await insertUpload(tx, upload, added.length, summary);
    const addedParts = groupBy(added, ({ installId }) => numbers.get(installId)!);
    for (const [installN, part] of addedParts) {
      const records = part.map((record) => ({ ...record, seq: numbered.seqs.get(record)! }));
      await insertBlock(tx, uploadN, installN, records);
    }
    const { again, lostFrom } = numbered;
    for (const [installN, seq] of lostFrom) await addOrder(tx, 'install', installN, seq);
    const uncounted = again.size === 0 ? added : added.filter((record) => !again.has(record));
    await updateDayCounts(tx, earlierCounts, uncounted, numbers);
    if (networkRule !== null) await assignNetworkPlaces(tx, feedKey, networkRule, upload, installs);
    await linkUpload(tx, feedKey, { ...upload, uploadN }, addedParts);
  }
  // If the upload has no new records, its grants may still cover earlier ones.
  if (hasGrants(records)) await linkGrants(tx, { records, outcomes: compared, ...numbered });
  return outcomes;
}

function addErasedOutcomes(
  records: readonly AdmittedRecord[],
  outcomes: readonly Outcome[],
  numbers: InstallNumbers,
): readonly Outcome[] {
  if (outcomes.length === records.length) return outcomes;
  let place = 0;
  return records.map(({ installId }) => (numbers.has(installId) ? outcomes[place++]! : 'install-erased'));
}

interface ComparableRecords extends NumberedRecords {
  /** Bodies of stored records with an eventId that the upload repeats, by number. */
  readonly bodies: ReadonlyMap<number, string>;
  /** Repeats whose stored record was lost, so that they are stored again. */
  readonly again: ReadonlySet<AdmittedRecord>;
  /** The first lost record of each install that has some. */
  readonly lostFrom: ReadonlyMap<number, number>;
}

/**
 * Numbers the records in their order and stores their identities, except of repeats, whose numbers remain unused. A
 * repeat of a record whose block is damaged becomes a new record. The builder may have counted the lost record before
 * the damage, so it will count the install anew.
 */
async function storeIdentities(
  tx: Transaction,
  records: readonly AdmittedRecord[],
  numbers: InstallNumbers,
): Promise<ComparableRecords> {
  const firstSeq = (await readLastSeq(tx)) + 1;
  const seqs = new Map(records.map((record, place) => [record, firstSeq + place]));
  const bodies = new Map<number, string>();
  const again = new Set<AdmittedRecord>();
  const lostFrom = new Map<number, number>();
  for (const [installId, part] of groupBy(records, (record) => record.installId)) {
    const installN = numbers.get(installId)!;
    const given = part.map((record) => seqs.get(record)!);
    const numberPart = () => insertIdentities(tx, installN, part.map(computeIdentity), given);
    let known = await numberPart();
    if (known.size === 0) continue;
    const earlier = part.flatMap((record, i) => {
      const seq = known.get(given[i]!) ?? firstSeq;
      return seq < firstSeq ? [{ record, seq }] : [];
    });
    const compared = new Set(earlier.flatMap(({ record, seq }) => (record.eventId === null ? [] : [seq])));
    const repeated = [...new Set(earlier.map(({ seq }) => seq))];
    const stored = await readRepeatedRecords(tx, installN, repeated, compared);
    for (const [seq, body] of stored.bodies) bodies.set(seq, body);
    if (stored.lost.size > 0) {
      for (const { record, seq } of earlier) if (stored.lost.has(seq)) again.add(record);
      lostFrom.set(installN, Math.min(...stored.lost));
      await forgetRecords(tx, installN, stored.lost);
      known = await numberPart();
    }
    for (const [i, record] of part.entries()) seqs.set(record, known.get(given[i]!) ?? given[i]!);
  }
  return { seqs, firstSeq, bodies, again, lostFrom };
}

/**
 * Compares each record with the stored record of the same identity, or with the first such record in this upload. Records
 * without an eventId have the same identity only if their content is the same.
 */
function compareRecords(
  records: readonly AdmittedRecord[],
  { seqs, firstSeq, bodies }: ComparableRecords,
): readonly Outcome[] {
  const firsts = new Map<number, AdmittedRecord>();
  return records.map((record) => {
    const seq = seqs.get(record)!;
    const first = firsts.get(seq);
    if (seq >= firstSeq && first === undefined) {
      firsts.set(seq, record);
      return 'new';
    }
    const body = bodies.get(seq);
    const isEqual =
      first === undefined ? body === undefined || matchesDigest(body, record.digest) : first.digest === record.digest;
    return isEqual ? 'duplicate' : 'event-reused';
  });
}

async function insertUpload(
  tx: Transaction,
  upload: NewUpload,
  records: number,
  summary: UploadSummary | null,
): Promise<number> {
  const { uploadId, receivedAtMs, addonVersion, clientBuild, protocol, locale } = upload;
  const { session = null, season = null, region = null } = upload;
  const text = summary === null ? null : JSON.stringify(summary);
  const cells = [uploadId, receivedAtMs, addonVersion, clientBuild, protocol, records, locale, text, session];
  const [row] = await insertRows(tx, 'uploads', UPLOAD_COLUMNS, [[...cells, season, region]], 'returning n');
  return Number(row?.[0]);
}
