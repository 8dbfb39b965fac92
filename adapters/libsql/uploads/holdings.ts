import type { Client } from '@libsql/client';
import type { InstallHoldings } from '../../../domain/ports/operator.ts';
import { utcDay } from '../../../domain/values/instant.ts';
import { readValue } from '../database.ts';
import { readableRows } from './damaged_rows.ts';
import { findInstall } from './installs.ts';

const SELECT_KINDS = `
  select json_group_array(json_array(kind, records)) from (
    select k.key as kind, sum(k.value) as records from blocks, json_each(blocks.kinds) as k
    where install_n = ? and json_valid(kinds) group by kind order by records desc, kind)`;

const SELECT_UPLOADS = `
  select json_group_array(json_array(uploads, first_ms, last_ms)) from (
    select count(*) as uploads, min(received_at_ms) as first_ms, max(received_at_ms) as last_ms
    from uploads where n in (select upload_n from blocks where install_n = ?))`;

/** Returns what an erasure of this install would remove, or null if nothing of it is stored. */
export async function readHoldings(
  client: Client,
  feedKey: string,
  installId: string,
): Promise<InstallHoldings | null> {
  const installN = await findInstall(client, feedKey, installId);
  const grants = Number(await readValue(client, 'select count(*) from grants where install_id = ?', [installId]));
  if (installN === null && grants === 0) return null;
  // No install has the number 0.
  const args = [BigInt(installN ?? 0)];
  const kinds = await readableRows<[string, number]>(client, SELECT_KINDS, args);
  const [row] = await readableRows<[number, number | null, number | null]>(client, SELECT_UPLOADS, args);
  const [uploads, firstMs, lastMs] = row ?? [0, null, null];
  return {
    kinds: kinds.map(([kind, records]) => ({ kind, records })),
    uploads,
    firstDay: firstMs === null ? null : utcDay(firstMs),
    lastDay: lastMs === null ? null : utcDay(lastMs),
    grants,
  };
}
