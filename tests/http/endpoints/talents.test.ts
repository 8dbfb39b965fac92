import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBundleReader } from '../../../adapters/bundles.ts';
import type { BuildPiece, TalentNode } from '../../../domain/ports/build.ts';
import { importPieces, piecesOf } from '../../support/game_build.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { createGameWorld } from '../game_world.ts';
import { createWorld, START_MS } from '../support.ts';
import { leadsSomewhere, pageAt } from './browse_support.ts';

function node(nodeId: number, row: number | null, column: number | null, more: Partial<TalentNode> = {}): TalentNode {
  return {
    nodeId,
    row,
    column,
    maxRank: 5,
    prerequisites: [],
    prerequisitesAnyOf: [],
    pointsRequired: 5 * (row ?? 0),
    talents: [{ talentId: nodeId, name: `Talent <b>${nodeId}</b>`, spellIds: [], maxRank: 5 }],
    ...more,
  };
}

const TALENTS: Extract<BuildPiece, { piece: 'talents' }> = {
  piece: 'talents',
  talents: {
    playerClass: 'warrior',
    trees: [
      {
        treeId: 1,
        name: 'Arms',
        order: 0,
        nodes: [
          node(11, 0, 0, {
            talents: [{ talentId: 11, name: 'Talent <b>11</b>', spellIds: [], maxRank: 5, icon: 'ability_ambush' }],
          }),
          node(12, 1, 0, { prerequisites: [{ nodeId: 11, rank: 5 }], maxRank: 1 }),
          node(13, 1, 2, { prerequisites: [{ nodeId: 12, rank: 1 }] }),
        ],
      },
      { treeId: 2, name: null, order: 1, nodes: [node(21, null, null), node(22, 0, 1)] },
    ],
    pointLevels: { levels: [10, 11], rule: 'files' },
    gateRule: 'files',
    prerequisiteRule: 'files',
  },
};

const POPULARITY = {
  family: 'talents',
  subject: 'WARRIOR',
  body: {
    day: '2026-11-20',
    characters: 8,
    installs: 4,
    nodes: [{ nodeId: 11, characters: 6, installs: 3, ranks: [] }],
    plans: [{ nodes: [[11, 2]], characters: 3, installs: 3 }],
  },
};

async function filled(popularity = POPULARITY, options: Parameters<typeof createGameWorld>[0] = {}) {
  const world = createGameWorld(options);
  await world.observe();
  await importPieces(world.snapshots, [...piecesOf([]), TALENTS]);
  await world.snapshots.write(
    snapshotChange(3, { facts: [popularity], row: { writtenAtMs: START_MS + 9, dataAsOfMs: START_MS } }),
  );
  return world;
}

