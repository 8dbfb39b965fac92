import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, DAY, type NodeRank, snapshot, talentsOf } from './people_support.ts';

const EARLIER = '2026-01-10T12:00:00Z';

test('a class, a talent and a rank each need three installs', () => {
  assert.equal(talentsOf(snapshot([1, 2], 1, [[5, 1]])), undefined);
  const reports = [
    ...snapshot([1, 2, 3], 1, [
      [10, 2],
      [9, 5],
    ]),
    ...snapshot([1, 2], 2, [
      [10, 1],
      [11, 1],
    ]),
  ];
  assert.deepEqual(talentsOf(reports), {
    day: DAY,
    ...cell(1, 3),
    nodes: [
      { nodeId: 9, ...cell(1, 3), ranks: [{ rank: 5, ...cell(1, 3) }] },
      { nodeId: 10, ...cell(1, 3), ranks: [{ rank: 2, ...cell(1, 3) }] },
    ],
    plans: [
      {
        nodes: [
          [9, 5],
          [10, 2],
        ],
        ...cell(1, 3),
      },
    ],
  });
});

test('characters with the same talents are counted together, whatever their ranks', () => {
  const reports = [
    ...snapshot([1], 1, [[10, 1]]),
    ...snapshot([2], 2, [[10, 2]]),
    ...snapshot([3], 3, [[10, 3]]),
    ...snapshot([4], 4, [[10, 4]]),
  ];
  assert.deepEqual(talentsOf(reports)?.nodes, [{ nodeId: 10, ...cell(4, 4), ranks: [] }]);
});

test('characters with different talents are counted by the talents that most installs reported', () => {
  const own = (n: number): readonly NodeRank[] => [
    [10, 5],
    [20 + n, 1],
    [30 + (n % 2), 2],
  ];
  const reports = [1, 2, 3, 4, 5].flatMap((n) => snapshot([n], n, own(n)));
  // The three odd characters have node 31. Only two have node 30, and nothing separates them from characters without
  // both.
  assert.deepEqual(talentsOf(reports), {
    day: DAY,
    ...cell(3, 3),
    nodes: [
      { nodeId: 10, ...cell(3, 3), ranks: [{ rank: 5, ...cell(3, 3) }] },
      { nodeId: 31, ...cell(3, 3), ranks: [{ rank: 2, ...cell(3, 3) }] },
    ],
    plans: [],
  });
});

test('newer talents, ranks or classes that only one install reports are not public anywhere', () => {
  const honest = snapshot([1, 2], 1, [[5, 1]], EARLIER);
  for (const alone of [
    snapshot([3], 1, [[6, 1]]),
    snapshot([3], 1, [[5, 3]]),
    snapshot([3], 1, [[5, 1]], undefined, 'ROGUE'),
  ]) {
    const reports = [...honest, ...alone];
    assert.deepEqual(
      ['MAGE', 'ROGUE'].flatMap((of) => talentsOf(reports, of)?.nodes.flatMap(({ ranks }) => ranks) ?? []),
      [],
    );
    assert.ok(!talentsOf(reports)?.nodes.some(({ nodeId }) => nodeId === 6));
    assert.equal(talentsOf(reports, 'ROGUE'), undefined);
  }
});

test('the count of a class leaves out characters that its talents would reveal by subtraction', () => {
  const ten = Array.from({ length: 10 }, (_, n) => snapshot([1, 2, 3], n, [[5, 2]])).flat();
  const eleventh: readonly (readonly NodeRank[])[] = [
    [[6, 1]],
    [[5, 1]],
    // The first ten share a plan that the eleventh does not have.
    [
      [5, 2],
      [6, 1],
    ],
  ];
  for (const nodes of eleventh) {
    const all = cell(10, 3);
    assert.deepEqual(talentsOf([...ten, ...snapshot([1, 2], 10, nodes)]), {
      day: DAY,
      ...all,
      nodes: [{ nodeId: 5, ...all, ranks: [{ rank: 2, ...all }] }],
      plans: [{ nodes: [[5, 2]], ...all }],
    });
  }
});

test("a character's newest snapshot replaces the earlier one, and a talent listed twice counts once", () => {
  const reports = [
    ...snapshot([1, 2, 3], 1, [[5, 1]], EARLIER),
    ...snapshot(
      [1, 2, 3],
      1,
      [
        [6, 1],
        [6, 3],
      ],
      '2026-01-11T12:00:00Z',
    ),
  ];
  assert.deepEqual(talentsOf(reports), {
    day: DAY,
    ...cell(1, 3),
    nodes: [{ nodeId: 6, ...cell(1, 3), ranks: [{ rank: 3, ...cell(1, 3) }] }],
    plans: [{ nodes: [[6, 3]], ...cell(1, 3) }],
  });
});

const RAID: readonly NodeRank[] = [
  [5, 5],
  [6, 3],
];

test('a plan is a complete set of talents that three installs reported, for one character or many', () => {
  const told = [1, 2, 3, 4].flatMap((n) => snapshot([n], n, RAID));
  assert.deepEqual(talentsOf(told)?.plans, [{ nodes: RAID, ...cell(4, 4) }]);
  assert.deepEqual(talentsOf(snapshot([1, 2, 3], 1, RAID))?.plans, [{ nodes: RAID, ...cell(1, 3) }]);
  // Three installs report each talent and rank, but no complete set.
  const alike = [1, 2, 3].flatMap((n) => snapshot([n], n, [...RAID, [6 + n, 1]]));
  const others = [4, 5, 6].flatMap((n) => snapshot([n], n, [[n + 3, 1]]));
  assert.deepEqual(talentsOf([...alike, ...others])?.plans, []);
  const ranks = [1, 2, 3].flatMap((n) => snapshot([n], n, [[5, n]]));
  assert.deepEqual(talentsOf(ranks)?.plans, []);
});

test('an install that reports a talent nobody else reports neither removes a plan nor adds to it', () => {
  const honest = [1, 2, 3].flatMap((n) => snapshot([n], n, RAID));
  for (const more of [
    [[99, 1]],
    [[6, 1]],
    [
      [99, 1],
      [98, 1],
    ],
  ] as const) {
    const liar = snapshot([4], 4, [...RAID.slice(0, more[0][0] === 6 ? 1 : 2), ...more]);
    assert.deepEqual(talentsOf([...honest, ...liar])?.plans, [{ nodes: RAID, ...cell(3, 3) }]);
    assert.equal(talentsOf([...honest, ...liar])?.characters, 3);
  }
});

test('the twenty plans with the most characters come first', () => {
  const plans = Array.from({ length: 25 }, (_, n) =>
    Array.from({ length: n === 24 ? 2 : 1 }, (_c, c) => snapshot([1, 2, 3], n * 10 + c, [[n + 1, 1]])).flat(),
  );
  const told = talentsOf(plans.flat())?.plans ?? [];
  assert.equal(told.length, 20);
  assert.deepEqual(told[0], { nodes: [[25, 1]], ...cell(2, 3) });
  assert.equal(talentsOf(plans.flat())?.characters, 26);
});
