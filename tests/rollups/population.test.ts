import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ALL_REALMS, cutName, type Population, population } from '../../domain/rollups/population.ts';
import { dayOf } from '../../domain/rollups/rollup.ts';
import { talents } from '../../domain/rollups/talents.ts';
import { byInstalls, dailyFactsOf, type Report, testimoniesOf } from './support.ts';

const DAY = '2026-02-01';

const character = (n: number, more: object = {}): object => ({
  characterKey: n.toString(16).padStart(8, '0'),
  class: 'MAGE',
  race: 'Gnome',
  faction: 'alliance',
  level: 60,
  ...more,
});

const seen = (
  installs: readonly number[],
  characters: readonly object[],
  at = '2026-01-20T12:00:00Z',
  realm = 'Everlook',
) => byInstalls(installs, 'census_seen', { realm, characters }, at);

const populationOf = (reports: readonly Report[], subject = ALL_REALMS): Population | undefined =>
  dailyFactsOf(population, DAY, reports)[subject] as Population | undefined;

const cell = (characters: number, installs: number) => ({ characters, installs });

test('a cell needs three installs, whoever of its characters they saw', () => {
  assert.equal(populationOf(seen([1, 2], [character(1), character(2)])), undefined);
  const spread = [...seen([1], [character(1)]), ...seen([2], [character(2)]), ...seen([3], [character(3)])];
  assert.deepEqual(populationOf(spread)?.cuts['*:*'], {
    factions: { total: 3, cells: { alliance: cell(3, 3) } },
    classes: { total: 3, cells: { MAGE: cell(3, 3) } },
    races: { total: 3, cells: { Gnome: cell(3, 3) } },
    levels: { total: 3, cells: { '60+': cell(3, 3) } },
  });
});

test('totals are sums of shown cells, and a breakdown without any is unknown', () => {
  const reports = [
    ...seen([1, 2, 3], [character(1), character(2, { class: 'ROGUE', race: undefined })]),
    ...seen([1, 2], [character(3, { class: 'WARLOCK' })]),
    ...seen([4], [character(4, { class: 'ROGUE', race: 'Human', level: 12 })]),
  ];
  const cuts = populationOf(reports)?.cuts;
  assert.deepEqual(cuts?.['*:*']?.classes, { total: 3, cells: { MAGE: cell(1, 3), ROGUE: cell(2, 4) } });
  assert.deepEqual(cuts?.['*:*']?.factions, { total: 4, cells: { alliance: cell(4, 4) } });
  assert.deepEqual(cuts?.[cutName(null, 'ROGUE')]?.races, { total: null, cells: {} });
  assert.deepEqual(cuts?.[cutName(null, 'ROGUE')]?.levels, { total: 1, cells: { '60+': cell(1, 3) } });
  assert.equal(cuts?.[cutName(null, 'WARLOCK')], undefined);
});

