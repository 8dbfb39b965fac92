import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Connection, openWriter, runInTransaction } from '../../../../adapters/libsql/database.ts';
import { createTables } from '../../../../adapters/libsql/migrate.ts';
import { createMarketReader } from '../../../../adapters/libsql/snapshot/read/market_reader.ts';
import { writeMarket } from '../../../../adapters/libsql/snapshot/write/market_writer.ts';
import type {
  House,
  MarketFacts,
  MarketItem,
  MarketRealm,
  MarketValue,
  RisingAndFalling,
} from '../../../../domain/ports/market.ts';
import { HOUSES } from '../../../../schema/vocabulary.ts';
import { withFolder } from '../../../domain/snapshot/support.ts';
import { putDatabase } from '../../../support/template.ts';

/** Writes and reads public market values in the database. */
interface Published {
  state(...facts: readonly MarketFacts[]): Promise<void>;
  spell(realmKey: string, spelling: string): Promise<void>;
  realms(): Promise<readonly MarketRealm[]>;
  items(realmKey: string, house?: House | '', limit?: number): Promise<readonly MarketItem[]>;
  moves(realmKeys: readonly string[], limit?: number): Promise<ReadonlyMap<string, RisingAndFalling>>;
}

function withMarket<T>(work: (published: Published, client: Connection) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    const path = join(folder, 'snapshot.db');
    await putDatabase(path, 'snapshot', async (to) => {
      const client = await openWriter(to, { create: true });
      await createTables(client, 'snapshot');
      return client;
    });
    const client = await openWriter(path, { create: false });
    const market = createMarketReader((read) => read(client));
    try {
      return await work(
        {
          state: (...facts) => runInTransaction(client, (tx) => writeMarket(tx, facts, LATER)),
          spell: async (realmKey, spelling) => {
            const sql = "insert into facts (family, subject, body) values ('realms', ?, ?)";
            await client.execute({ sql, args: [realmKey, JSON.stringify({ spelling })] });
          },
          realms: market.realms,
          items: (realmKey, house = '', limit = 100) => market.items(realmKey, house, limit),
          moves: (realmKeys, limit = 100) => market.moves(realmKeys, '', limit),
        },
        client,
      );
    } finally {
      client.close();
    }
  });
}

/** A present day after all days of these tests. */
const LATER = 1_000_000;

function worth(market: number, quantity = 10, reporters = 3): MarketValue {
  return {
    market,
    min: 1.5,
    quantity,
    reporters,
  };
}

type Values = Partial<Record<House | '', MarketValue>>;

/** Returns the public values of an item on a day. Houses missing from `values` have no value. */
function facts(itemId: number, day: number, values: Values, realmKey = 'stormrage'): MarketFacts {
  return {
    subject: { realmKey, day, itemId },
    houses: (['', ...HOUSES] as const).map((house) => ({ house, value: values[house] ?? null })),
  };
}

test('nothing is public at first', () =>
  withMarket(async (published) => {
    await published.state(facts(7, 100, {}));
    assert.deepEqual(await published.realms(), []);
    assert.deepEqual(await published.items('stormrage'), []);
  }));

test('an item has its newest public day with exact figures', () =>
  withMarket(async (published) => {
    await published.state(facts(7, 101, { '': worth(14 + 1 / 3, 2.5, 4) }), facts(7, 100, { '': worth(6) }));
    const item = { itemId: 7, market: 14 + 1 / 3, min: 1.5, historical: (14 + 1 / 3 + 6) / 2, quantity: 2.5 };
    const trend = [...Array<null>(12).fill(null), 6, 14];
    const rest = { day: 101, reporters: 4, unusual: false, newer: null, trend, weekChange: null };
    assert.deepEqual(await published.items('stormrage'), [{ ...item, ...rest }]);
  }));

test('large figures are exact too', () =>
  withMarket(async (published) => {
    const great = Number.MAX_SAFE_INTEGER;
    const value = { market: great, min: great, quantity: great, reporters: 3 };
    await published.state(facts(7, 100, { '': value }));
    const trend = [...Array<null>(13).fill(null), great];
    assert.deepEqual(await published.items('stormrage'), [
      { itemId: 7, day: 100, historical: great, unusual: false, newer: null, trend, weekChange: null, ...value },
    ]);
  }));

