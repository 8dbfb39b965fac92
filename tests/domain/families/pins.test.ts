import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pins } from '../../../domain/families/pins.ts';
import type { Witness } from '../../../domain/ports/facts.ts';
import { computeMedian } from '../../../domain/values/median.ts';
import { met, npc, SEEN_AT } from '../../support/world.ts';
import { factsOf, type Report } from './support.ts';

type Spot = readonly [install: number, x: number, y: number, at?: string];

function sightings(spots: readonly Spot[], fields: object = {}): Report[] {
  return spots.map(([install, x, y, at = SEEN_AT]) => ({ install, at, ...met(npc(721), { x, y, ...fields }) }));
}

const table: [what: string, spots: Spot[], pins: [x: number, y: number, installs: number][]][] = [
  [
    'two installs are too few',
    [
      [1, 10, 10],
      [2, 10, 10],
    ],
    [],
  ],
  [
    'three are a pin',
    [
      [1, 10, 10],
      [2, 10, 10],
      [3, 10, 10],
    ],
    [[10, 10, 3]],
  ],
  [
    'one install three times is one',
    [
      [1, 10, 10],
      [1, 10.5, 10],
      [1, 10, 10.5],
    ],
    [],
  ],
  [
    'the median of three, which one far point cannot move',
    [
      [1, 10.4, 10],
      [2, 10.1, 10.1],
      [3, 10.2, 10.9],
    ],
    [[10.2, 10.1, 3]],
  ],
  [
    'the mean of the middle two of four',
    [
      [1, 10.1, 10],
      [2, 10.2, 10],
      [3, 10.4, 10],
      [4, 10.4, 10],
    ],
    [[10.3, 10, 4]],
  ],
  [
    'neighbouring cells merge',
    [
      [1, 10.4, 10.4],
      [2, 10.5, 10.5],
      [3, 10, 10.5],
    ],
    [[10.4, 10.5, 3]],
  ],
  [
    'three cells in a row merge around the middle one',
    [
      [1, 10.2, 10],
      [2, 10.7, 10],
      [3, 11.2, 10],
    ],
    [[10.7, 10, 3]],
  ],
  [
    'a cell further does not',
    [
      [1, 10, 10],
      [2, 10.5, 10],
      [3, 11.5, 10],
    ],
    [],
  ],
  [
    'an install with several positions counts with the median of its own',
    [
      [1, 10, 10],
      [1, 10.5, 10],
      [2, 10.1, 10],
      [3, 10.6, 10],
    ],
    [[10.25, 10, 3]],
  ],
  [
    'the newest position of an install in a cell',
    [
      [1, 10.4, 10, '2026-01-09T18:30:01Z'],
      [1, 10.1, 10],
      [2, 10.4, 10],
      [3, 10.4, 10],
    ],
    [[10.4, 10, 3]],
  ],
  [
    'most installs first, then from above, then from the left',
    [
      ...[1, 2, 3].map((n): Spot => [n, 50, 20]),
      ...[1, 2, 3].map((n): Spot => [n, 40, 20]),
      ...[1, 2, 3].map((n): Spot => [n, 90, 10]),
      ...[1, 2, 3, 4].map((n): Spot => [n, 99, 99]),
    ],
    [
      [99, 99, 4],
      [90, 10, 3],
      [40, 20, 3],
      [50, 20, 3],
    ],
  ],
  [
    'the corners of the map',
    [
      [1, 100, 100],
      [2, 100, 100],
      [3, 99.9, 100],
      [4, 0, 0],
      [5, 0, 0],
      [6, 0, 0],
    ],
    [
      [0, 0, 3],
      [100, 100, 3],
    ],
  ],
  [
    'the edges do not meet',
    [
      [1, 0, 10.5],
      [2, 0, 10.5],
      [3, 100, 10],
    ],
    [],
  ],
  [
    'what a pin took cannot make another',
    // The window around 10.5 has four installs. Without it, 11 and 11.5 have two.
    [
      [1, 10, 10],
      [2, 10.5, 10],
      [3, 10.5, 10],
      [4, 11, 10],
      [5, 11.5, 10],
      [6, 11.5, 10],
    ],
    [[11, 10, 5]],
  ],
  [
    'of two equal windows the fuller centre',
    [
      [1, 10, 10],
      [2, 10.5, 10],
      [3, 11, 10],
      [4, 11, 10],
      [5, 11.5, 10],
    ],
    // The window around 10.5 has installs 1 2 3 4, the one around 11 has 2 3 4 5, and cell 11 has two installs.
    [[11, 10, 4]],
  ],
];

