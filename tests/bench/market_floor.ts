import { createClient } from '@libsql/client';

interface ScanBody {
  readonly installId: string;
  readonly realm: string;
  readonly house: string;
  readonly items: readonly { readonly itemId: number; readonly unitPriceCopper: number; readonly quantity: number }[];
}

const TIMES = 5;

const CREATE = `create table listed (realm text, house text, install integer, item integer, price integer, units integer)`;

const INSERT = `insert into listed
  select ?, ?, ?, value->>'itemId', value->>'unitPriceCopper', value->>'quantity' from json_each(?)`;

/**
 * Computes each install's cheapest price and units by item and house, and then the figures of all installs per item.
 */
const GROUP = `select count(*) as n, sum(reporters), sum(worth), sum(units) from (
  select item, house, count(*) as reporters, avg(cheapest) as worth, sum(units) as units from (
    select realm, house, item, install, min(price) as cheapest, sum(units) as units
    from listed group by realm, house, item, install
  ) group by realm, house, item)`;

/**
 * The floor for the market: measures in milliseconds how long SQL takes to group the rows of these uploads in memory.
 */
export async function groupedInMemory(uploads: Iterable<string>): Promise<readonly number[]> {
  const client = createClient({ url: ':memory:', concurrency: 1 });
  try {
    await client.execute(CREATE);
    const installs = new Map<string, number>();
    for (const upload of uploads) {
      const { records } = JSON.parse(upload) as { readonly records: readonly ScanBody[] };
      for (const { installId, realm, house, items } of records) {
        if (!installs.has(installId)) installs.set(installId, installs.size);
        const args = [realm, house, installs.get(installId)!, JSON.stringify(items)];
        await client.execute({ sql: INSERT, args });
      }
    }
    const seen: number[] = [];
    for (let i = 0; i < TIMES; i++) {
      const started = performance.now();
      await client.execute(GROUP);
      seen.push(performance.now() - started);
    }
    return seen;
  } finally {
    client.close();
  }
}
