import type { Client, Transaction } from '@libsql/client';
import type { DayQuota } from '../../../domain/intake/day_quota.ts';
import type { NetworkRule } from '../../../domain/intake/network_rule.ts';
import { summaryOf } from '../../../domain/intake/summary.ts';
import type { AdmittedRecord, NewUpload, Outcome, UploadSummary } from '../../../domain/ports/uploads.ts';
import { inParts } from '../../../domain/proof/digests.ts';
import { inTransaction, jsonRows, value } from '../database.ts';
import { linkUpload } from './chain.ts';
import { countDays, overDayQuota, readEarlierDayCounts, withOver } from './day_counts.ts';
import { type CoveredRecords, coverRecords, hasGrants } from './grants.ts';
import { type InstallNumbers, numberInstalls } from './installs.ts';
import { assignNetworkPlaces } from './networks.ts';
import { PACKED, type PackedRecords, packRecords } from './pack.ts';
import { HAS_REFORMATTED, STORED_SEQ, sameInSubstance } from './reformatted.ts';

const INSERT_UPLOAD = `
  insert into uploads (upload_id, received_at_ms, addon_version, client_build, protocol, records, locale, summary)
  select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, nullif(value->7, 'null') from (select ? as value)
  returning n`;

const INSERT_RECORDS = `
  insert into records (upload_n, install_n, kind, identity, digest, captured_at_ms, body)
  select ?4, ${PACKED.installN}, ${PACKED.kind}, ${PACKED.identity}, ${PACKED.digest},
    ${PACKED.capturedAtMs}, ${PACKED.body}
  from json_each(?1) where not ${HAS_REFORMATTED}
  on conflict (install_n, identity) do nothing`;

/**
 * The packed records that other uploads brought before: place in the list, digest of what is kept. Without an eventId
 * that is the record's own, whatever it was kept under.
 */
const SELECT_KEPT = `
  select json_group_array(json_array(sent.key, lower(hex(coalesce(r.digest, ${PACKED.identity})))))
  from json_each(?1) as sent cross join records as r on r.seq = ${STORED_SEQ}
  where r.upload_n <> ?4`;

/** Repeats were numbered too, but nothing was kept under their numbers. */
const TAKE_NUMBERS_BACK = `update sqlite_sequence set seq = (select max(seq) from records) where name = 'records'`;

/**
 * Keeps the new records of an upload and its link of the chain in one transaction, and tells what became of each record
 * (domain/ports/uploads.ts). The usual upload is new throughout, so all are inserted first and only a shortfall is
 * looked into.
 */
export async function storeUpload(
  client: Client,
  feedKey: string,
  upload: NewUpload,
  rules: IntakeRules,
): Promise<readonly Outcome[]> {
  const kept = await keepUpload(client, feedKey, upload, rules);
  if (kept.repeats !== null) {
    const { repeats } = kept;
    await inTransaction(client, (tx) => coverRecords(tx, repeats, null));
  }
  return kept.outcomes;
}

/** What is judged while an upload is kept. */
export interface IntakeRules {
  /** What an install may tell of a kind and day. */
  readonly dayQuota: DayQuota;
  /** How many installs of a network count; null: all of them. */
  readonly networkRule: NetworkRule | null;
}

interface KeptUpload {
  readonly outcomes: readonly Outcome[];
  /** Of an upload that brought nothing new: named records that may be covered by further grants now. */
  readonly repeats: CoveredRecords | null;
}

