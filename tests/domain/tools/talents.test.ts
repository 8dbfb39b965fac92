import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BuildPiece, ClassTalents, TalentNode } from '../../../domain/ports/build.ts';
import { renderPopularity } from '../../../domain/tools/talents/plan_lines.ts';
import { importPieces, piecesOf } from '../../support/game_build.ts';
import { createToolWorld } from './support.ts';

function node(nodeId: number, row: number, maxRank: number, said: Partial<TalentNode> = {}): TalentNode {
  return {
    nodeId,
    row,
    column: 1,
    maxRank,
    talents: [{ talentId: nodeId, name: null, spellIds: [nodeId * 10, nodeId * 10 + 1], maxRank }],
    prerequisites: [],
    prerequisitesAnyOf: [],
    pointsRequired: row * 5,
    ...said,
  };
}

/** Two trees. The second node of the first tree requires its first node at full rank and five points. */
const WARRIOR: ClassTalents = {
  playerClass: 'warrior',
  trees: [
    {
      treeId: 161,
      name: 'Arms',
      order: 0,
      nodes: [node(1, 0, 5), node(2, 1, 2, { prerequisites: [{ nodeId: 1, rank: 5 }] })],
    },
    { treeId: 164, name: 'Fury', order: 1, nodes: [node(3, 0, 3)] },
  ],
  pointLevels: { levels: [10, 11, 12, 13, 14, 15, 16, 17], rule: 'one-a-level-from-10' },
  gateRule: 'five-a-row',
  prerequisiteRule: 'files',
};

async function imported(talents: readonly ClassTalents[] = [WARRIOR]) {
  const world = createToolWorld();
  await importPieces(world.writer, [
    ...piecesOf([]),
    { piece: 'name', name: { kind: 'spell', id: 10, name: 'Heroic "Strike"' } },
    { piece: 'name', name: { kind: 'player_class', id: 6, name: 'Death Knight' } },
    ...talents.map((one): BuildPiece => ({ piece: 'talents', talents: one })),
  ]);
  return world;
}

test('without a build, or with a build without talents, both tools say so', async () => {
  const empty = createToolWorld();
  await empty.writeEmpty();
  const bare = await imported([]);
  for (const [tool, query] of [
    ['talent_tree', 'class=warrior'],
    ['talent_plan', 'class=warrior&points=1:5'],
  ] as const) {
    assert.match((await createToolWorld().ask(tool, query)).answer.error, /is writing its first snapshot/);
    assert.match((await empty.ask(tool, query)).answer.error, /No build/);
    const { answer, text } = await bare.ask(tool, query);
    assert.match(answer.error, /holds no talents/);
    assert.equal(answer.build, '1.15.8.67156');
    assert.match(text, /holds no talents/);
  }
});

test('the trees of a class have names, ranks, gates, prerequisites and levels', async () => {
  const { answer, text } = await (await imported()).ask('talent_tree', 'class=Warrior');
  assert.equal(answer.class, 'warrior');
  assert.deepEqual(answer.pointLevels, WARRIOR.pointLevels);
  assert.deepEqual([answer.gateRule, answer.prerequisiteRule], ['five-a-row', 'files']);
  assert.deepEqual(
    answer.trees.map(({ number, name, treeId, nodes }: Record<string, unknown>) => [
      number,
      name,
      treeId,
      (nodes as []).length,
    ]),
    [
      [1, 'Arms', 161, 2],
      [2, 'Fury', 164, 1],
    ],
  );
  assert.deepEqual(answer.trees[0].nodes[0], {
    nodeId: 1,
    name: 'Heroic "Strike"',
    label: 'Heroic "Strike"',
    row: 0,
    column: 1,
    maxRank: 5,
    talents: [{ talentId: 1, name: 'Heroic "Strike"', maxRank: 5, spellIds: [10, 11], icon: null }],
    prerequisites: [],
    prerequisitesAnyOf: [],
    pointsRequired: 0,
  });
  assert.deepEqual(answer.trees[0].nodes[1].prerequisites, [{ nodeId: 1, rank: 5 }]);
  const { name, label } = answer.trees[0].nodes[1];
  assert.deepEqual([name, label], [null, 'Talent 2 (Arms, row 2)']);
  assert.deepEqual(text.split('\n').slice(0, 7), [
    'Warrior talents: 2 trees, 3 talents. 8 points to spend, from level 10 to 17.',
    'Arms (tree 1): 2 talents for 7 points.',
    'Row 1: Heroic "Strike" (1, 5 points).',
    'Row 2 (after 5 points in the tree): Talent 2 (2 points, after 5 in Heroic "Strike").',
    'Fury (tree 2): 1 talent for 3 points.',
    'Row 1: Talent 3 (3 points).',
    'In brackets: the number that talent_plan takes, and how many points the talent takes.',
  ]);
});

