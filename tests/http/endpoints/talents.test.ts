import assert from 'node:assert/strict';
import { test } from 'node:test';
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

const TALENTS: BuildPiece = {
  piece: 'talents',
  talents: {
    playerClass: 'warrior',
    trees: [
      {
        treeId: 1,
        name: 'Arms',
        order: 0,
        nodes: [
          node(11, 0, 0),
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

async function filled() {
  const world = createGameWorld();
  await world.observe();
  await importPieces(world.snapshots, [...piecesOf([]), TALENTS]);
  await world.snapshots.write(
    snapshotChange(3, { facts: [POPULARITY], row: { writtenAtMs: START_MS + 9, dataAsOfMs: START_MS } }),
  );
  return world;
}

test('the trees of a class are drawn with prerequisites and popularity', async () => {
  const world = await filled();
  assert.match(await pageAt(world, '/talents'), /<a href="\/talents\/warrior">Warrior<\/a>/);
  const text = await pageAt(world, '/talents/warrior');
  assert.match(text, /<h1>Warrior talents<\/h1>/);
  assert.match(text, /2 trees, 2 points to spend from level 10 to 11/);
  assert.match(text, /<li class="r1 c2" id="talent-13"><span class="talent"><bdi>Talent &lt;b&gt;13&lt;\/b&gt;/);
  assert.match(text, /<path d="M32\.5 25H32\.5V54"\/>/, 'down from the first to the second');
  assert.match(text, /<path d="M32\.5 75H133"\/>/, 'across to its neighbour');
  assert.match(text, /<small>5 points, <b>75%<\/b><\/small><svg class="share"[^>]*><rect width="75\.0"/);
  assert.equal(text.match(/class="share"/g)?.length, 1, 'what is not known has no bar');
  assert.match(text, /shares of 8 characters that 4 players\s+reported in the 30 days before 2026-11-20/);
  assert.match(text, /<td><bdi>5 points in the tree; 5 in Talent &lt;b&gt;11/);
  assert.match(text, /<summary>2 Arms, 0 in tree 2: 3 characters<\/summary>/);
  const [, second = ''] = text.split('id="tree-2"');
  assert.ok(second.includes('<h2>Tree 2</h2>') && !second.includes('class="tree"'), 'without places it is a list');
  await leadsSomewhere(world, '/talents/warrior');
});

test('an unknown class or one without talents is not found, and the page lists the others', async () => {
  const world = await filled();
  assert.match(await pageAt(world, '/talents/bard', 404), /class must be warrior/);
  await pageAt(world, `/talents/${'x'.repeat(500)}`, 404);
  await pageAt(world, '/talents/%ff', 404);
});

test('without a build, or with a build without talents, the page says what is missing', async () => {
  const none = createWorld();
  assert.match(await pageAt(none, '/talents'), /Nothing has been uploaded/);
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
