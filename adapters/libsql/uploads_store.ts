import type { Client, Transaction } from '@libsql/client';
import type { AdmittedRecord, NewUpload, Outcome } from '../../domain/ports/uploads.ts';
import { jsonRows, value } from './database.ts';
import { PACKED, type PackedRecords, packRecords } from './uploads_pack.ts';

const INSERT_INSTALLS = `
  insert into installs (install_id)
  select value from json_each(?) as sent where not exists (select 1 from installs where install_id = sent.value)`;

const SELECT_INSTALLS = `
  select json_group_array(json_array(install_id, n)) from installs where install_id in (select value from json_each(?))`;

const INSERT_UPLOAD = `
  insert into uploads (upload_id, received_at_ms, addon_version, client_build, protocol, records)
  select value->>0, value->>1, value->>2, value->>3, value->>4, value->>5 from (select ? as value)
  returning n`;

const INSERT_RECORDS = `
  insert into records (upload_n, install_n, kind, identity, digest, captured_at_ms, body)
  select ?4, ${PACKED.installN}, ${PACKED.kind}, ${PACKED.identity}, ${PACKED.digest},
    ${PACKED.capturedAtMs}, ${PACKED.body}
  from json_each(?1) where true
  on conflict (install_n, identity) do nothing`;

/** The packed records that other uploads brought before: place in the list, digest of what is kept. */
const SELECT_KEPT = `
  select json_group_array(json_array(sent.key, lower(hex(coalesce(r.digest, r.identity)))))
  from json_each(?1) as sent cross join records as r
  on r.install_n = ${PACKED.installN} and r.identity = ${PACKED.identity}
  where r.upload_n <> ?4`;

/**
 * Keeps the new records of an upload in one transaction and tells what became of each (domain/ports/uploads.ts).
 * The usual upload is new throughout, so all are inserted first and only a shortfall is looked into.
 */
export const storeUpload = async (client: Client, upload: NewUpload): Promise<readonly Outcome[]> => {
  const { records } = upload;
  const tx = await client.transaction('write');
  try {
    const packed = await pack(tx, records);
    const uploadN = await insertUpload(tx, upload);
    const args = [packed.starts, packed.fields, packed.digests, uploadN];
    const { rowsAffected } = await tx.execute({ sql: INSERT_RECORDS, args });
    const isAllNew = rowsAffected === records.length;
    const kept = isAllNew ? NONE_KEPT : new Map(await jsonRows<[number, string]>(tx, SELECT_KEPT, args));
    if (rowsAffected > 0) {
      if (!isAllNew) await correctCount(tx, uploadN, rowsAffected);
      await tx.commit();
    }
    return isAllNew ? records.map(() => 'new') : outcomesOf(records, kept);
  } finally {
    tx.close();
  }
};

/** Digests of what earlier uploads brought under the identities of this one's records, by their place in it. */
type Kept = ReadonlyMap<number, string>;

const NONE_KEPT: Kept = new Map();

/** What stands under an identity is what was kept before, else the first record of this upload that has it. */
const outcomesOf = (records: readonly AdmittedRecord[], kept: Kept): readonly Outcome[] => {
  const firsts = new Map<string, string>();
  return records.map((record, place) => {
    const identity = identityOf(record);
    const standing = kept.get(place) ?? firsts.get(identity);
    if (standing !== undefined) return standing === record.digest ? 'duplicate' : 'event-reused';
    firsts.set(identity, record.digest);
    return 'new';
  });
};

/** Two records have one identity when these texts are equal: an eventId holds neither a space nor a #. */
const identityOf = ({ installId, eventId, digest }: AdmittedRecord): string =>
  `${installId} ${eventId ?? `#${digest}`}`;

const pack = async (tx: Transaction, records: readonly AdmittedRecord[]): Promise<PackedRecords> => {
  const installIds = JSON.stringify([...new Set(records.map((record) => record.installId))]);
  await tx.execute({ sql: INSERT_INSTALLS, args: [installIds] });
  const numbers = new Map(await jsonRows<[string, number]>(tx, SELECT_INSTALLS, [installIds]));
  return packRecords(records, (installId) => numbers.get(installId)!);
};

const insertUpload = async (tx: Transaction, upload: NewUpload): Promise<bigint> => {
  const { uploadId, receivedAtMs, addonVersion, clientBuild, protocol, records } = upload;
  const row = JSON.stringify([uploadId, receivedAtMs, addonVersion, clientBuild, protocol, records.length]);
  return BigInt(Number(await value(tx, INSERT_UPLOAD, [row])));
};

const correctCount = async (tx: Transaction, uploadN: bigint, records: number): Promise<void> => {
  await tx.execute({ sql: 'update uploads set records = ? where n = ?', args: [records, uploadN] });
};
