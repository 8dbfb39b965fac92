import type { Transaction } from '@libsql/client';
import { dayOf } from '../../../domain/families/counting/family.ts';
import {
  assignPlaces,
  type NetworkRule,
  networkFamily,
  PLACE_LIFETIME_DAYS,
  UNKNOWN_NETWORK,
} from '../../../domain/intake/network_rule.ts';
import { networkDigest } from '../../../domain/proof/digests.ts';
import { nodeDigest } from '../../digest.ts';
import { jsonRows, type Runner, readValue } from '../database.ts';
import type { NumberedInstalls } from './installs.ts';
import { addOrder } from './operator_installs.ts';

const SELECT_WAITING = `
  select json_group_array(install_n order by install_n) from network_waits
  where order_n is null and install_n in (select value from json_each(?))`;

/** The network that an upload came from, and when it was received. */
interface UploadOrigin {
  readonly network?: string;
  readonly receivedAtMs: number;
}

/**
 * Stores which of the upload's waiting and new installs get a place of its network (assignPlaces). If a waiting install
 * gets a place, an order tells the builder to look at it again. Installs from before the rule was set are exempt from
 * it: they count.
 */
export async function assignNetworkPlaces(
  tx: Transaction,
  feedKey: string,
  rule: NetworkRule,
  { network = UNKNOWN_NETWORK, receivedAtMs }: UploadOrigin,
  { numbers, added }: NumberedInstalls,
): Promise<void> {
  const waiting = await jsonRows<number>(tx, SELECT_WAITING, [JSON.stringify([...numbers.values()])]);
  if (added.length === 0 && waiting.length === 0) return;
  await forgetPlaces(tx, receivedAtMs);
  const digest = networkDigest(nodeDigest, feedKey, network);
  const taken = await readValue(tx, 'select count(*) from network_places where network = unhex(?)', [digest]);
  const { admitted, accepted, refused } = assignPlaces(rule, Number(taken), waiting, added);
  const placed = [...admitted, ...accepted];
  for (const installN of placed) await takePlace(tx, digest, installN, receivedAtMs);
  if (networkFamily(network) === 'IPv6') await markIpv6(tx, placed);
  for (const installN of admitted) await orderRecheck(tx, installN);
  for (const installN of refused) await addWaiting(tx, installN);
}

async function takePlace(tx: Transaction, digest: string, installN: number, receivedAtMs: number): Promise<void> {
  await tx.execute({
    sql: 'insert into network_places (network, install_n, day) values (unhex(?), ?, ?)',
    args: [digest, BigInt(installN), BigInt(dayOf(receivedAtMs))],
  });
}

async function markIpv6(tx: Transaction, installs: readonly number[]): Promise<void> {
  await tx.execute({
    sql: 'update installs set ipv6 = 1 where n in (select value from json_each(?))',
    args: [JSON.stringify(installs)],
  });
}

async function addWaiting(tx: Transaction, installN: number): Promise<void> {
  await tx.execute({ sql: 'insert into network_waits (install_n) values (?)', args: [BigInt(installN)] });
}

async function orderRecheck(tx: Transaction, installN: number): Promise<void> {
  const orderN = await addOrder(tx, 'install', installN);
  await tx.execute({
    sql: 'update network_waits set order_n = ? where install_n = ?',
    args: [BigInt(orderN), BigInt(installN)],
  });
}

/** Deletes places that are older than 30 days. */
export async function forgetPlaces(runner: Runner, nowMs: number): Promise<void> {
  await runner.execute({
    sql: 'delete from network_places where day <= ?',
    args: [BigInt(dayOf(nowMs) - PLACE_LIFETIME_DAYS)],
  });
}
