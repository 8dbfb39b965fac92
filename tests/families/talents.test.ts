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
  });
});

test('characters of the same talents are counted together, whatever their ranks', () => {
  const reports = [
    ...snapshot([1], 1, [[10, 1]]),
    ...snapshot([2], 2, [[10, 2]]),
    ...snapshot([3], 3, [[10, 3]]),
    ...snapshot([4], 4, [[10, 4]]),
  ];
  assert.deepEqual(talentsOf(reports)?.nodes, [{ nodeId: 10, ...cell(4, 4), ranks: [] }]);
});

test('characters of different talents are counted by those that most installs told', () => {
  const own = (n: number): readonly NodeRank[] => [
    [10, 5],
    [20 + n, 1],
    [30 + (n % 2), 2],
  ];
  const reports = [1, 2, 3, 4, 5].flatMap((n) => snapshot([n], n, own(n)));
  // 31 is of the odd ones, three of them; 30 of two, whom nobody tells apart from whoever lacks both.
  assert.deepEqual(talentsOf(reports), {
    day: DAY,
    ...cell(3, 3),
    nodes: [
      { nodeId: 10, ...cell(3, 3), ranks: [{ rank: 5, ...cell(3, 3) }] },
      { nodeId: 31, ...cell(3, 3), ranks: [{ rank: 2, ...cell(3, 3) }] },
    ],
  });
});

test('what one install alone tells newer, of talents, ranks or class, is public nowhere', () => {
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

test('no class counts characters that its talents would tell apart by subtraction', () => {
  const ten = Array.from({ length: 10 }, (_, n) => snapshot([1, 2, 3], n, [[5, 2]])).flat();
  const eleventh: readonly (readonly [nodes: readonly NodeRank[], counts: boolean])[] = [
    [[[6, 1]], false],
    [[[5, 1]], false],
    // Two installs tell talent 6, so that it is in no cell; of talent 5 the eleventh is as the others.
    [
      [
        [5, 2],
        [6, 1],
      ],
      true,
    ],
  ];
  for (const [nodes, counts] of eleventh) {
    const all = cell(counts ? 11 : 10, 3);
    assert.deepEqual(talentsOf([...ten, ...snapshot([1, 2], 10, nodes)]), {
      day: DAY,
      ...all,
      nodes: [{ nodeId: 5, ...all, ranks: [{ rank: 2, ...all }] }],
    });
  }
});

test('a character’s newest snapshot replaces the earlier one; a talent listed twice counts once', () => {
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
  });
});