test('each class has a tile that leads to its calculator', async () => {
  const world = await filled();
  const text = await pageAt(world, '/talents');
  assert.match(text, /<li class="class-warrior"><a href="\/talents\/warrior"><i class="tile[^>]* data-letter="W"/);
  await leadsSomewhere(world, '/talents');
});

test('without scripts, each legal step from a build is a link that leads to the build after it', async () => {
  const world = await filled();
  const empty = await pageAt(world, '/talents/warrior');
  assert.match(empty, /<h1>Warrior talents<\/h1>/);
  assert.match(empty, /<b id="build-split">0\/0<\/b> <span id="build-spent">0 of 2 points<\/span>/);
  assert.match(
    empty,
    /<li class="talent r0 c0 open" id="talent-11" data-node="11" data-max="5" data-gate="0"><a class="point" rel="nofollow" href="\?build=1#talent-11"/,
  );
  assert.match(empty, /<li class="talent r1 c0" id="talent-12"[^>]* data-all="11:5"><span class="point">/, 'closed');
  assert.doesNotMatch(empty, /class="less"/);
  assert.doesNotMatch(empty, /noindex/);

  const one = await pageAt(world, '/talents/warrior?build=1');
  assert.match(one, /<title>Warrior talents 1\/0 – /);
  assert.match(one, /1 of 2 points, requires level 10/);
  assert.match(one, /<li class="talent r0 c0 open taken"[^>]*><a [^>]*href="\?build=2#talent-11"/);
  assert.match(
    one,
    /<a class="less" rel="nofollow" href="\?build=#talent-11" aria-label="Remove a point from Talent &lt;b&gt;11/,
  );
  assert.match(one, /<input id="build-link" readonly value="[^"]+\/talents\/warrior\?build=1">/);
  assert.match(one, /<link rel="canonical" href="[^"]+\/talents\/warrior">/);
  assert.match(one, /<meta name="robots" content="noindex">/);

  const full = await pageAt(world, '/talents/warrior?build=1-1');
  assert.match(full, /2 of 2 points, requires level 11/);
  assert.doesNotMatch(full, /<a class="point"/, 'no point is left');
});

test('the trees are drawn with prerequisites, requirements and shares', async () => {
  const text = await pageAt(await filled(), '/talents/warrior');
  assert.match(text, /<path d="M25 31V63"\/>/, 'down from the first to the second');
  assert.match(text, /<path d="M39 77H111"\/>/, 'across to its neighbour');
  assert.match(text, /id="about-11">Taken by 75% of characters\.</);
  assert.match(text, /id="about-12">Requires 5 points in Arms\. Requires 5 points in Talent &lt;b&gt;11&lt;\/b&gt;\.</);
  const [, second = ''] = text.split('id="tree-2"');
  assert.ok(
    second.includes('<h2>Tree 2 ') && second.includes('class="places unplaced"'),
    'without places it is a list',
  );
  await leadsSomewhere(await filled(), '/talents/warrior');
});

test('builds that three players share open in the calculator, unless the imported trees do not allow them', async () => {
  const text = await pageAt(await filled(), '/talents/warrior');
  assert.match(text, /8 characters of 4 players seen in the 30 days before 2026-11-20/);
  assert.match(text, /<a href="\?build=2" rel="nofollow"><b>2\/0<\/b><\/a> 2 Arms/);
  assert.match(text, /3 characters, 3 players/);
  const other = {
    ...POPULARITY,
    body: { ...POPULARITY.body, plans: [{ nodes: [[99, 1]], characters: 3, installs: 3 }] },
  };
  const elsewhere = await pageAt(await filled(other), '/talents/warrior');
  assert.match(elsewhere, /<p><b>0\/0<\/b> <\/p>/, 'not a link');
});

test('an address with an illegal build shows the legal part and says which rule it breaks', async () => {
  const world = await filled();
  const broken = await pageAt(world, '/talents/warrior?build=11');
  assert.match(broken, /<p role="alert" class="fault">Talent &lt;b&gt;12&lt;\/b&gt; .* needs 5 in Talent/);
  assert.match(broken, /<b id="build-split">1\/0<\/b>/);
  const text = await pageAt(world, '/talents/warrior?build=%3Cscript%3E');
  assert.match(text, /build must be the points of each talent as digits.*it is &quot;&lt;script&gt;&quot;\./);
  assert.match(text, /<b id="build-split">0\/0<\/b>/);
  await pageAt(world, '/talents/warrior?build=1&build=2', 400);
});

test('talents and classes have the pictures of the operator', async () => {
  const world = await filled(POPULARITY, {
    icons: {
      find: async (name) => (name === 'ability_ambush' || name === 'classicon_warrior' ? `${name}.jpg` : null),
      read: async () => null,
    },
  });
  assert.match(await pageAt(world, '/talents'), /<img class="tile[^>]* src="\/icons\/classicon_warrior\.jpg"/);
  const text = await pageAt(world, '/talents/warrior');
  assert.equal(text.match(/<img class="tile[^>]* src="\/icons\/ability_ambush\.jpg"/g)?.length, 1);
  assert.equal(text.match(/<i class="tile/g)?.length, 4, 'the others have letters');
});

test('the calculator has a script of its own', async () => {
  const world = await filled(POPULARITY, { bundles: createBundleReader() });
  assert.ok((await pageAt(world, '/talents/warrior')).includes('<script src="/assets/talents.js" defer>'));
  const { status, text } = await world.ask('/assets/talents.js');
  assert.equal(status, 200);
  assert.ok(text.length < 20_000, `${text.length} characters`);
});

test('a tree without talents is empty', async () => {
  const world = createGameWorld();
  await world.observe();
  const tree = { treeId: 1, name: 'Arms', order: 0, nodes: [] };
  const talents = { ...TALENTS.talents, trees: [tree] };
  await importPieces(world.snapshots, [...piecesOf([]), { piece: 'talents', talents }]);
  const text = await pageAt(world, '/talents/warrior?build=1');
  assert.ok(text.includes('<h2>Arms <b class="points">0</b></h2>') && !text.includes('Infinity'));
  assert.match(text, /build must have at most 0 digits for Arms; got 1\./);
});

test('an unknown class or one without talents is not found, and the page lists the others', async () => {
  const world = await filled();
  assert.match(await pageAt(world, '/talents/bard', 404), /class must be warrior/);
  await pageAt(world, `/talents/${'x'.repeat(500)}`, 404);
  await pageAt(world, '/talents/%ff', 404);
});

test('without a build, or with a build without talents, the page says what is missing', async () => {
  const none = createWorld();
  assert.match(await pageAt(none, '/talents'), /is writing its first snapshot/);
  await none.write();
  assert.match(await pageAt(none, '/talents'), /No build of the game has been imported here/);
  assert.match(await pageAt(none, '/talents/warrior', 404), /No build of the game has been imported here/);
  const bare = createGameWorld();
  await bare.observe();
  await importPieces(bare.snapshots, piecesOf([]));
  assert.match(await pageAt(bare, '/talents'), /The imported build holds no talents/);
  bare.breakBuild(true);
  await bare.observe();
  await pageAt(bare, '/talents', 503);
});
