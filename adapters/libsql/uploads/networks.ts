import {
  assignNetworkSlots,
  findNetworkFamily,
  type NetworkRule,
  SLOT_LIFETIME_DAYS,
  UNKNOWN_NETWORK,
} from '../../../domain/intake/network_rule.ts';
import { digestNetwork } from '../../../domain/proof/digests.ts';
import { toUtcDay } from '../../../domain/values/instant.ts';
import { nodeDigest } from '../../digest.ts';
import { type Runner, readJson, readValue, type Transaction } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import type { NumberedInstalls } from './installs.ts';
import { addOrder } from './operator_installs.ts';

const SELECT_WAITING_INSTALLS = `
  select json_group_array(install_n order by install_n) from network_waits
  where order_n is null and install_n in (select value from json_each(?))`;

/** The network from which an upload came, and the time when it was received. */
interface UploadOrigin {
  readonly network?: string;
  readonly receivedAtMs: number;
}

/**
 * Decides which of the upload's waiting and new installs get a place in its network (assignNetworkSlots), and stores
 * the result. If a waiting install gets a place, an order tells the builder to review the install. Installs older than
 * the rule are exempt from it and always count.
 */
export async function assignNetworkPlaces(
  tx: Transaction,
  feedKey: string,
  rule: NetworkRule,
  { network = UNKNOWN_NETWORK, receivedAtMs }: UploadOrigin,
  { numbers, added }: NumberedInstalls,
): Promise<void> {
  const waiting = await readJson<number>(tx, SELECT_WAITING_INSTALLS, [JSON.stringify([...numbers.values()])]);
  if (added.length === 0 && waiting.length === 0) return;
  await forgetNetworkPlaces(tx, receivedAtMs);
  const digest = digestNetwork(nodeDigest, feedKey, network);
  const taken = await readValue(tx, 'select count(*) from network_places where network = unhex(?)', [digest]);
  const { admitted, accepted, refused } = assignNetworkSlots(rule, Number(taken), waiting, added);
  const placed = [...admitted, ...accepted];
  const places = placed.map((installN) => [digest, installN, toUtcDay(receivedAtMs)]);
  await insertRows(tx, 'network_places', 'unhex(network), install_n, day', places);
  if (findNetworkFamily(network) === 'IPv6') {
    const sql = 'update installs set ipv6 = 1 where n in (select value from json_each(?))';
    await tx.execute({ sql, args: [JSON.stringify(placed)] });
  }
  for (const installN of admitted) {
    const args = [BigInt(await addOrder(tx, 'install', installN)), BigInt(installN)];
    await tx.execute({ sql: 'update network_waits set order_n = ? where install_n = ?', args });
  }
  const waits = refused.map((installN) => [installN]);
  await insertRows(tx, 'network_waits', 'install_n', waits);
}

/** Deletes places that are older than 30 days, because networks may not be stored for longer. */
export async function forgetNetworkPlaces(runner: Runner, nowMs: number): Promise<void> {
  await runner.execute({
    sql: 'delete from network_places where day <= ?',
    args: [BigInt(toUtcDay(nowMs) - SLOT_LIFETIME_DAYS)],
  });
}
