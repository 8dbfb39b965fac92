import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { population, toGroupKey } from '../../../domain/families/population.ts';
import { character, plays, reportedAt } from '../../support/world.ts';
import { cell, DAY, populationOf, seen } from './people_support.ts';
import { dailyFacts, dailyFactsOf, type Report, testimoniesOf } from './support.ts';

test('a cell needs three installs, no matter which of its characters they saw', () => {
  assert.equal(populationOf(seen([1, 2], [character(1), character(2)])), undefined);
  const spread = [...seen([1], [character(1)]), ...seen([2], [character(2)]), ...seen([3], [character(3)])];
  assert.deepEqual(populationOf(spread)?.cuts['*:*'], {
    factions: { total: 3, cells: { alliance: cell(3, 3) } },
    classes: { total: 3, cells: { MAGE: cell(3, 3) } },
    races: { total: 3, cells: { Gnome: cell(3, 3) } },
    levels: { total: 3, cells: { '60+': cell(3, 3) } },
  });
});

test('totals are sums of public cells, and a breakdown without any is null', () => {
  const reports = [
    ...seen([1, 2, 3], [character(1), character(2, { class: 'ROGUE', race: undefined })]),
    ...seen([1, 2], [character(3, { class: 'WARLOCK' }), character(4, { class: 'ROGUE', race: 'Human', level: 12 })]),
  ];
  const cuts = populationOf(reports)?.cuts;
  assert.deepEqual(cuts?.['*:*']?.classes, { total: 2, cells: { MAGE: cell(1, 3), ROGUE: cell(1, 3) } });
  assert.deepEqual(cuts?.['*:*']?.factions, { total: 2, cells: { alliance: cell(2, 3) } });
  assert.deepEqual(cuts?.[toGroupKey(null, 'ROGUE')]?.races, { total: null, cells: {} });
  assert.deepEqual(cuts?.[toGroupKey(null, 'ROGUE')]?.levels, { total: 1, cells: { '60+': cell(1, 3) } });
  assert.equal(cuts?.[toGroupKey(null, 'WARLOCK')], undefined);
});

test('a newer trait that only one install reports is not public anywhere', () => {
  const honest = seen([1, 2], [character(1)], '2026-01-10T12:00:00Z');
  for (const [more, realm] of [
    [{ class: 'HUNTER' }],
    [{ race: 'Dwarf' }],
    [{ faction: 'horde' }],
    [{ level: 12 }],
    [{}, 'Stitches'],
    [{ class: 'HUNTER', race: 'Dwarf', faction: 'horde', level: 12 }, 'Stitches'],
  ] as const) {
    const alone = seen([3], [character(1, more)], undefined, realm);
    const facts = dailyFactsOf(population, DAY, [...honest, ...alone]);
    assert.equal(facts['stitches'], undefined);
    for (const told of ['HUNTER', 'Dwarf', 'horde', '10-19']) {
      assert.ok(!JSON.stringify(facts).includes(`"${told}"`), `${told} is public`);
    }
  }
});

test('an install supports a cell only by its own newest report', () => {
  const reports = [
    ...seen([1, 2, 3], [character(1, { race: 'Dwarf' })], '2026-01-10T12:00:00Z'),
    ...seen([1, 2], [character(1)], '2026-01-12T12:00:00Z'),
  ];
  const cut = populationOf(reports)?.cuts['*:*'];
  assert.deepEqual(cut?.races, { total: null, cells: {} });
  assert.deepEqual(cut?.classes, { total: 1, cells: { MAGE: cell(1, 3) } });
});

test('a character counts by its newest report, even if only one install sent it, in cells that three installs support', () => {
  const reports = [
    ...seen([1, 2, 3], [character(1), character(2), character(3, { class: 'ROGUE' })], '2026-01-10T12:00:00Z'),
    ...seen([4], [character(1, { class: 'ROGUE' })]),
  ];
  const cells = populationOf(reports)?.cuts['*:*']?.classes.cells;
  assert.deepEqual(cells, { MAGE: cell(1, 3), ROGUE: cell(2, 4) });
});