test('a tree is selected by its name in any letter case, or by its number', async () => {
  const world = await imported();
  for (const tree of ['arms', 'ARMS', '1']) {
    const { answer, text } = await world.ask('talent_tree', `class=warrior&tree=${tree}`);
    assert.deepEqual(
      answer.trees.map(({ name }: { name: string }) => name),
      ['Arms'],
    );
    assert.match(text, /Row 2 .*Talent 2 \(2 points, after 5 in Heroic "Strike"\)\./);
    assert.doesNotMatch(text, /Fury/);
  }
  const refusal = await world.refusal('talent_tree', 'class=warrior&tree=Holy');
  assert.equal(refusal.parameter, 'tree');
  assert.match(refusal.error, /one of "Arms" \(1\), "Fury" \(2\); it is "Holy"/);
});

test('a class that the build lacks is refused with a list of its classes', async () => {
  const world = await imported([{ ...WARRIOR, playerClass: 'deathknight' }, WARRIOR]);
  for (const query of ['class=bard', 'class=mage']) {
    for (const [tool, more] of [
      ['talent_tree', ''],
      ['talent_plan', '&points=1:5'],
    ] as const) {
      const refusal = await world.refusal(tool, query + more);
      assert.equal(refusal.parameter, 'class');
      assert.match(refusal.error, /class must be one of warrior, deathknight; it is "(bard|mage)"\./);
    }
  }
});

test('a legal plan has points per tree, its level and its order', async () => {
  const { answer, text } = await (await imported()).ask('talent_plan', 'class=warrior&points=3:1,%202:1,1:5');
  assert.deepEqual([answer.legal, answer.broken, answer.points, answer.levelNeeded], [true, null, 7, 16]);
  assert.deepEqual(answer.pointsPerTree, [
    { treeId: 161, number: 1, name: 'Arms', points: 6 },
    { treeId: 164, number: 2, name: 'Fury', points: 1 },
  ]);
  assert.deepEqual(
    answer.order.map(({ nodeId, rank, level }: Record<string, unknown>) => [nodeId, rank, level]),
    [...[1, 2, 3, 4, 5].map((rank) => [1, rank, 9 + rank]), [2, 1, 15], [3, 1, 16]],
  );
  assert.deepEqual([answer.popularity, answer.attribution], [null, undefined]);
  assert.deepEqual(
    answer.order.slice(4).map(({ label }: { label: string }) => label),
    ['Heroic "Strike"', 'Talent 2 (Arms, row 2)', 'Talent 3 (Fury, row 1)'],
  );
  assert.deepEqual(text.split('\n').slice(0, 4), [
    'Warrior, 7 points (6 in Arms, 1 in Fury): the plan can be spent, complete at level 16. One order:',
    '1. Heroic "Strike": 5 points, by level 14.',
    '2. Talent 2 (Arms, row 2): 1 point, by level 15.',
    '3. Talent 3 (Fury, row 1): 1 point, by level 16.',
  ]);
  assert.equal(answer.atLevel, null);
});

