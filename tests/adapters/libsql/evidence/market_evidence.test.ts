import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Connection, openWriter, runInTransaction } from '../../../../adapters/libsql/database.ts';
import { addScans } from '../../../../adapters/libsql/evidence/market_add.ts';
import { clearMarketMarks, readDirtyMarket } from '../../../../adapters/libsql/evidence/market_dirty.ts';
import { removeScans } from '../../../../adapters/libsql/evidence/remove.ts';
import { createTables } from '../../../../adapters/libsql/migrate.ts';
import { UNIT_COUNT_MAX } from '../../../../domain/families/market.ts';
import type { DirtyMarket, DirtyPage } from '../../../../domain/ports/evidence.ts';
import type { House, MarketScan, ScanPart } from '../../../../domain/ports/market.ts';
import { DAY_MS } from '../../../../domain/values/instant.ts';
import { withFolder } from '../../../domain/snapshot/support.ts';
import { createMemoryMarket } from '../../../doubles/evidence_market.ts';
import { propertyRuns } from '../../../runner/properties.ts';

/** The market's evidence, in either implementation. */
interface Market {
  add(scans: readonly ScanPart[]): Promise<void>;
  takeOut(installN: number): Promise<void>;
  dirty(after: number, limit: number): Promise<DirtyPage<DirtyMarket>>;
  clear(): Promise<void>;
}

async function inMemory<T>(work: (market: Market) => Promise<T>): Promise<T> {
  const { add, takeOut, dirty, clear } = createMemoryMarket();
  return work({
    add: async (scans) => add(scans),
    takeOut: async (installN) => takeOut(installN),
    dirty: async (after, limit) => dirty(after, limit),
    clear: async () => clear(),
  });
}

function inLibsql<T>(work: (market: Market, client: Connection) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    const client = await openWriter(join(folder, 'evidence.db'), { create: true });
    try {
      await createTables(client, 'evidence');
      return await work(
        {
          add: (scans) => runInTransaction(client, (tx) => addScans(tx, scans)),
          takeOut: (installN) => runInTransaction(client, (tx) => removeScans(tx, installN)),
          dirty: (after, limit) => readDirtyMarket(client, after, limit),
          clear: () => runInTransaction(client, clearMarketMarks),
        },
        client,
      );
    } finally {
      client.close();
    }
  });
}

const KEPT_IN = [
  { name: 'memory', with: inMemory },
  { name: 'libSQL', with: inLibsql },
] as const;

const DAY = 20_000;
const T0 = DAY * DAY_MS;
const HOUR = 3_600_000;

function part(
  installN: number,
  scanId: string,
  rows: readonly [item: number, price: number, units: number][],
  more: Partial<ScanPart> = {},
): ScanPart {
  return {
    installN,
    realmKey: 'stormrage',
    house: '',
    scanId,
    atMs: T0 + HOUR,
    receivedAtMs: T0 + HOUR,
    complete: true,
    rows: rows.map(([itemId, price, quantity]) => ({ itemId, price, quantity })),
    ...more,
  };
}

/** Returns the dirty days of items as lines with their scans. Reads pages of `limit`. */
async function dirty(market: Market, limit = 100): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (let after: number | null = 0; after !== null; ) {
    const page: DirtyPage<DirtyMarket> = await market.dirty(after, limit);
    assert.ok(page.rows.length <= limit);
    for (const { subject, scans } of page.rows) {
      const name = `${subject.realmKey} day ${subject.day - DAY} item ${subject.itemId}`;
      assert.equal(name in found, false, `${name} comes once`);
      found[name] = (scans ?? []).map(lineOf).sort();
    }
    after = page.next;
  }
  return Object.fromEntries(Object.entries(found).sort());
}

function lineOf(scan: MarketScan): string {
  const runs = scan.runs.map(([price, units]) => `${units} at ${price}`).join(', ');
  const from = `${scan.installN} ${scan.house === '' ? '-' : scan.house} ${scan.scanId} ${scan.firstMs - T0}`;
  return `${from}${scan.complete ? '' : ' cut'}: ${runs}`;
}