test('no cell includes the characters of a hidden cell, so sums and differences reveal nothing', () => {
  const orcs = Array.from({ length: 10 }, (_, n) => character(n, { faction: 'horde', race: 'Orc' }));
  const other = { faction: 'horde', class: 'ROGUE', race: 'Troll' };
  const cut = populationOf([...seen([1, 2, 3], orcs), ...seen([1, 2], [character(10, other)])])?.cuts['*:*'];
  for (const { total } of Object.values(cut ?? {})) assert.equal(total, 10);
});

test('an install that reports a character of a public cell does not support the hidden characters beside it', () => {
  const orc = { faction: 'horde', race: 'Orc' };
  const orcs = Array.from({ length: 10 }, (_, n) => character(n, orc));
  const reports = [
    ...seen([1, 2, 3], [...orcs, character(10, orc)], '2026-01-10T12:00:00Z'),
    ...seen([4], [character(10, { faction: 'horde', class: 'ROGUE', race: 'Troll' })], '2026-01-11T12:00:00Z'),
    ...seen([5], [character(10, { faction: 'horde', class: 'PRIEST', race: 'Tauren' })], '2026-01-10T12:00:00Z'),
  ];
  // Five installs say horde, but only two say that it is not an orcish mage.
  assert.deepEqual(populationOf(reports)?.cuts['*:*']?.factions.cells, { horde: cell(10, 3) });
});

test('groups that are too small are counted together, with only the traits that three installs reported', () => {
  const reports = [1, 2, 3].flatMap((n) =>
    seen([n], [character(n, { class: ['MAGE', 'ROGUE', 'PRIEST'][n - 1], level: 10 * n })]),
  );
  const cut = populationOf(reports)?.cuts['*:*'];
  assert.deepEqual(cut?.factions, { total: 3, cells: { alliance: cell(3, 3) } });
  assert.deepEqual(cut?.races, { total: 3, cells: { Gnome: cell(3, 3) } });
  assert.deepEqual(cut?.classes, { total: null, cells: {} });
  assert.deepEqual(cut?.levels, { total: null, cells: {} });
});

test('there are cuts by faction, by class and by both', () => {
  const reports = seen(
    [1, 2, 3],
    [
      character(1),
      character(2, { faction: 'horde', race: 'Troll' }),
      character(3, { faction: 'horde', class: 'SHAMAN', race: 'Troll', level: 9 }),
    ],
  );
  const cuts = populationOf(reports)?.cuts ?? {};
  assert.deepEqual(Object.keys(cuts), [
    '*:*',
    '*:MAGE',
    '*:SHAMAN',
    'alliance:*',
    'alliance:MAGE',
    'horde:*',
    'horde:MAGE',
    'horde:SHAMAN',
  ]);
  assert.deepEqual(cuts['horde:*']?.classes, { total: 2, cells: { MAGE: cell(1, 3), SHAMAN: cell(1, 3) } });
  assert.deepEqual(cuts['*:MAGE']?.factions, { total: 2, cells: { alliance: cell(1, 3), horde: cell(1, 3) } });
  assert.deepEqual(cuts['horde:SHAMAN']?.levels, { total: 1, cells: { '1-9': cell(1, 3) } });
});

test('levels are counted in bands of ten, and 60 and above together', () => {
  const bands: [level: number, band: string][] = [
    [1, '1-9'],
    [9, '1-9'],
    [10, '10-19'],
    [19, '10-19'],
    [20, '20-29'],
    [59, '50-59'],
    [60, '60+'],
    [61, '60+'],
    [100, '60+'],
  ];
  for (const [level, band] of bands) {
    const cuts = populationOf(seen([1, 2, 3], [character(1, { level })]))?.cuts;
    assert.deepEqual(cuts?.['*:*']?.levels, { total: 1, cells: { [band]: cell(1, 3) } }, String(level));
  }
});

test('a report counts if it was captured in the 30 days before the day and received before it', () => {
  const window: [at: string, receivedAt: string, counts: boolean][] = [
    ['2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z', true],
    ['2026-01-01T23:59:59Z', '2026-01-02T00:00:00Z', false],
    ['2026-01-31T23:59:59Z', '2026-01-31T23:59:59Z', true],
    ['2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z', false],
    ['2026-02-01T00:00:00Z', '2026-01-31T23:00:00Z', false],
  ];
  for (const [at, receivedAt, counts] of window) {
    const reports = seen([1, 2, 3], [character(1)], at).map((report) => ({ ...report, receivedAt }));
    assert.equal(populationOf(reports) !== undefined, counts, `${at}, received ${receivedAt}`);
  }
});