test('a withdrawn day is replaced by the one before it, and the last one removes the realm', () =>
  withMarket(async (published) => {
    await published.state(facts(7, 100, { '': worth(1) }), facts(7, 101, { '': worth(4) }));
    await published.state(facts(7, 101, {}));
    assert.deepEqual(
      (await published.items('stormrage')).map((one) => [one.day, one.market, one.historical]),
      [[100, 1, 1]],
    );
    await published.state(facts(7, 100, {}));
    assert.deepEqual(await published.items('stormrage'), []);
    assert.deepEqual(await published.realms(), []);
    await published.state(facts(7, 100, { '': worth(2) }));
    assert.equal((await published.realms()).length, 1);
  }));

test('a change of an older day changes historical within 60 days', () =>
  withMarket(async (published) => {
    await published.state(...[40, 41, 100].map((day) => facts(7, day, { '': worth(10) })));
    await published.state(facts(7, 40, { '': worth(1_000) }), facts(7, 41, { '': worth(20) }));
    assert.deepEqual(
      (await published.items('stormrage')).map((one) => [one.day, one.market, one.historical]),
      [[100, 10, 15]],
    );
  }));

test('a value far from the fourteen days before it is unusual, however old they are', () =>
  withMarket(async (published) => {
    const newest = async () => (await published.items('stormrage'))[0]!;
    // A day a week: the fourteenth is older than the 60 days of `historical`.
    const days = Array.from({ length: 14 }, (_, i) => 100 - 7 * (i + 1));
    await published.state(...days.map((day) => facts(7, day, { '': worth(10) })));
    await published.state(facts(7, 100, { '': worth(31) }));
    assert.equal((await newest()).unusual, true);
    await published.state(...days.slice(6).map((day) => facts(7, day, { '': worth(11) })));
    assert.equal((await newest()).unusual, false, 'the median is 10.5 now');
    await published.state(...days.slice(6).map((day) => facts(7, day, {})));
    assert.equal((await newest()).unusual, false, 'six days are too few to tell');
  }));

test('the greatest changes over a week are listed by realm, without items that were not seen lately', () =>
  withMarket(async (published) => {
    const week = (itemId: number, newest: number, before: number, now: number, realm = 'stormrage') => [
      ...[newest - 7, newest - 2, newest - 1].map((day) => facts(itemId, day, { '': worth(before) }, realm)),
      facts(itemId, newest, { '': worth(now) }, realm),
    ];
    await published.state(
      ...[...week(1, 100, 10, 20), ...week(2, 98, 10, 25), ...week(3, 97, 10, 30), ...week(4, 99, 10, 5)],
      ...[...week(5, 100, 10, 9), ...week(6, 100, 10, 10), facts(7, 100, { '': worth(4) })],
      ...week(8, 50, 10, 12, 'faerlina'),
    );
    const moves = await published.moves(['stormrage', 'faerlina', 'nowhere']);
    const listed = [...moves].map(([realm, { rising, falling }]) => [
      realm,
      ...[rising, falling].map((items) => items.map(({ itemId, weekChange }) => [itemId, weekChange])),
    ]);
    assert.deepEqual(listed.toSorted(), [
      ['faerlina', [[8, 2_000]], []],
      [
        'stormrage',
        [
          [2, 15_000],
          [1, 10_000],
        ],
        [
          [4, -5_000],
          [5, -1_000],
        ],
      ],
    ]);
    assert.deepEqual(
      (await published.moves(['stormrage'], 1)).get('stormrage')?.rising.map(({ itemId }) => itemId),
      [2],
    );
    await published.state(facts(2, 98, {}));
    assert.deepEqual(
      (await published.moves(['stormrage'])).get('stormrage')?.rising.map(({ itemId }) => itemId),
      [1],
      'a withdrawn day',
    );
  }));

test('items are ordered by exact median units, then by id', () =>
  withMarket(async (published) => {
    const units: [item: number, units: number][] = [
      [4, 2.5],
      [3, 2],
      [2, 3],
      [5, 2.5],
      [1, 2],
    ];
    await published.state(...units.map(([item, quantity]) => facts(item, 100, { '': worth(1, quantity) })));
    const order = async (limit: number) => (await published.items('stormrage', '', limit)).map(({ itemId }) => itemId);
    assert.deepEqual(await order(5), [2, 4, 5, 1, 3]);
    assert.deepEqual(await order(2), [2, 4]);
    await published.state(facts(1, 101, { '': worth(1, 9) }));
    assert.deepEqual(await order(5), [1, 2, 4, 5, 3]);
  }));

