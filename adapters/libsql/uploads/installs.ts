import type { Transaction } from '@libsql/client';
import type { AdmittedRecord } from '../../../domain/ports/uploads.ts';
import { erasedDigest } from '../../../domain/proof/digests.ts';
import { nodeDigest } from '../../digest.ts';
import { jsonRows } from '../database.ts';

const SELECT_INSTALLS = `
  select json_group_array(json_array(install_id, n)) from installs where install_id in (select value from json_each(?))`;

/** Places in a JSON array of digests (hex) of those that stand for an erased install. */
const SELECT_ERASED = `
  select json_group_array(sent.key) from json_each(?) as sent
  where exists (select 1 from erased_installs where digest = unhex(sent.value))`;

const INSERT_INSTALLS = 'insert into installs (install_id) select value from json_each(?) returning install_id, n';

/** Internal numbers by install id. */
export type InstallNumbers = ReadonlyMap<string, number>;

export interface NumberedInstalls {
  readonly numbers: InstallNumbers;
  /** Those that were not known before, in the order of the records. */
  readonly added: readonly number[];
}

/**
 * The numbers of the installs that these records are of; those seen for the first time get one, those erased have none.
 * An install that is known was not erased, so only the others are looked for among the erased.
 */
export const numberInstalls = async (
  tx: Transaction,
  feedKey: string,
  records: readonly AdmittedRecord[],
): Promise<NumberedInstalls> => {
  const installIds = [...new Set(records.map(({ installId }) => installId))];
  const known = new Map(await jsonRows<[string, number]>(tx, SELECT_INSTALLS, [JSON.stringify(installIds)]));
  const unknown = installIds.filter((installId) => !known.has(installId));
  if (unknown.length === 0) return { numbers: known, added: [] };
  const digests = unknown.map((installId) => erasedDigest(nodeDigest, feedKey, installId));
  const erased = new Set(await jsonRows<number>(tx, SELECT_ERASED, [JSON.stringify(digests)]));
  const first = unknown.filter((_, place) => !erased.has(place));
  if (first.length === 0) return { numbers: known, added: [] };
  const { rows } = await tx.execute({ sql: INSERT_INSTALLS, args: [JSON.stringify(first)] });
  for (const row of rows) known.set(String(row[0]), Number(row[1]));
  return { numbers: known, added: first.map((installId) => known.get(installId)!) };
};