for (const [what, spots, found] of table) {
  test(`pins: ${what}`, () => {
    const facts = factsOf(pins, sightings(spots));
    const expected = found.map(([x, y, installs]) => ({ x, y, installs }));
    assert.deepEqual(facts, found.length === 0 ? {} : { '12:721': { pins: expected } });
  });
}

test('pins: a position without an NPC or a map does not count', () => {
  const three: Spot[] = [
    [1, 10, 10],
    [2, 10, 10],
    [3, 10, 10],
  ];
  assert.deepEqual(factsOf(pins, sightings(three, { mapId: 0 })), {});
  assert.deepEqual(Object.keys(factsOf(pins, sightings(three, { positionKind: 'player' }))), ['12:721']);
  const legacy = sightings(three).map((report) => {
    const { positionKind: _kind, ...fields } = report.fields;
    return { ...report, fields };
  });
  assert.deepEqual(factsOf(pins, legacy), {});
});

/** Applies the rule literally, without an index: checks every window again before each pin. */
function naivePins(witnesses: readonly Witness[]): object[] {
  let left = witnesses.map(({ installN, field, value }) => {
    const [cx, cy] = field.split(':').map(Number) as [number, number];
    const [x, y] = JSON.parse(value) as [number, number];
    return { installN, cx, cy, x, y };
  });
  const found: { x: number; y: number; installs: number }[] = [];
  for (;;) {
    const windows = left.map(({ cx, cy }) => {
      const inside = left.filter((spot) => Math.abs(spot.cx - cx) <= 1 && Math.abs(spot.cy - cy) <= 1);
      const centre = new Set(left.filter((spot) => spot.cx === cx && spot.cy === cy).map(({ installN }) => installN));
      return { cx, cy, inside, installs: new Set(inside.map(({ installN }) => installN)).size, own: centre.size };
    });
    windows.sort((a, b) => b.installs - a.installs || b.own - a.own || a.cy - b.cy || a.cx - b.cx);
    const best = windows[0];
    if (best === undefined || best.installs < 3) break;
    const installs = [...new Set(best.inside.map(({ installN }) => installN))];
    const middle = (axis: 'x' | 'y'): number => {
      const own = installs.map((n) =>
        computeMedian(best.inside.filter((spot) => spot.installN === n).map((spot) => spot[axis])),
      );
      return Math.round(computeMedian(own) * 100) / 100;
    };
    found.push({ x: middle('x'), y: middle('y'), installs: installs.length });
    left = left.filter((spot) => !best.inside.includes(spot));
  }
  return found.sort((a, b) => b.installs - a.installs || a.y - b.y || a.x - b.x);
}

/** Witnesses in a corner of nine by nine cells, so that windows overlap often. */
const witnesses = fc
  .uniqueArray(
    fc.record({
      installN: fc.integer({ min: 1, max: 6 }),
      x: fc.integer({ min: 0, max: 44 }),
      y: fc.integer({ min: 0, max: 44 }),
    }),
    {
      maxLength: 60,
      size: 'max',
      selector: ({ installN, x, y }) => `${installN} ${Math.floor(x / 5)} ${Math.floor(y / 5)}`,
    },
  )
  .map((spots) =>
    spots.map(({ installN, x, y }): Witness => {
      const field = `${Math.floor(x / 5)}:${Math.floor(y / 5)}`;
      return { installN, field, value: JSON.stringify([x / 10, y / 10]), atMs: 0 };
    }),
  );

test('pins follow the rule in any order of the witnesses', () =>
  fc.assert(
    fc.property(witnesses, fc.infiniteStream(fc.nat()), (seen, keys) => {
      const expected = naivePins(seen);
      const shuffled = seen.map((witness) => ({ witness, key: keys.next().value })).sort((a, b) => a.key - b.key);
      const body = pins.facts(
        '12:721',
        shuffled.map(({ witness }) => witness),
      );
      assert.deepEqual(body, expected.length === 0 ? null : { pins: expected });
    }),
    { numRuns: 300 },
  ));

test('a map full of positions is computed quickly', () => {
  const full: Witness[] = [];
  for (let cy = 0; cy <= 200; cy++) {
    for (let cx = 0; cx <= 200; cx++) {
      const installN = 1 + ((cx + cy * 3) % 7);
      full.push({ installN, field: `${cx}:${cy}`, value: JSON.stringify([cx / 2, cy / 2]), atMs: 0 });
    }
  }
  const body = pins.facts('12:721', full)!;
  assert.ok(body.pins.length > (201 * 201) / 25);
  assert.ok(body.pins.every(({ installs }) => installs >= 3));
});