test('cuts by faction, by class and by both', () => {
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

test('the bands of levels', () => {
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

test('the window: captured in the 30 days before, received before the day', () => {
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
    ...seen([1, 2, 3], [character(1, { level: 58 })], '2026-01-10T12:00:00Z'),
    ...seen([2], [character(1, { level: 59 })], '2026-01-12T12:00:00Z', 'EVERLOOK '),
    ...seen([1, 2, 3], [character(1, { level: 10 })], '2025-12-31T12:00:00Z'),
  ];
  const body = populationOf(reports, 'everlook');
  assert.equal(body?.day, DAY);
  assert.deepEqual(body?.cuts['*:*']?.levels, { total: 1, cells: { '50-59': cell(1, 3) } });
});

test('of two reports as new the smaller value, whichever comes first', () => {
  const reports = [...seen([1], [character(1, { level: 19 })]), ...seen([2, 3], [character(1, { level: 20 })])];
  for (const order of [reports, reports.toReversed()]) {
    assert.deepEqual(populationOf(order)?.cuts['*:*']?.levels.cells, { '10-19': cell(1, 3) });
  }
});

test('the player’s own character and those met are one population', () => {
  const self = { ...character(1), realm: 'Everlook' };
  const reports = [...byInstalls([1], 'census_self', self, '2026-01-20T12:00:00Z'), ...seen([2, 3], [character(1)])];
  assert.deepEqual(populationOf(reports)?.cuts['*:*']?.classes, { total: 1, cells: { MAGE: cell(1, 3) } });
});

test('each realm has its own cells; none can be taken for all together', () => {
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

const snapshot = (
  installs: readonly number[],
  n: number,
  nodes: [nodeId: number, rank: number][],
  at = '2026-01-20T12:00:00Z',
) =>
  byInstalls(
    installs,
    'talent_snapshot',
    {
      characterKey: n.toString(16).padStart(8, '0'),
      class: 'MAGE',
      level: 60,
      nodes: nodes.map(([nodeId, rank]) => ({ nodeId, rank })),
    },
    at,
  );

test('talents: a class, a talent and a rank each need three installs', () => {
  assert.deepEqual(dailyFactsOf(talents, DAY, snapshot([1, 2], 1, [[5, 1]])), {});
  const reports = [
    ...snapshot([1], 1, [
      [10, 1],
      [9, 5],
    ]),
    ...snapshot([2], 2, [
      [10, 2],
      [9, 5],
    ]),
    ...snapshot([3], 3, [[10, 2]]),
    ...snapshot([4], 4, [
      [10, 2],
      [9, 5],
    ]),
    ...snapshot([5], 4, [[11, 1]], '2026-01-01T12:00:00Z'),
  ];
  assert.deepEqual(dailyFactsOf(talents, DAY, reports), {
    MAGE: {
      day: DAY,
      characters: 4,
      installs: 4,
      nodes: [
        { nodeId: 9, characters: 3, installs: 3, ranks: [{ rank: 5, ...cell(3, 3) }] },
        { nodeId: 10, characters: 4, installs: 4, ranks: [{ rank: 2, ...cell(3, 3) }] },
      ],
    },
  });
});

test('talents: a character’s newest snapshot replaces the earlier one; a talent listed twice counts once', () => {
  const reports = [
    ...snapshot([1, 2, 3], 1, [[5, 1]], '2026-01-10T12:00:00Z'),
    ...snapshot(
      [1],
      1,
      [
        [6, 1],
        [6, 3],
      ],
      '2026-01-11T12:00:00Z',
    ),
  ];
  assert.deepEqual(dailyFactsOf(talents, DAY, reports), {
    MAGE: { day: DAY, ...cell(1, 3), nodes: [{ nodeId: 6, ...cell(1, 3), ranks: [{ rank: 3, ...cell(1, 3) }] }] },
  });
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

/** An install reports a character once an hour, so that no two of its reports are as new. */
const reports = fc.uniqueArray(report, {
  maxLength: 40,
  size: 'max',
  selector: ({ install, key, hour }) => `${install} ${key} ${hour}`,
});

const reportsOf = (list: readonly (typeof report extends fc.Arbitrary<infer T> ? T : never)[]): Report[] =>
  list.flatMap(({ install, key, realm, hour, ...rest }) =>
    // Around the beginning of the window.
    seen(
      [install],
      [character(key, rest)],
      new Date(Date.parse('2026-01-02T00:00:00Z') + hour * 3_600_000).toISOString(),
      realm,
    ),
  );

test('population: every cell equals an independent count', () =>
  fc.assert(
    fc.property(reports, (list) => {
      const body = populationOf(reportsOf(list));
      const inside = list.filter(({ hour }) => hour >= 0);
      const characters = [1, 2, 3, 4].flatMap((key) => {
        const own = inside.filter((r) => r.key === key);
        const last = Math.max(...own.map(({ hour }) => hour));
        const told = own
          .filter(({ hour }) => hour === last)
          .map((r) => [r.realm.toLowerCase(), r.faction, r.class, r.race ?? null, r.level]);
        const [newest] = told.map((t) => JSON.stringify(t)).sort();
        if (newest === undefined) return [];
        const [, faction, characterClass] = JSON.parse(newest) as string[];
        return [{ faction, characterClass, installs: own.map(({ install }) => install) }];
      });
      for (const faction of [null, 'alliance', 'horde']) {
        for (const name of ['MAGE', 'ROGUE']) {
          const mine = characters.filter(
            (c) => c.characterClass === name && (faction === null || c.faction === faction),
          );
          const installs = new Set(mine.flatMap((c) => c.installs)).size;
          const expected = installs < 3 ? undefined : cell(mine.length, installs);
          assert.deepEqual(body?.cuts[cutName(faction, null)]?.classes.cells[name], expected);
        }
      }
    }),
    { numRuns: 200 },
  ));

test('population: the order of the testimonies does not matter', () =>
  fc.assert(
    fc.property(reports, (list) => {
      const testimonies = testimoniesOf(population, reportsOf(list));
      const day = dayOf(Date.parse(DAY));
      assert.deepEqual(population.facts(day, testimonies.toReversed()), population.facts(day, testimonies));
    }),
  ));
