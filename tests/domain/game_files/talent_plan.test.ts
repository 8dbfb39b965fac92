import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createCalculator } from '../../../domain/game_files/talents/calculator.ts';
import { checkPlan, type PlannedRank } from '../../../domain/game_files/talents/plan.ts';
import type { ClassTalents, TalentNode } from '../../../domain/ports/build.ts';
import { arms, warrior } from './warrior.ts';

function points(...pairs: readonly (readonly [nodeId: number, rank: number])[]): PlannedRank[] {
  return pairs.map(([nodeId, rank]) => ({ nodeId, rank }));
}

const BROKEN: readonly [what: string, plan: PlannedRank[], nodeId: number | null, rule: string][] = [
  ['an unknown node', points([999, 1]), 999, 'Talent 999 is not one of the class warrior.'],
  ['a node twice', points([10, 1], [10, 1]), 10, 'Talent 10 (Arms, row 1, column 1) is named twice.'],
  ['no rank', points([10, 0]), 10, 'Talent 10 (Arms, row 1, column 1) takes 1 to 5 points; the plan gives it 0.'],
  [
    'a rank too many',
    points([11, 4]),
    11,
    'Talent 11 (Arms, row 1, column 2) takes 1 to 3 points; the plan gives it 4.',
  ],
  [
    'a broken rank',
    points([10, 1.5]),
    10,
    'Talent 10 (Arms, row 1, column 1) takes 1 to 5 points; the plan gives it 1.5.',
  ],
  [
    'a rank that is no number',
    points([10, Number.NaN]),
    10,
    'Talent 10 (Arms, row 1, column 1) takes 1 to 5 points; the plan gives it NaN.',
  ],
  [
    'a prerequisite a rank short',
    points([10, 5], [11, 2], [20, 1]),
    20,
    'Talent 20 (Arms, row 2, column 1) needs 3 in Talent 11 (Arms, row 1, column 2) (the plan gives it 2) first.',
  ],
  [
    'the second of two prerequisites',
    points([10, 5], [11, 3], [20, 5], [30, 1]),
    30,
    'Talent 30 (Arms, row 3, column 1) needs 1 in Talent 21 (Arms, row 2, column 2) (the plan gives it 0) first.',
  ],
  [
    'neither of two of which one suffices',
    points([10, 4], [11, 3], [21, 4], [31, 1]),
    31,
    'Talent 31 (Arms, row 3, column 2) needs 5 in Talent 10 (Arms, row 1, column 1) (the plan gives it 4) or 5 in Talent 21 (Arms, row 2, column 2) (the plan gives it 4) first.',
  ],
  [
    'a gate a point short',
    points([10, 4], [21, 5]),
    21,
    'Talent 21 (Arms, row 2, column 2) needs 5 points in its tree first; the plan can spend 4 there before it.',
  ],
  [
    'points of another tree open no gate',
    points([40, 5], [10, 4], [21, 1]),
    21,
    'Talent 21 (Arms, row 2, column 2) needs 5 points in its tree first; the plan can spend 4 there before it.',
  ],
  [
    'a closed gate behind which others wait',
    points([10, 1], [11, 3], [20, 5], [21, 1], [30, 1]),
    20,
    'Talent 20 (Arms, row 2, column 1) needs 5 points in its tree first; the plan can spend 4 there before it.',
  ],
  [
    'nodes that require each other',
    points([40, 5], [50, 1], [51, 1]),
    50,
    'The talents of the plan require each other.',
  ],
  [
    'a point too many',
    points([10, 5], [11, 3], [20, 5], [21, 5], [40, 3]),
    null,
    'A character gets 20 points; the plan spends 21.',
  ],
];

for (const [what, plan, nodeId, rule] of BROKEN) {
  test(`an illegal plan is refused with the broken rule: ${what}`, () => {
    assert.deepEqual(checkPlan(warrior, plan), { legal: false, rule, nodeId });
  });
}

const LEGAL: readonly [what: string, plan: PlannedRank[], perTree: readonly number[], level: number][] = [
  ['no points', [], [0, 0], 1],
  ['one point', points([10, 1]), [1, 0], 10],
  ['a full first row', points([10, 5], [11, 3]), [8, 0], 17],
  ['a gate just open', points([21, 5], [10, 5]), [10, 0], 19],
  ['a gate opened by another node of its row', points([10, 2], [11, 3], [21, 5], [31, 1]), [11, 0], 20],
  ['one of two prerequisites suffices', points([31, 1], [10, 5], [21, 5]), [11, 0], 20],
  ['the last point', points([10, 5], [11, 3], [20, 5], [21, 5], [40, 2]), [18, 2], 29],
];