async function keepUpload(
  client: Client,
  feedKey: string,
  upload: NewUpload,
  { dayQuota, networkRule }: IntakeRules,
): Promise<KeptUpload> {
  const tx = await client.transaction('write');
  try {
    const installs = await numberInstalls(tx, feedKey, upload.records);
    const { numbers } = installs;
    const known = upload.records.filter(({ installId }) => numbers.has(installId));
    const toldBefore = await readEarlierDayCounts(tx, known, numbers);
    const over = await overDayQuota(tx, toldBefore, known, numbers, dayQuota);
    const records = over.size === 0 ? known : known.filter((record) => !over.has(record));
    const all = (outcomes: readonly Outcome[]) => withErased(upload.records, withOver(known, outcomes, over), numbers);
    if (records.length === 0) return { outcomes: all([]), repeats: null };
    const packed = packRecords(records, (installId) => numbers.get(installId)!);
    const told = (outcomes: readonly Outcome[]) => summaryOf(upload.records, all(outcomes), upload.refused ?? []);
    const allNew = records.map((): Outcome => 'new');
    const uploadN = await insertUpload(tx, upload, records.length, told(allNew));
    const outcomes = await insertRecords(tx, records, packed, uploadN);
    const covered = hasGrants(records) ? { records, outcomes, packed } : null;
    const added = records.filter((_, place) => outcomes[place] === 'new');
    if (added.length === 0) return { outcomes: all(outcomes), repeats: covered };
    const summary = added.length < records.length ? told(outcomes) : null;
    if (summary !== null) await correctSummary(tx, uploadN, summary);
    await countDays(tx, toldBefore, added, numbers);
    if (networkRule !== null) await assignNetworkPlaces(tx, feedKey, networkRule, upload, installs);
    await linkUpload(
      tx,
      feedKey,
      { ...upload, uploadN },
      inParts(added, ({ installId }) => numbers.get(installId)!),
    );
    if (covered !== null) await coverRecords(tx, covered, uploadN);
    await tx.commit();
    return { outcomes: all(outcomes), repeats: null };
  } finally {
    tx.close();
  }
}

/** Puts the records of erased installs back between the outcomes of the others. */
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
  const kept = new Map(await jsonRows<[number, string]>(tx, SELECT_KEPT, args));
  const differing = [...kept.keys()].filter((place) => kept.get(place) !== records[place]!.digest);
  for (const place of await sameInSubstance(tx, records, packed, differing)) kept.set(place, records[place]!.digest);
  if (rowsAffected > 0) await correctCount(tx, uploadN, rowsAffected);
  return outcomesOf(records, kept);
}

/** Digests of what earlier uploads brought under the identities of this one's records, by their place in it. */
type Kept = ReadonlyMap<number, string>;

/** What stands under an identity is what was kept before, else the first record of this upload that has it. */
function outcomesOf(records: readonly AdmittedRecord[], kept: Kept): readonly Outcome[] {
  const firsts = new Map<string, string>();
  return records.map((record, place) => {
    const identity = identityOf(record);
    const standing = kept.get(place) ?? firsts.get(identity);
    if (standing !== undefined) return standing === record.digest ? 'duplicate' : 'event-reused';
    firsts.set(identity, record.digest);
    return 'new';
  });
}

/** Two records have one identity when these texts are equal: an eventId holds neither a space nor a #. */
function identityOf({ installId, eventId, digest }: AdmittedRecord): string {
  return `${installId} ${eventId ?? `#${digest}`}`;
}

async function insertUpload(
  tx: Transaction,
  upload: NewUpload,
  records: number,
  summary: UploadSummary | null,
): Promise<number> {
  const { uploadId, receivedAtMs, addonVersion, clientBuild, protocol, locale } = upload;
  const row = JSON.stringify([uploadId, receivedAtMs, addonVersion, clientBuild, protocol, records, locale, summary]);
  return Number(await value(tx, INSERT_UPLOAD, [row]));
}

/** The summary was written as if all that came to be kept were new. */
async function correctSummary(tx: Transaction, uploadN: number, summary: UploadSummary): Promise<void> {
  await tx.execute({
    sql: 'update uploads set summary = ? where n = ?',
    args: [JSON.stringify(summary), BigInt(uploadN)],
  });
}

async function correctCount(tx: Transaction, uploadN: number, records: number): Promise<void> {
  await tx.execute({ sql: 'update uploads set records = ? where n = ?', args: [BigInt(records), BigInt(uploadN)] });
  await tx.execute(TAKE_NUMBERS_BACK);
}