test('houses and realms are separate', () =>
  withMarket(async (published) => {
    await published.state(
      facts(7, 100, { '': worth(1), Horde: worth(2) }),
      facts(7, 100, { '': worth(3), Alliance: worth(4), Neutral: worth(5) }, 'eastmoor'),
      facts(8, 100, { '': worth(6) }, 'zul'),
    );
    const market = async (realm: string, house: House | '') =>
      (await published.items(realm, house)).map((one) => one.market);
    assert.deepEqual(await market('stormrage', ''), [1]);
    assert.deepEqual(await market('stormrage', 'Horde'), [2]);
    assert.deepEqual(await market('stormrage', 'Alliance'), []);
    assert.deepEqual(await market('eastmoor', 'Neutral'), [5]);
    assert.deepEqual(await market('nowhere', ''), []);
    await published.spell('eastmoor', 'Xastmoor');
    assert.deepEqual(await published.realms(), [
      { realmKey: 'eastmoor', name: 'Xastmoor', houses: ['Alliance', 'Neutral'] },
      { realmKey: 'stormrage', name: 'stormrage', houses: ['Horde'] },
      { realmKey: 'zul', name: 'zul', houses: [] },
    ]);
    await published.state(facts(7, 100, { '': worth(1) }));
    assert.deepEqual((await published.realms())[1]?.houses, []);
  }));

const anyValue: fc.Arbitrary<MarketValue | undefined> = fc.option(
  fc.record({
    market: fc.integer({ min: 3, max: 300 }).map((n) => n / 3),
    min: fc.integer({ min: 2, max: 20 }).map((n) => n / 2),
    quantity: fc.integer({ min: 2, max: 8 }).map((n) => n / 2),
    reporters: fc.integer({ min: 3, max: 5 }),
  }),
  { nil: undefined },
);

const anyFacts = fc
  .record({
    item: fc.integer({ min: 1, max: 3 }),
    day: fc.constantFrom(30, 59, 60, 89, 90, 91),
    realm: fc.constantFrom('stormrage', 'eastmoor'),
    all: anyValue,
    horde: anyValue,
  })
  .map(({ item, day, realm, all, horde }) =>
    facts(item, day, { ...(all !== undefined && { '': all }), ...(horde !== undefined && { Horde: horde }) }, realm),
  );

/** A snapshot states each subject at most once. */
const statement = fc.uniqueArray(anyFacts, { selector: ({ subject }) => JSON.stringify(subject), maxLength: 8 });

async function everything(published: Published): Promise<unknown> {
  return {
    realms: await published.realms(),
    items: await Promise.all(
      ['stormrage', 'eastmoor'].flatMap((realm) =>
        (['', 'Horde'] as const).map((house) => published.items(realm, house)),
      ),
    ),
  };
}

test('after many snapshots the market shows what only the last writes would give', () =>
  fc.assert(
    fc.asyncProperty(fc.array(statement, { maxLength: 8 }), async (statements) => {
      const last = new Map(statements.flat().map((one) => [JSON.stringify(one.subject), one]));
      const expected = await withMarket(async (published) => {
        await published.state(...last.values());
        return everything(published);
      });
      const shown = await withMarket(async (published) => {
        for (const one of statements) await published.state(...one);
        return everything(published);
      });
      assert.deepEqual(shown, expected);
    }),
    { numRuns: 60 },
  ));

test('writing unchanged values writes nothing', () =>
  withMarket(async (published, client) => {
    const all = Array.from({ length: 50 }, (_, i) => facts(i + 1, 100, { '': worth(i + 1 / 3), Horde: worth(7) }));
    await published.state(...all);
    const changes = async () => Number((await client.execute('select total_changes()')).rows[0]?.[0]);
    const before = await changes();
    await published.state(...all, facts(99, 100, {}));
    assert.equal(await changes(), before);
    await published.state(facts(1, 100, { '': worth(2), Horde: worth(7) }));
    assert.equal(await changes(), before + 2, 'one day, one item');
  }));

test('a row with fewer than three reporters cannot be stored', () =>
  withMarket(async (published) => {
    await assert.rejects(published.state(facts(7, 100, { '': worth(1, 1, 2) })), /CHECK/);
    assert.deepEqual(await published.items('stormrage'), []);
  }));
