import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeBuild, encodeBuild } from '../../../domain/game_files/talents/build_code.ts';
import {
  addPoint,
  type Calculator,
  createCalculator,
  explainClosedNode,
  openSharedBuild,
  removePoint,
} from '../../../domain/game_files/talents/calculator.ts';
import { indexNodesWithTrees } from '../../../domain/game_files/talents/labels.ts';
import { checkPlan } from '../../../domain/game_files/talents/plan.ts';
import { warrior } from './warrior.ts';

const EMPTY = createCalculator(warrior, []);
const NODES = [...indexNodesWithTrees(warrior).keys()];

/** Adds a point to each of these talents in turn. */
function spend(...nodeIds: readonly number[]): Calculator {
  return nodeIds.reduce((calculator, nodeId) => {
    const next = addPoint(calculator, nodeId);
    assert.ok(next.ok, next.ok ? '' : next.error);
    return next.value;
  }, EMPTY);
}

function times(count: number, nodeId: number): readonly number[] {
  return Array.from({ length: count }, () => nodeId);
}

function codeOf({ build }: Calculator): string {
  return encodeBuild(warrior, build);
}

test('a build is written tree by tree and row by row, without zeros at the end', () => {
  assert.equal(codeOf(EMPTY), '');
  assert.equal(codeOf(spend(10, 10)), '2');
  assert.equal(codeOf(spend(...times(3, 11), ...times(2, 10), 20)), '231');
  assert.equal(codeOf(spend(40)), '-1');
  assert.equal(codeOf(spend(11, 40, 40)), '01-2');
});

test('after any clicks the build is legal, its code opens it again, and each point can be taken back', () => {
  const clicks = fc.array(fc.tuple(fc.constantFrom(...NODES), fc.boolean()), { maxLength: 60 });
  fc.assert(
    fc.property(clicks, (steps) => {
      let calculator = EMPTY;
      for (const [nodeId, isAdded] of steps) {
        const next = (isAdded ? addPoint : removePoint)(calculator, nodeId);
        const isOffered = (isAdded ? calculator.addable : calculator.removable).has(nodeId);
        assert.equal(next.ok, isOffered, 'what is offered is carried out, and nothing else is');
        if (!next.ok) assert.match(next.error, /^[A-Z].*\.$/);
        if (!next.ok && isAdded) assert.equal(next.error, explainClosedNode(calculator, nodeId));
        if (next.ok) calculator = next.value;
        assert.ok(checkPlan(warrior, calculator.build).legal);
      }
      const opened = openSharedBuild(warrior, codeOf(calculator));
      assert.deepEqual(opened, { calculator, fault: null });
      while (calculator.spent > 0) {
        const [last] = calculator.removable;
        const next = removePoint(calculator, last!);
        assert.ok(next.ok, 'a build can always be taken apart');
        calculator = next.value;
      }
    }),
  );
});

test('any code opens a legal build, and says what it left out', () => {
  const codes = fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-z-]{0,16}$/));
  fc.assert(
    fc.property(codes, (code) => {
      const { calculator, fault } = openSharedBuild(warrior, code);
      assert.ok(checkPlan(warrior, calculator.build).legal);
      const again = codeOf(calculator);
      if (fault === null) assert.deepEqual(decodeBuild(warrior, code).build, calculator.build);
      else assert.match(fault, /[A-Za-z].*\.$/s);
      assert.equal(openSharedBuild(warrior, again).fault, null);
    }),
  );
});

test('a code that breaks a rule opens its legal part with a sentence', () => {
  const cases: readonly (readonly [code: string, fault: RegExp, left: string])[] = [
    ['5?', /^build must be the points of each talent as digits.*it is "5\?"\.$/, ''],
    ['1-1-1', /^build must have at most 2 trees; got 3\.$/, '1-1'],
    ['1000000', /^build must have at most 6 digits for Arms; got 7\.$/, '1'],
    ['9', /^Talent 10 \(Arms, row 1\) takes at most 5 points; build gives it 9\.$/, '5'],
    ['0001', /^Talent 21 .* needs 5 points in its tree first; the plan can spend 0/, ''],
    ['53551-5', /^A character gets 20 points; the plan spends 24\.$/, '53551-1'],
  ];
  for (const [code, fault, left] of cases) {
    const opened = openSharedBuild(warrior, code);
    assert.match(opened.fault ?? '', fault, code);
    assert.equal(codeOf(opened.calculator), left, code);
  }
  assert.equal(openSharedBuild(warrior, '1'.repeat(1_000)).calculator.spent, 0);
});

test('a closed talent says what it requires', () => {
  assert.equal(explainClosedNode(EMPTY, 10), '');
  assert.equal(
    explainClosedNode(EMPTY, 20),
    'Requires 5 points in Arms. Requires 3 points in Talent 11 (Arms, row 1).',
  );
  assert.match(
    explainClosedNode(spend(...times(5, 11).slice(0, 3), 10, 10), 31),
    /^Requires 10 points in Arms\. Requires 5/,
  );
  assert.equal(explainClosedNode(spend(...times(5, 10)), 10), 'Talent 10 (Arms, row 1) has all its points.');
  const full = spend(...times(5, 10), ...times(3, 11), ...times(5, 21), ...times(5, 20), 40, 40);
  assert.equal(full.left, 0);
  assert.equal(full.levelNeeded, 29);
  assert.equal(explainClosedNode(full, 40), 'All 20 points are spent.');
  assert.deepEqual(addPoint(EMPTY, 999), { ok: false, error: '' });
});

test('a point that others need stays, and the sentence names them', () => {
  const built = spend(...times(3, 11), ...times(2, 10), 20);
  assert.deepEqual(removePoint(built, 11), {
    ok: false,
    error: 'Talent 20 (Arms, row 2) needs this point of Talent 11 (Arms, row 1). Remove Talent 20 (Arms, row 2) first.',
  });
  assert.match(JSON.stringify(removePoint(built, 21)), /There is no point to remove here/);
  assert.deepEqual([...built.removable], [20]);
});