for (const kept of KEPT_IN) {
  const run = (name: string, work: (market: Market) => Promise<void>): void => {
    test(`${name} (${kept.name})`, () => kept.with(work));
  };

  run('nothing is dirty at first', async (market) => {
    assert.deepEqual(await dirty(market), {});
    await market.add([]);
    assert.deepEqual(await dirty(market), {});
  });

  run('rows of equal item and price add up, within a record, over records and over batches', async (market) => {
    await market.add([
      part(1, 'scan', [
        [7, 20, 1],
        [7, 5, 2],
        [7, 20, 3],
        [8, 20, 1],
      ]),
      part(1, 'scan', [[7, 20, 5]]),
    ]);
    await market.add([
      part(1, 'scan', [
        [7, 20, 10],
        [7, 6, 1],
      ]),
    ]);
    assert.deepEqual(await dirty(market), {
      'stormrage day 0 item 7': ['1 - scan 3600000: 2 at 5, 1 at 6, 19 at 20'],
      'stormrage day 0 item 8': ['1 - scan 3600000: 1 at 20'],
    });
  });

  run('a scan is one of an install, realm, house and scanId', async (market) => {
    const row: [number, number, number][] = [[7, 5, 1]];
    const others: Partial<ScanPart>[] = [
      { realmKey: 'eastmoor' },
      { house: 'Horde' },
      { scanId: 'other' },
      { installN: 2 },
    ];
    await market.add([part(1, 'scan', row), ...others.map((more) => part(1, 'scan', row, more))]);
    assert.deepEqual(await dirty(market), {
      'eastmoor day 0 item 7': ['1 - scan 3600000: 1 at 5'],
      'stormrage day 0 item 7': [
        '1 - other 3600000: 1 at 5',
        '1 - scan 3600000: 1 at 5',
        '1 Horde scan 3600000: 1 at 5',
        '2 - scan 3600000: 1 at 5',
      ],
    });
  });

  run('what was cleared is dirty again only where something changes', async (market) => {
    await market.add([
      part(1, 'scan', [
        [7, 5, 1],
        [8, 5, 1],
      ]),
      part(2, 'scan', [[7, 6, 1]]),
    ]);
    await market.clear();
    assert.deepEqual(await dirty(market), {});
    await market.add([part(3, 'scan', [[7, 7, 1]]), part(1, 'scan', [[9, 1, 1]])]);
    assert.deepEqual(await dirty(market), {
      'stormrage day 0 item 7': ['1 - scan 3600000: 1 at 5', '2 - scan 3600000: 1 at 6', '3 - scan 3600000: 1 at 7'],
      'stormrage day 0 item 9': ['1 - scan 3600000: 1 at 1'],
    });
  });

  run('a scan over midnight belongs to the day of its first record', async (market) => {
    await market.add([part(1, 'scan', [[7, 5, 1]], { atMs: T0 - 1 }), part(1, 'scan', [[8, 5, 1]], { atMs: T0 })]);
    await market.add([part(1, 'scan', [[9, 5, 1]], { atMs: T0 + 1 })]);
    assert.deepEqual(
      Object.keys(await dirty(market)),
      [7, 8, 9].map((item) => `stormrage day -1 item ${item}`),
    );
  });

  run('an earlier record that comes later takes the whole scan to the day before', async (market) => {
    await market.add([part(1, 'scan', [[7, 5, 1]], { atMs: T0 + 5 }), part(2, 'scan', [[7, 6, 1]])]);
    await market.clear();
    await market.add([part(1, 'scan', [[8, 5, 1]], { atMs: T0 - 5 })]);
    assert.deepEqual(await dirty(market), {
      'stormrage day -1 item 7': ['1 - scan -5: 1 at 5'],
      'stormrage day -1 item 8': ['1 - scan -5: 1 at 5'],
      'stormrage day 0 item 7': ['2 - scan 3600000: 1 at 6'],
    });
  });

  run(
    'an earlier record of the same day makes all its items dirty: another scan may be the newest now',
    async (market) => {
      await market.add([part(1, 'scan', [[7, 5, 1]])]);
      await market.clear();
      await market.add([part(1, 'scan', [[8, 5, 1]], { atMs: T0 + 9 })]);
      assert.deepEqual(await dirty(market), {
        'stormrage day 0 item 7': ['1 - scan 9: 1 at 5'],
        'stormrage day 0 item 8': ['1 - scan 9: 1 at 5'],
      });
    },
  );

  run('a record that is not complete makes its scan incomplete for good', async (market) => {
    await market.add([part(1, 'scan', [[7, 5, 1]]), part(1, 'old', [[7, 5, 1]], { complete: false })]);
    await market.clear();
    await market.add([part(1, 'scan', [[8, 5, 1]], { complete: false }), part(1, 'old', [[9, 5, 1]])]);
    assert.deepEqual(await dirty(market), {
      'stormrage day 0 item 7': ['1 - old 3600000 cut: 1 at 5', '1 - scan 3600000 cut: 1 at 5'],
      'stormrage day 0 item 8': ['1 - scan 3600000 cut: 1 at 5'],
      'stormrage day 0 item 9': ['1 - old 3600000 cut: 1 at 5'],
    });
  });

  run('an install that is taken out leaves its days dirty', async (market) => {
    await market.add([
      part(1, 'scan', [
        [7, 5, 1],
        [8, 5, 1],
      ]),
      part(2, 'scan', [[7, 6, 1]]),
    ]);
    await market.clear();
    await market.takeOut(1);
    assert.deepEqual(await dirty(market), {
      'stormrage day 0 item 7': ['2 - scan 3600000: 1 at 6'],
      'stormrage day 0 item 8': [],
    });
    await market.add([part(1, 'scan', [[7, 5, 2]], { complete: false })]);
    await market.clear();
    await market.takeOut(2);
    assert.deepEqual(await dirty(market), { 'stormrage day 0 item 7': ['1 - scan 3600000 cut: 2 at 5'] }, 'begun anew');
  });

  run('units end at the greatest whole number, in whatever order they come', async (market) => {
    await market.add([part(1, 'scan', [[7, 5, UNIT_COUNT_MAX - 1]]), part(1, 'scan', [[7, 5, 3]])]);
    await market.add([part(1, 'scan', [[7, 5, 1_000_000]])]);
    assert.deepEqual(await dirty(market), { 'stormrage day 0 item 7': [`1 - scan 3600000: ${UNIT_COUNT_MAX} at 5`] });
  });

  run('pages of any size hold every dirty day once', async (market) => {
    const rows = Array.from({ length: 7 }, (_, i): [number, number, number] => [i + 1, 5, 1]);
    await market.add([part(1, 'scan', rows), part(2, 'scan', rows.slice(2))]);
    const whole = await dirty(market);
    assert.equal(Object.keys(whole).length, 7);
    for (const limit of [1, 2, 3, 6, 7, 8]) assert.deepEqual(await dirty(market, limit), whole);
    assert.equal((await market.dirty(0, 7)).next, null);
    assert.notEqual((await market.dirty(0, 6)).next, null);
  });
}