test('each character counts once, by its newest report', () => {
  const reports = [
    ...seen([1, 2, 3], [character(1, { level: 48 })], '2026-01-10T12:00:00Z'),
    ...seen([1], [character(1, { level: 58 })], '2026-01-12T12:00:00Z', 'EVERLOOK '),
    ...seen([2, 3], [character(1, { level: 59 })], '2026-01-11T12:00:00Z'),
    ...seen([1, 2, 3], [character(1, { level: 10 })], '2025-12-31T12:00:00Z'),
  ];
  const body = populationOf(reports, 'everlook');
  assert.equal(body?.day, DAY);
  assert.deepEqual(body?.cuts['*:*']?.levels, { total: 1, cells: { '50-59': cell(1, 3) } });
});

test('the smaller value wins between two equally new reports, in any order', () => {
  const reports = [
    ...seen([1, 2, 3], [character(1, { level: 19 })]),
    ...seen([4, 5, 6], [character(1, { level: 20 })]),
  ];
  for (const order of [reports, reports.toReversed()]) {
    assert.deepEqual(populationOf(order)?.cuts['*:*']?.levels.cells, { '10-19': cell(1, 3) });
  }
});

test('the player’s own character and those met are one population', () => {
  const self = reportedAt('2026-01-20T12:00:00Z', [1], plays('Everlook', character(1)));
  const reports = [...self, ...seen([2, 3], [character(1)])];
  assert.deepEqual(populationOf(reports)?.cuts['*:*']?.classes, { total: 1, cells: { MAGE: cell(1, 3) } });
});

test('each realm has its own cells, and no realm name is confused with the total', () => {
  const reports = [
    ...seen([1, 2, 3], [character(1)], undefined, 'all'),
    ...seen([1, 2], [character(2)], undefined, 'Stitches'),
    ...seen([3], [character(3)], undefined, 'Stitches'),
  ];
  const facts = dailyFactsOf(population, DAY, reports);
  assert.deepEqual(Object.keys(facts), ['*', 'all', 'stitches']);
  assert.deepEqual(populationOf(reports)?.cuts['*:*']?.classes.total, 3);
  assert.deepEqual(populationOf(reports, 'stitches')?.cuts['*:*']?.classes, { total: 2, cells: { MAGE: cell(2, 3) } });
});

const report = fc.record({
  install: fc.integer({ min: 1, max: 5 }),
  key: fc.integer({ min: 1, max: 4 }),
  class: fc.constantFrom('MAGE', 'ROGUE'),
  faction: fc.constantFrom('alliance', 'horde'),
  race: fc.constantFrom('Gnome', 'Troll', undefined),
  level: fc.constantFrom(8, 12, 60),
  realm: fc.constantFrom('Everlook', 'Stitches'),
  hour: fc.integer({ min: -3, max: 3 }),
});

/** Reports are unique per install, character and hour, so no two reports of an install are equally new. */
const reports = fc.uniqueArray(report, {
  maxLength: 40,
  size: 'max',
  selector: ({ install, key, hour }) => `${install} ${key} ${hour}`,
});

function reportsOf(list: readonly (typeof report extends fc.Arbitrary<infer T> ? T : never)[]): Report[] {
  return list.flatMap(({ install, key, realm, hour, ...rest }) =>
    // Times around the start of the window.
    seen(
      [install],
      [character(key, rest)],
      new Date(Date.parse('2026-01-02T00:00:00Z') + hour * 3_600_000).toISOString(),
      realm,
    ),
  );
}

test('population: the order of the testimonies does not matter', () =>
  fc.assert(
    fc.property(reports, (list) => {
      const testimonies = testimoniesOf(population, reportsOf(list));
      assert.deepEqual(
        dailyFacts(population, DAY, [testimonies.toReversed()]),
        dailyFacts(population, DAY, [testimonies]),
      );
    }),
  ));
