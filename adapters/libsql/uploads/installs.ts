import type { AdmittedRecord } from '../../../domain/ports/uploads.ts';
import { digestErasedInstall, digestInstall } from '../../../domain/proof/digests.ts';
import { nodeDigest } from '../../digest.ts';
import { type Runner, readJson, readValue, type Transaction } from '../database.ts';
import { insertRows } from '../insert_rows.ts';

/** SQL for the number of the install with this digest, or else with this id, because either of them may be damaged. */
function selectInstallNumber(digest: string, id: string): string {
  return `coalesce(
  (select n from installs where digest = unhex(${digest})), (select n from installs where install_id = ${id}))`;
}

/**
 * Selects the installs in `?1`, a JSON array of [id, digest]: the position in the array, the install's number, and
 * whether the row has both values and is found by the index on install_id.
 */
const SELECT_INSTALLS = `
  select json_group_array(json_array(sent.key, i.n, i.install_id is sent.value->>0 and i.digest is unhex(sent.value->>1)
    and i.n is (select n from installs where install_id = sent.value->>0)))
  from json_each(?) as sent
  cross join installs as i on i.n = ${selectInstallNumber('sent.value->>1', 'sent.value->>0')}`;

const REPAIR_INSTALL = 'update or ignore installs set install_id = ?, digest = unhex(?) where n = ?';

type IdAndDigest = readonly [installId: string, digest: string];

/** Given a JSON array of hexadecimal digests, selects the positions of the digests that belong to erased installs. */
const SELECT_ERASED_INSTALLS = `
  select json_group_array(sent.key) from json_each(?) as sent
  where exists (select 1 from erased_installs where digest = unhex(sent.value))`;

/** Internal numbers by install id. */
export type InstallNumbers = ReadonlyMap<string, number>;

export interface NumberedInstalls {
  readonly numbers: InstallNumbers;
  /** Numbers of the new installs, in the order of the records. */
  readonly added: readonly number[];
}

/**
 * Returns the numbers of the installs that sent these records. New installs are inserted; erased installs get no
 * number. Known installs cannot be erased ones, so only unknown installs are checked. If an install's id or digest is
 * damaged, the install is found by the other value and both are restored, because the sender has just supplied the id.
 */
export async function storeInstalls(
  tx: Transaction,
  feedKey: string,
  records: readonly AdmittedRecord[],
): Promise<NumberedInstalls> {
  const installIds = [...new Set(records.map(({ installId }) => installId))];
  const sent = installIds.map((installId): IdAndDigest => [installId, digestInstall(nodeDigest, feedKey, installId)]);
  const known = await repairInstalls(tx, sent);
  const unknown = installIds.filter((installId) => !known.has(installId));
  if (unknown.length === 0) return { numbers: known, added: [] };
  const digests = unknown.map((installId) => digestErasedInstall(nodeDigest, feedKey, installId));
  const erased = new Set(await readJson<number>(tx, SELECT_ERASED_INSTALLS, [JSON.stringify(digests)]));
  const newIds = unknown.filter((_, place) => !erased.has(place));
  if (newIds.length === 0) return { numbers: known, added: [] };
  const added = sent.filter(([installId]) => newIds.includes(installId));
  const rows = await insertRows(tx, 'installs', 'install_id, unhex(digest)', added, 'returning install_id, n');
  for (const row of rows) known.set(String(row[0]), Number(row[1]));
  return { numbers: known, added: newIds.map((installId) => known.get(installId)!) };
}

/** Returns the numbers of known installs by id, and repairs their rows and index if these are damaged. */
async function repairInstalls(tx: Transaction, sent: readonly IdAndDigest[]): Promise<Map<string, number>> {
  const known = new Map<string, number>();
  for (const [i, n, isWhole] of await readJson<[number, number, number]>(tx, SELECT_INSTALLS, [JSON.stringify(sent)])) {
    known.set(sent[i]![0], n);
    if (isWhole === 1) continue;
    // SQLite does not update a row that is missing from an index.
    await tx.execute('reindex installs');
    await tx.execute({ sql: REPAIR_INSTALL, args: [...sent[i]!, BigInt(n)] });
  }
  return known;
}

/**
 * Like `findInstall`, but first repairs the install's row and index, so that this transaction can delete the install.
 */
export async function findIntactInstall(tx: Transaction, feedKey: string, installId: string): Promise<number | null> {
  const known = await repairInstalls(tx, [[installId, digestInstall(nodeDigest, feedKey, installId)]]);
  return known.get(installId) ?? null;
}

/** Returns the number of the install with this id, or null if it is unknown. */
export async function findInstall(runner: Runner, feedKey: string, installId: string): Promise<number | null> {
  const args = [digestInstall(nodeDigest, feedKey, installId), installId];
  const n = await readValue(runner, `select ${selectInstallNumber('?1', '?2')}`, args);
  return n === null ? null : Number(n);
}
