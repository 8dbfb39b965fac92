import type { Client } from '@libsql/client';
import type { InstallState, Order } from '../../../domain/ports/uploads.ts';
import { readableRows } from './damaged_rows.ts';

const SELECT_ORDERS = `
  select json_group_array(json_array(n, kind, number, state, from_seq)) from (
    select n, kind, number, from_seq, case
        when not exists (select 1 from installs where n = o.number) then 'erased'
        when exists (select 1 from withholdings where install_n = o.number) then 'withheld'
        else 'in' end as state
    from orders as o where n > ? order by n
  )`;

type OrderRow = [n: number, kind: string, number: number, state: InstallState, fromSeq: number | null];

/** Returns the orders with numbers above `afterN`, in ascending order. */
export async function readOrders(client: Client, afterN: number): Promise<readonly Order[]> {
  const rows = await readableRows<OrderRow>(client, SELECT_ORDERS, [BigInt(afterN)]);
  return rows.flatMap(([n, kind, number, state, fromSeq]): readonly Order[] => {
    const orders: readonly Order[] = [
      { n, kind: 'grant', grantN: number },
      { n, kind: 'install', installN: number, state, ...(fromSeq === null ? {} : { fromSeq }) },
    ];
    const matching = orders.filter((order) => order.kind === kind);
    // If the kind is damaged, both possible orders are returned: reviewing something that needs no change is harmless.
    return matching.length > 0 ? matching : orders;
  });
}