test('a plan without points is legal', async () => {
  const { answer, text } = await (await imported()).ask('talent_plan', 'class=warrior');
  assert.deepEqual(
    [answer.legal, answer.broken, answer.points, answer.levelNeeded, answer.order],
    [true, null, 0, 1, []],
  );
  assert.deepEqual(
    answer.pointsPerTree.map(({ points }: { points: number }) => points),
    [0, 0],
  );
  assert.match(text, /^Warrior, no points spent yet\.$/m);
});

test('with a level, the tool says which talents can be taken next', async () => {
  const world = await imported();
  const at = async (level: number, points: string) => {
    const query = `class=warrior&level=${level}${points === '' ? '' : `&points=${points}`}`;
    const { answer, text } = await world.ask('talent_plan', query);
    const { atLevel } = answer;
    const next = (atLevel?.next ?? []).map(({ nodeId, rank, tree }: Record<string, number>) => [nodeId, rank, tree]);
    return { told: atLevel === null ? null : [atLevel.points, atLevel.left, next], text: text.split('\n') };
  };
  const none = await at(9, '');
  assert.deepEqual(none.told, [0, 0, []]);
  assert.equal(none.text[1], 'At level 9 a character has 0 talent points, and none is left.');
  const first = await at(10, '');
  assert.deepEqual(first.told, [
    1,
    1,
    [
      [1, 1, 1],
      [3, 1, 2],
    ],
  ]);
  assert.equal(
    first.text[1],
    'At level 10 a character has 1 talent point; 1 left. The next can go into: Heroic "Strike" (talent 1), point 1 of 5; Talent 3 (Fury, row 1), point 1 of 3.',
  );
  // Full nodes take no more points. The second row opens with five points and the first node at full rank.
  assert.deepEqual((await at(16, '1:4,3:1')).told, [
    7,
    2,
    [
      [1, 5, 1],
      [3, 2, 2],
    ],
  ]);
  assert.deepEqual((await at(16, '1:5')).told, [
    7,
    2,
    [
      [2, 1, 1],
      [3, 1, 2],
    ],
  ]);
  const much = await at(12, '1:5');
  assert.deepEqual(much.told, [3, 0, []]);
  assert.ok(
    much.text.includes('At level 12 a character has 3 talent points, so this plan is not complete before level 14.'),
  );
  assert.equal((await at(60, '2:1')).told, null, 'the plan is broken');
  assert.equal((await world.refusal('talent_plan', 'class=warrior&level=0')).parameter, 'level');
});

test('the answer to an illegal plan names the node, its requirement and the given points', async () => {
  const world = await imported();
  const rows: readonly (readonly [points: string, nodeId: number | null, rule: RegExp])[] = [
    ['1:4,2:1', 2, /needs 5 in Heroic "Strike" \(talent 1, Arms, row 1, column 2\) \(the plan gives it 4\) first/],
    ['1:6', 1, /takes 1 to 5 points; the plan gives it 6/],
    ['1:0', 1, /takes 1 to 5 points; the plan gives it 0/],
    ['9:1', 9, /Talent 9 is not one of the class warrior/],
    ['1:1,1:2', 1, /named twice/],
    ['1:5,2:2,3:3', null, /gets 8 points; the plan spends 10/],
  ];
  for (const [points, nodeId, rule] of rows) {
    const { answer, text } = await world.ask('talent_plan', `class=warrior&points=${points}`);
    assert.deepEqual(
      [answer.legal, answer.broken.nodeId, answer.order, answer.levelNeeded],
      [false, nodeId, null, null],
    );
    assert.match(answer.broken.rule, rule, points);
    assert.match(text, /^Warrior, .*: the plan cannot be spent\.$/m);
    assert.match(text, rule);
  }
});