for (const [what, plan, perTree, level] of LEGAL) {
  test(`a plan within the rules is legal: ${what}`, () => {
    const checked = checkPlan(warrior, plan);
    assert.ok(checked.legal, JSON.stringify(checked));
    assert.deepEqual(createCalculator(warrior, plan).pointsPerTree, perTree);
    assert.equal(checked.levelNeeded, level);
    assert.deepEqual(checked.unchecked, []);
    assert.equal(firstFault(checked.order), null);
    assert.deepEqual(
      checked.order.map((step) => step.level),
      checked.order.map((_, at) => 10 + at),
    );
  });
}

test('rules that the files do not contain are not checked, and the result says so', () => {
  const open = { ...arms, nodes: arms.nodes.map((each) => ({ ...each, pointsRequired: null })) };
  const unknown: ClassTalents = { ...warrior, trees: [open], pointLevels: { levels: null, rule: 'unknown' } };
  const checked = checkPlan(unknown, points([21, 1]));
  assert.ok(checked.legal);
  assert.equal(checked.levelNeeded, null);
  assert.deepEqual(checked.order, [{ nodeId: 21, rank: 1, level: null }]);
  assert.deepEqual(checked.unchecked, [
    'It is unknown how many points must be spent before these talents open.',
    'It is unknown at which levels a character gets points.',
  ]);
});

/** Takes talents as the client would, and returns the first that it would refuse, or null if there is none. */
function firstFault(order: readonly PlannedRank[]): PlannedRank | null {
  const ranks = new Map<number, number>();
  for (const step of order) {
    if (!clickable(ranks).some(({ nodeId }) => nodeId === step.nodeId)) return step;
    ranks.set(step.nodeId, (ranks.get(step.nodeId) ?? 0) + 1);
    if (ranks.get(step.nodeId) !== step.rank) return step;
  }
  return null;
}

/** Returns the nodes that take another point. As in the client, a gate counts the points in the rows above. */
function clickable(ranks: ReadonlyMap<number, number>): readonly TalentNode[] {
  return warrior.trees.flatMap(({ nodes }) =>
    nodes.filter((each) => {
      const rank = (id: number): number => ranks.get(id) ?? 0;
      const above = nodes.filter(({ row }) => row! < each.row!).reduce((sum, { nodeId }) => sum + rank(nodeId), 0);
      return (
        rank(each.nodeId) < each.maxRank &&
        above >= each.row! * 5 &&
        each.prerequisites.every((asked) => rank(asked.nodeId) >= asked.rank) &&
        (each.prerequisitesAnyOf.length === 0 ||
          each.prerequisitesAnyOf.some((asked) => rank(asked.nodeId) >= asked.rank))
      );
    }),
  );
}

const clicked = fc.array(fc.nat(), { maxLength: 20 }).map((choices) => {
  const ranks = new Map<number, number>();
  for (const choice of choices) {
    const open = clickable(ranks);
    const { nodeId } = open[choice % open.length]!;
    ranks.set(nodeId, (ranks.get(nodeId) ?? 0) + 1);
  }
  return ranks;
});

function planOf(ranks: ReadonlyMap<number, number>): PlannedRank[] {
  return [...ranks].filter(([, rank]) => rank > 0).map(([nodeId, rank]) => ({ nodeId, rank }));
}

test('every plan that a player can click together is legal in any order', () => {
  fc.assert(
    fc.property(clicked, fc.boolean(), (ranks, reversed) => {
      const plan = planOf(ranks);
      const checked = checkPlan(warrior, reversed ? plan.toReversed() : plan);
      assert.ok(checked.legal, JSON.stringify(checked));
      assert.equal(firstFault(checked.order), null);
      assert.equal(
        checked.order.length,
        plan.reduce((sum, { rank }) => sum + rank, 0),
      );
    }),
  );
});

test('every legal plan can be clicked together', () => {
  const any = fc.uniqueArray(
    fc.record({
      nodeId: fc.constantFrom(...warrior.trees.flatMap(({ nodes }) => nodes.map(({ nodeId }) => nodeId))),
      rank: fc.integer({ min: 1, max: 5 }),
    }),
    { selector: ({ nodeId }) => nodeId },
  );
  fc.assert(
    fc.property(any, (plan) => {
      const checked = checkPlan(warrior, plan);
      if (checked.legal) assert.equal(firstFault(checked.order), null);
    }),
  );
});
