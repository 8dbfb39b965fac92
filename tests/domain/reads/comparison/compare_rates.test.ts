import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSnapshotStore } from '../../../../adapters/libsql/snapshot/store.ts';
import {
  compareRates,
  type RateComparison,
  type RateDifference,
} from '../../../../domain/reads/comparison/compare_rates.ts';
import {
  formatComparison,
  toComparisonCsv,
  toComparisonJson,
} from '../../../../domain/reads/comparison/comparison_text.ts';
import { readRateTable } from '../../../../domain/saved_variables/read_rate_table.ts';
import { itemRate } from '../../../support/item_rate.ts';
import { HOSTILE, looted, servedText, tellAddonWorld } from '../../exports/addon_world.ts';
import { withYard, type Yard } from '../../exports/support.ts';
import { TABLES } from './tables.ts';

async function compare(
  yard: Yard,
  text: string,
  shape: 'questie' | 'atlasloot' | null = null,
): Promise<RateComparison> {
  const store = createSnapshotStore({ dir: yard.dir, clock: { nowMs: () => 1e12 } });
  try {
    await store.refresh();
    const table = readRateTable(new TextEncoder().encode(text));
    assert.ok(table.ok, table.ok ? '' : table.error.error);
    return await compareRates((await store.newest())!, table.value, shape);
  } finally {
    await store.close();
  }
}

function counts({ rates, agreed, differing, notSeen, unknown, skipped }: RateComparison) {
  return { rates, agreed, differing, notSeen, unknown, skipped };
}

test('every shape gives the same comparison, and the surest difference comes first', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    for (const [name, text] of Object.entries(TABLES)) {
      const comparison = await compare(yard, text);
      const objects = name === 'pfquest' ? 1 : 0;
      assert.deepEqual(
        counts(comparison),
        { rates: 3 + objects, agreed: 1 + objects, differing: 2, notSeen: 0, unknown: 0, skipped: 0 },
        name,
      );
      assert.equal(comparison.shape, name.replace('Stored', ''));
      assert.deepEqual(
        comparison.differences.map(({ itemId, sourceId, theirPercent }) => [itemId, sourceId, theirPercent]),
        [
          [858, 38, 20],
          [2589, 6, 90.25],
        ],
      );
    }
    const [, linen] = (await compare(yard, TABLES.csv)).differences;
    const { place: _place, ...figures } = linen as RateDifference & { readonly place: number };
    assert.deepEqual(figures, {
      sourceType: 'npc',
      sourceId: 6,
      ...itemRate(2589, 100, 200),
      ...{ kills: 200, reporters: 5, topWindows: 1 },
      itemName: 'Linen Cloth',
      sourceName: 'Kobold Vermin',
      theirPercent: 90.25,
    });
  }));

test('our own files agree with us', () =>
  withYard(async (yard) => {
    await yard.snapshot({
      drops: [
        looted('npc', 6, 200, [
          [2589, 100],
          [858, 3],
        ]),
        looted('object', 2843, 50, [[858, 10]]),
      ],
    });
    await yard.export();
    for (const [name, rates] of [
      ['questie', 2],
      ['atlasloot', 2],
      ['pfquest', 3],
    ] as const) {
      const comparison = await compare(yard, await servedText(yard, `addons/${name}.lua`));
      assert.deepEqual(counts(comparison), { rates, agreed: rates, differing: 0, notSeen: 0, unknown: 0, skipped: 0 });
      assert.equal(comparison.shape, name);
    }
  }));

test('what we do not know is no difference', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    // Item 750 was seen by two players, item 1 by none, NPC 99 by too few.
    const comparison = await compare(yard, '750,6,99\n1,6,99\n2589,99,99\n2589,6,50\n');
    assert.deepEqual(counts(comparison), { rates: 4, agreed: 1, differing: 0, notSeen: 2, unknown: 1, skipped: 0 });
  }));

test('a shape that is given is not guessed', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    assert.equal((await compare(yard, TABLES.atlasloot, 'questie')).unknown, 3);
    assert.equal((await compare(yard, TABLES.questie, 'atlasloot')).unknown, 3);
  }));

test('the bounds themselves agree', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    const { agreed, differences } = await compare(
      yard,
      '2589,6,43.1361\n2589,6,56.8639\n2589,6,43.136\n2589,6,56.864\n',
    );
    assert.equal(agreed, 2);
    assert.deepEqual(
      differences.map(({ theirPercent }) => theirPercent),
      [43.136, 56.864],
    );
  }));

test('a large table is compared completely', () =>
  withYard(async (yard) => {
    const items = Array.from({ length: 3_000 }, (_, i) => [i + 1, 50] as const);
    await yard.snapshot({ drops: Array.from({ length: 10 }, (_, i) => looted('npc', i + 1, 100, items)) });
    const lines = Array.from(
      { length: 100_000 },
      (_, i) => `${(i % 4_000) + 1},${Math.floor(i / 4_000) + 1},${i % 101}`,
    );
    const comparison = await compare(yard, lines.join('\n'));
    assert.equal(comparison.rates, 100_000);
    assert.equal(comparison.notSeen, 10_000);
    assert.equal(comparison.unknown, 60_000);
    assert.equal(comparison.agreed + comparison.differing, 30_000);
    assert.equal(comparison.differences.length, 10_000);
  }));

test('a comparison is written as text, JSON and CSV in which hostile names are inert', () =>
  withYard(async (yard) => {
    await tellAddonWorld(yard);
    const comparison = await compare(yard, `${TABLES.csv}1,2\n5,5,5\n750,6,1\n`);
    const text = formatComparison(comparison);
    assert.deepEqual(text.slice(0, 5), [
      'The table was read as CSV: 5 rates.',
      '1 rate agrees with what players saw, and 2 differ beyond chance.',
      '1 rate is of items that fewer than three players saw drop from a source that players did loot.',
      '1 rate is of sources that fewer than three players looted: we cannot say.',
      '1 entry had no ids with a percentage from 0 to 100 and was skipped.',
    ]);
    assert.match(
      text.join('\n'),
      /\n- Linen Cloth \(2589\) from Kobold Vermin \(6\): 90\.25% there, about 50%, between 43% and 57% here \(100 of 200 looted corpses, 3 players\)$/,
    );
    const [head, first, ...others] = toComparisonCsv(comparison).split('\r\n');
    assert.equal(
      head,
      '\uFEFFitemId,itemName,sourceType,sourceId,sourceName,theirPercent,percent,percentLow,percentHigh,kills,drops,installs',
    );
    assert.ok(first!.startsWith(`858,"'=HYPERLINK(""x"")`));
    assert.equal(others.at(-2), '2589,Linen Cloth,npc,6,Kobold Vermin,90.25,50,43.1361,56.8639,200,100,3');
    assert.equal(toComparisonJson(comparison).differences[0]!.itemName, HOSTILE);
  }));