test('popularity needs three installs, lists the talents of the plan first, and has its credit', async () => {
  const world = await imported();
  await world.facts([
    'talents',
    'WARRIOR',
    {
      day: '2026-11-20',
      characters: 40,
      installs: 9,
      nodes: [
        { nodeId: 2, characters: 12, installs: 4, ranks: [] },
        { nodeId: 3, characters: 30, installs: 8, ranks: [{ rank: 3, characters: 25, installs: 7 }] },
        { nodeId: 8, characters: 12, installs: 5, ranks: [] },
      ],
      plans: [
        {
          nodes: [
            [3, 2],
            [1, 5],
            [2, 1],
          ],
          characters: 9,
          installs: 4,
        },
        {
          nodes: [
            [8, 1],
            [3, 3],
          ],
          characters: 3,
          installs: 3,
        },
      ],
    },
  ]);
  const { answer, text } = await world.ask('talent_plan', 'class=warrior&points=1:5');
  assert.deepEqual(
    [answer.popularity.day, answer.popularity.characters, answer.popularity.installs],
    ['2026-11-20', 40, 9],
  );
  assert.deepEqual(answer.popularity.nodes, [
    {
      nodeId: 1,
      name: 'Heroic "Strike"',
      label: 'Heroic "Strike"',
      planned: 5,
      characters: null,
      installs: null,
      ranks: [],
    },
    {
      nodeId: 3,
      name: null,
      label: 'Talent 3 (Fury, row 1)',
      planned: 0,
      characters: 30,
      installs: 8,
      ranks: [{ rank: 3, characters: 25, installs: 7 }],
    },
    { nodeId: 2, name: null, label: 'Talent 2 (Arms, row 2)', planned: 0, characters: 12, installs: 4, ranks: [] },
    { nodeId: 8, name: null, label: 'Talent 8', planned: 0, characters: 12, installs: 5, ranks: [] },
  ]);
  assert.equal(answer.attribution.credit, 'Data: Test Service contributors');
  assert.equal(answer.dataAsOf, '2026-11-20T12:00:00.000Z');
  assert.match(
    text,
    /Characters with points in it, of 40 seen in the 30 days before 2026-11-20 \(9 installs\): Heroic "Strike" unknown\./,
  );
  assert.deepEqual(answer.popularity.plans[0], {
    points: '1:5,2:1,3:2',
    spent: 8,
    pointsPerTree: [6, 2],
    characters: 9,
    installs: 4,
    nodes: [
      { nodeId: 1, name: 'Heroic "Strike"', label: 'Heroic "Strike"', rank: 5 },
      { nodeId: 2, name: null, label: 'Talent 2 (Arms, row 2)', rank: 1 },
      { nodeId: 3, name: null, label: 'Talent 3 (Fury, row 1)', rank: 2 },
    ],
  });
  // The build lacks node 8, but it stays in the plan.
  assert.equal(answer.popularity.plans[1].points, '3:3,8:1');
  assert.ok(
    text.includes(
      'What others take as a whole (points in Arms, Fury):\n6/2: 9 characters, 4 installs; points=1:5,2:1,3:2\n0/3: 3 characters, 3 installs; points=3:3,8:1',
    ),
    text,
  );
  const own = await world.ask('talent_plan', `class=warrior&points=${answer.popularity.plans[0].points}`);
  assert.equal(own.answer.legal, true);
  assert.match(text, /Popularity: Data: Test Service contributors/);
});

test('the refusal of wrong points names the argument', async () => {
  const world = await imported();
  for (const points of ['5', '1:5,', '1:5;2:1', '1:-1', '0:1', '1:5:2', 'x:1']) {
    const refusal = await world.refusal('talent_plan', `class=warrior&points=${encodeURIComponent(points)}`);
    assert.equal(refusal.parameter, 'points');
    assert.match(refusal.error, /points must be nodeId:rank entries, .*one entry is "/, points);
  }
  const many = Array.from({ length: 301 }, (_, at) => `${at + 1}:1`).join();
  assert.match(
    (await world.refusal('talent_plan', `class=warrior&points=${many}`)).error,
    /at most 300 entries; got 301/,
  );
  assert.equal((await world.refusal('talent_tree', '')).parameter, 'class');
});

test('a class without a talent that three players have says nothing about its talents', () => {
  const seen = { characters: 5, installs: 5, day: '2026-11-20', plans: [] };
  assert.deepEqual(renderPopularity({ popularity: { ...seen, nodes: [] } }), []);
});