const anyPart: fc.Arbitrary<ScanPart> = fc
  .record({
    installN: fc.integer({ min: 1, max: 3 }),
    realmKey: fc.constantFrom('stormrage', 'eastmoor'),
    house: fc.constantFrom<House | ''>('', 'Horde'),
    scanId: fc.constantFrom('scan-1', 'scan-2'),
    day: fc.constantFrom(0, 0, 0, 1, 2),
    hour: fc.integer({ min: 0, max: 23 }),
    late: fc.constantFrom(0, 0, 7, 8),
    complete: fc.integer({ min: 0, max: 4 }).map((i) => i > 0),
    rows: fc.array(
      fc.record({
        itemId: fc.integer({ min: 1, max: 4 }),
        price: fc.integer({ min: 1, max: 3 }),
        quantity: fc.integer({ min: 1, max: 9 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ day, hour, late, ...rest }) => {
    const atMs = T0 + day * DAY_MS + hour * HOUR;
    return { ...rest, atMs, receivedAtMs: atMs + late * DAY_MS };
  });

type Step =
  | { readonly do: 'add'; readonly parts: readonly ScanPart[] }
  | { readonly do: 'read' }
  | { readonly do: 'take out'; readonly installN: number };

/** Returns the final data, collected only from what was dirty after each step, as facts are computed. */
async function told(market: Market, steps: readonly Step[]): Promise<unknown> {
  const standing: Record<string, readonly string[]> = {};
  const read = async (): Promise<void> => {
    Object.assign(standing, await dirty(market, 3));
    await market.clear();
  };
  for (const step of steps) {
    if (step.do === 'add') await market.add(step.parts);
    else if (step.do === 'take out') await market.takeOut(step.installN);
    else await read();
  }
  await read();
  return Object.fromEntries(
    Object.entries(standing)
      .filter(([, scans]) => scans.length > 0)
      .sort(),
  );
}

const history = fc.record({
  parts: fc.array(anyPart, { maxLength: 14, size: 'max' }),
  shuffled: fc.infiniteStream(fc.nat()),
  cuts: fc.array(fc.record({ parts: fc.integer({ min: 1, max: 5 }), read: fc.boolean() }), {
    maxLength: 14,
    size: 'max',
  }),
});

for (const kept of KEPT_IN) {
  test(`any order, batching and interleaved reads give the same data as one batch (${kept.name})`, () =>
    fc.assert(
      fc.asyncProperty(history, async ({ parts, shuffled, cuts }) => {
        const whole = await inMemory((market) => told(market, [{ do: 'add', parts }]));
        const rest = parts
          .map((one) => ({ one, at: shuffled.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
        const steps: Step[] = [];
        for (const cut of cuts) {
          steps.push({ do: 'add', parts: rest.splice(0, cut.parts) });
          if (cut.read) steps.push({ do: 'read' });
        }
        steps.push({ do: 'add', parts: rest });
        assert.deepEqual(await kept.with((market) => told(market, steps)), whole);
      }),
      { numRuns: propertyRuns(kept.name === 'memory' ? 300 : 40) },
    ));

  test(`removing an install leaves the data as if the install had never been added (${kept.name})`, () =>
    fc.assert(
      fc.asyncProperty(history, async ({ parts, cuts }) => {
        const without = parts.filter(({ installN }) => installN !== 1);
        const whole = await inMemory((market) => told(market, [{ do: 'add', parts: without }]));
        const head = parts.slice(0, cuts.length);
        const tail = parts.slice(cuts.length).filter(({ installN }) => installN !== 1);
        const steps: Step[] = [
          { do: 'add', parts: head },
          ...(cuts[0]?.read === true ? [{ do: 'read' } as const] : []),
          { do: 'take out', installN: 1 },
          ...(cuts[1]?.read === true ? [{ do: 'read' } as const] : []),
          { do: 'add', parts: tail },
        ];
        assert.deepEqual(await kept.with((market) => told(market, steps)), whole);
      }),
      { numRuns: propertyRuns(kept.name === 'memory' ? 300 : 40) },
    ));
}

test('once the marks are cleared, nothing of a removed install remains', () =>
  inLibsql(async (market, client) => {
    const rows: [number, number, number][] = [[7, 5, 1]];
    await market.add([part(1, 'scan', rows), part(1, 'scan', rows, { realmKey: 'eastmoor' }), part(2, 'scan', rows)]);
    await market.clear();
    await market.takeOut(1);
    await market.clear();
    const count = async (table: string): Promise<unknown> =>
      (await client.execute(`select count(*) from ${table}`)).rows[0]?.[0];
    assert.deepEqual(
      (await client.execute('select realm_key from market_realms')).rows.map((row) => row[0]),
      ['stormrage'],
    );
    assert.deepEqual(await Promise.all(['market_scans', 'market_listings', 'dirty_market'].map(count)), [1, 1, 0]);
    await market.takeOut(2);
    await market.clear();
    const tables = ['market_realms', 'market_scans', 'market_listings', 'dirty_market'];
    assert.deepEqual(await Promise.all(tables.map(count)), [0, 0, 0, 0]);
  }));

test('a page with very many rows is cut short, and the next page continues after it', () =>
  inLibsql(async (market) => {
    const rows = Array.from({ length: 3 * 30_000 }, (_, i): [number, number, number] => [1 + (i % 3), 1 + i, 1]);
    await market.add([part(1, 'scan', rows)]);
    const first = await market.dirty(0, 100);
    assert.deepEqual(
      first.rows.map(({ subject }) => subject.itemId),
      [1, 2],
    );
    const second = await market.dirty(first.next!, 100);
    assert.deepEqual(
      second.rows.map(({ subject, scans }) => [subject.itemId, scans?.[0]?.runs.length]),
      [[3, 30_000]],
    );
    assert.equal(second.next, null);
  }));
