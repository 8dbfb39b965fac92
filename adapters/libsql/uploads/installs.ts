import type { Client, Transaction } from '@libsql/client';
import type { AdmittedRecord } from '../../../domain/ports/uploads.ts';
import { isDamagedText } from '../../../domain/proof/damaged_text.ts';
import { erasedDigest, installDigest } from '../../../domain/proof/digests.ts';
import { nodeDigest } from '../../digest.ts';
import { inTransaction, jsonRows, type Runner, value } from '../database.ts';
import { readableRows } from './damaged_rows.ts';

/** The install with this digest, else with this id: either may be damaged. */
function selectNumber(digest: string, id: string): string {
  return `coalesce(
  (select n from installs where digest = unhex(${digest})), (select n from installs where install_id = ${id}))`;
}

/**
 * `?1` JSON array of [id, digest]. Answers the place in it, the number, and whether the row holds both and the index of ids
 * leads to it.
 */
const SELECT_INSTALLS = `
  select json_group_array(json_array(sent.key, i.n, i.install_id is sent.value->>0 and i.digest is unhex(sent.value->>1)
    and i.n is (select n from installs where install_id = sent.value->>0)))
  from json_each(?) as sent
  cross join installs as i on i.n = ${selectNumber('sent.value->>1', 'sent.value->>0')}`;

const MEND_INSTALL = 'update or ignore installs set install_id = ?, digest = unhex(?) where n = ?';

type IdAndDigest = readonly [installId: string, digest: string];

/** Places in a JSON array of digests (hex) of those that stand for an erased install. */
const SELECT_ERASED = `
  select json_group_array(sent.key) from json_each(?) as sent
  where exists (select 1 from erased_installs where digest = unhex(sent.value))`;

/** `?1` JSON array of [id, digest]. */
const INSERT_INSTALLS = `
  insert into installs (install_id, digest) select value->>0, unhex(value->>1) from json_each(?) returning install_id, n`;

/** Internal numbers by install id. */
export type InstallNumbers = ReadonlyMap<string, number>;

export interface NumberedInstalls {
  readonly numbers: InstallNumbers;
  /** Those that were not known before, in the order of the records. */
  readonly added: readonly number[];
}

/**
 * The numbers of the installs that these records are of; those seen for the first time get one, those erased have none.
 * An install that is known was not erased, so only the others are looked for among the erased. One whose id or digest
 * was damaged is found by the other of the two, and gets both again: whoever sends the id proves what it was.
 */
export async function numberInstalls(
  tx: Transaction,
  feedKey: string,
  records: readonly AdmittedRecord[],
): Promise<NumberedInstalls> {
  const installIds = [...new Set(records.map(({ installId }) => installId))];
  const sent = installIds.map((installId): IdAndDigest => [installId, installDigest(nodeDigest, feedKey, installId)]);
  const known = await findAndMend(tx, sent);
  const unknown = installIds.filter((installId) => !known.has(installId));
  if (unknown.length === 0) return { numbers: known, added: [] };
  const digests = unknown.map((installId) => erasedDigest(nodeDigest, feedKey, installId));
  const erased = new Set(await jsonRows<number>(tx, SELECT_ERASED, [JSON.stringify(digests)]));
  const first = unknown.filter((_, place) => !erased.has(place));
  if (first.length === 0) return { numbers: known, added: [] };
  const added = sent.filter(([installId]) => first.includes(installId));
  const { rows } = await tx.execute({ sql: INSERT_INSTALLS, args: [JSON.stringify(added)] });
  for (const row of rows) known.set(String(row[0]), Number(row[1]));
  return { numbers: known, added: first.map((installId) => known.get(installId)!) };
}

/** The numbers of those that are known, whose rows and index are whole afterwards. */
async function findAndMend(tx: Transaction, sent: readonly IdAndDigest[]): Promise<Map<string, number>> {
  const known = new Map<string, number>();
  for (const [i, n, isWhole] of await jsonRows<[number, number, number]>(tx, SELECT_INSTALLS, [JSON.stringify(sent)])) {
    known.set(sent[i]![0], n);
    if (isWhole === 1) continue;
    // SQLite changes no row that it does not find in every index.
    await tx.execute('reindex installs');
    await tx.execute({ sql: MEND_INSTALL, args: [...sent[i]!, BigInt(n)] });
  }
  return known;
}

/** The same as `findInstall`, for a transaction that will remove the install: its row and index are whole afterwards. */
export async function findInstallWhole(tx: Transaction, feedKey: string, installId: string): Promise<number | null> {
  const known = await findAndMend(tx, [[installId, installDigest(nodeDigest, feedKey, installId)]]);
  return known.get(installId) ?? null;
}

/** The number of the install with this id, or null if it is unknown. */
export async function findInstall(runner: Runner, feedKey: string, installId: string): Promise<number | null> {
  const args = [installDigest(nodeDigest, feedKey, installId), installId];
  const n = await value(runner, `select ${selectNumber('?1', '?2')}`, args);
  return n === null ? null : Number(n);
}

const SELECT_UNDIGESTED = `
  select json_group_array(json_array(n, install_id)) from (
    select n, install_id from installs where digest is null and n > ? order by n limit ?)`;

const KEEP_DIGESTS = `
  update or ignore installs set digest = unhex(kept.value->>1) from json_each(?) as kept where n = kept.value->>0`;

const INSTALLS_AT_ONCE = 5_000;

/** Computes the digests of installs that earlier releases kept, in transactions of bounded size; damaged ids have none. */
export async function digestOlderInstalls(client: Client, feedKey: string): Promise<void> {
  for (let after = 0; ; ) {
    const args = [BigInt(after), BigInt(INSTALLS_AT_ONCE)];
    const rows = await readableRows<[number, string]>(client, SELECT_UNDIGESTED, args);
    if (rows.length === 0) return;
    const digests = rows
      .filter(([, installId]) => !isDamagedText(installId))
      .map(([n, installId]) => [n, installDigest(nodeDigest, feedKey, installId)]);
    await inTransaction(client, (tx) => tx.execute({ sql: KEEP_DIGESTS, args: [JSON.stringify(digests)] }));
    after = rows.at(-1)![0];
  }
}
