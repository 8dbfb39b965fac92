import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { UploadClient } from '../../domain/ports/uploads.ts';
import { type DropsAnswer, postRecords, type Receipt } from '../support/client.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { type Instance, inTempDir, startThatEnds } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { good, item, npc, world } from '../support/world.ts';

/** Uploads of two games that share the ids of items and creatures, against the running service. */

const KOBOLD = npc(6, 'Kobold');
const SMITH = npc(54, 'Smith');
const CLOTH = item(5, 'Cloth');

interface Player {
  readonly client: UploadClient;
  /** Windows with the item, of ten. */
  readonly drops: number;
  readonly copper: number;
  readonly level: number;
}

const ERA: Player = { client: { clientBuild: '1.15.8.67156' }, drops: 1, copper: 100, level: 10 };
const FOREVER: Player = { client: { clientBuild: '1.60.1.70790' }, drops: 9, copper: 250, level: 14 };

function recordsOf(name: string, { drops, copper, level }: Player): Record<string, unknown>[] {
  const player = world().install(name, { at: '2026-11-21T10:00:00Z' });
  for (let i = 0; i < 10; i++) player.looted(KOBOLD, ...(i < drops ? [CLOTH] : []));
  return player.met(KOBOLD, { level }).visitedVendor(SMITH, good(CLOTH, copper)).records();
}

/** Sends what a player saw as an upload of contract 1.2.0, unless `client` has newer fields. Returns its id. */
async function play(url: string, name: string, player: Player): Promise<string> {
  const { status, receipt } = await postRecords(url, recordsOf(name, player), {}, { ...player.client });
  assert.deepEqual([status, receipt.rejected, receipt.accepted?.length], [200, [], 12], name);
  return receipt.uploadId!;
}

async function job(dataDir: string, ...args: string[]): Promise<string> {
  const run = await runJobHere(dataDir, [...args, '--quiet']);
  assert.equal(run.code, 0, run.stderr);
  return run.stdout;
}

async function readText({ url }: Instance, path: string): Promise<string> {
  return (await fetch(url + path)).text();
}

async function readJson<T>(instance: Instance, path: string): Promise<T> {
  return JSON.parse(await readText(instance, path)) as T;
}

/** Returns the public figures that differ between the two games. */
async function figuresOf(instance: Instance) {
  const { rates } = await readJson<DropsAnswer>(instance, '/api/rollups/drops');
  const card = await readText(instance, `/npc/${KOBOLD.id}`);
  const vendor = await readText(instance, `/api/tools/vendor_page?vendorNpcId=${SMITH.id}`);
  const [rate] = rates;
  return {
    counts: rate === undefined ? null : [rate.kills, rate.drops, rate.reporters],
    estimate: rate?.estimate ?? null,
    levels: [...new Set(card.match(/Level \d+(?:[–-]\d+)?/g))],
    prices: [...new Set(vendor.match(/"value":\d+/g))],
  };
}

async function withInstance(
  env: Readonly<Record<string, string>>,
  work: (instance: Instance, dataDir: string) => Promise<void>,
  fixture?: string,
): Promise<void> {
  await inTempDir(async (root) => {
    const dataDir = join(root, 'data');
    if (fixture !== undefined) cpSync(fixture, dataDir, { recursive: true });
    const instance = await startInstanceHere({ dataDir, env });
    try {
      await work(instance, dataDir);
    } finally {
      await instance.kill();
    }
  });
}

test('of four players of Era and four of Forever, those of the game of the instance count', () =>
  withInstance({ TW_GAME: 'era' }, async (instance, dataDir) => {
    const { url } = instance;
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4]) {
      await play(url, `player-of-era-${n}`, ERA);
      ids.push(await play(url, `player-of-forever-${n}`, FOREVER));
    }
    const fresh = await readText(instance, `/upload/${ids[0]}`);
    await job(dataDir, 'snapshot');
    const { estimate, ...figures } = await figuresOf(instance);
    assert.deepEqual(figures, { counts: [40, 4, 4], levels: ['Level 10'], prices: ['"value":100'] });
    assert.ok(Math.abs(estimate! - 0.1) < 0.03, String(estimate));
    const corpus = await readJson<{ uploads: number; total: number }>(instance, '/api/corpus/public');
    assert.deepEqual([corpus.uploads, corpus.total], [4, 48], 'the feed has none of Forever');
    for (const page of [fresh, await readText(instance, `/upload/${ids[0]}`)]) {
      assert.match(page, /of another game than Classic Era, the game of this site, so they count for nothing/);
      assert.doesNotMatch(page, /next update|Needs one more|Already known|data-waits/);
    }
    assert.doesNotMatch(await readText(instance, '/coverage.json'), /"total":[1-9]/);
    assert.match(await job(dataDir, 'verify'), / 4 uploads of other games count for nothing\.\n$/);
    assert.doesNotMatch(await job(dataDir, 'witnesses', 'npc', '6'), /forever/);
    await job(dataDir, 'erase', '--install', 'player-of-forever-1');
    await job(dataDir, 'snapshot');
    assert.deepEqual((await figuresOf(instance)).counts, [40, 4, 4]);
    assert.match(await job(dataDir, 'verify'), / 3 uploads of other games count/);

    assert.equal((await readJson<{ game: string }>(instance, '/api/health')).game, 'era');
    assert.equal((await readJson<{ game: string }>(instance, '/schema/limits.json')).game, 'era');
    assert.equal((await readJson<{ game: string }>(instance, '/export/index.json')).game, 'era');
    const plan = await readJson<{ answer: { game: string }; text: string }>(instance, '/api/tools/everloot_plan');
    assert.equal(plan.answer.game, 'era');
    assert.match(await readText(instance, '/about'), /<title>[^<]*Classic Era<\/title>.*one game: Classic Era/s);
    assert.match(await readText(instance, '/npc/6'), /<title>Kobold – Third Witness, Classic Era<\/title>/);
    for (const file of ['questie.lua', 'pfquest.lua', 'atlasloot.lua'])
      assert.match(await readText(instance, `/export/addons/${file}`), /^-- Game: Classic Era$/m, file);
  }));

async function refusalOf(url: string, name: string, player: Player): Promise<{ status: number; receipt: Receipt }> {
  return postRecords(url, recordsOf(name, player), {}, { ...player.client });
}

test('an upload that names its season or region is refused if it is of another game, or of a test', () =>
  withInstance({ TW_GAME: 'forever' }, async ({ url }) => {
    const refused = async (client: UploadClient) => {
      const { status, receipt } = await refusalOf(url, 'player-of-games-1', { ...ERA, client });
      assert.deepEqual([status, receipt.ok, receipt.persisted, receipt.rejected?.length], [422, false, false, 12]);
      return [receipt.rejected![0]!.code, receipt.error];
    };
    assert.deepEqual(await refused({ clientBuild: '1.15.8.67156', region: 3 }), [
      'other-game',
      'The records must be of Forever, the game of this instance; by clientBuild and season they are of Classic Era or Season of Discovery. Upload them to an instance for Classic Era or Season of Discovery.',
    ]);
    assert.equal((await refused({ clientBuild: '1.60.1.70790', region: 90 }))[0], 'test-client');
    assert.equal((await refused({ clientBuild: '1.60.1.70450', season: 0 }))[0], 'test-client');
    const own = { ...FOREVER, client: { clientBuild: '1.60.1.70790', season: 0, region: 3 } };
    await play(url, 'player-of-games-2', own);
    const early = recordsOf('player-of-games-3', own).map((record, i) =>
      i === 0 ? { ...record, capturedAt: '2026-11-03T23:59:59Z' } : record,
    );
    const { receipt } = await postRecords(url, early, {}, own.client);
    assert.deepEqual(
      receipt.rejected?.map(({ index, code, pointer }) => [index, code, pointer]),
      [[0, 'before-release', '/capturedAt']],
    );
    for (const clientBuild of ['1.15.8.67156', '1.60.1.69876', 'anything', '12.1.0.1'])
      await play(url, `player-with-${clientBuild}`, { ...ERA, client: { clientBuild } });
  }));

test('without TW_GAME the first three installs settle the game, and rebuild --game changes it', () =>
  withInstance({}, async (instance, dataDir) => {
    const { url } = instance;
    const game = async () => (await readJson<{ game: string | null }>(instance, '/api/health')).game;
    await play(url, 'player-of-era-1', ERA);
    for (const n of [1, 2]) await play(url, `player-of-forever-${n}`, FOREVER);
    await job(dataDir, 'snapshot');
    assert.equal(await game(), null);
    assert.deepEqual((await figuresOf(instance)).counts, [30, 19, 3], 'until then everything counts');
    await play(url, 'player-of-forever-3', FOREVER);
    await job(dataDir, 'snapshot');
    assert.equal(await game(), 'forever');
    assert.deepEqual((await figuresOf(instance)).counts, [30, 27, 3], 'the window of Era counts no more');
    const { exports } = await readJson<{ exports: object }>(instance, '/api/health');
    assert.ok('state' in exports && exports.state === 'ok', JSON.stringify(exports));
    const index = await readJson<{ game: string; more: readonly { day?: string }[] }>(instance, '/export/index.json');
    assert.equal(index.game, 'forever');
    for (const n of [2, 3, 4]) await play(url, `player-of-era-${n}`, ERA);
    await job(dataDir, 'snapshot');
    assert.equal(await game(), 'forever', 'more installs of another game change nothing');
    const { status } = await refusalOf(url, 'player-of-era-5', { ...ERA, client: { ...ERA.client, season: 0 } });
    assert.equal(status, 422, 'the running instance knows the game');
    assert.match(await job(dataDir, 'verify'), / 4 uploads of other games count/);

    await instance.stop();
    const { code, stderr } = await startThatEnds(dataDir, { TW_GAME: 'era' });
    assert.equal(code, 1);
    assert.match(stderr, /^TW_GAME must be left out or be forever, the game of the data folder; it is era\. /m);
    assert.match(await job(dataDir, 'rebuild', '--game', 'era'), /Start the instance with TW_GAME=era, again/);
    const wrong = await runJobHere(dataDir, ['import-game-files', '--dir', dataDir, '--build', '1.60.1.70790']);
    assert.match(wrong.stderr, /^--build must be a build of Classic Era, .*; got 1\.60\.1\.70790\.\n$/);
    const again = await startInstanceHere({ dataDir });
    try {
      assert.equal((await readJson<{ game: string }>(again, '/api/health')).game, 'era');
      assert.deepEqual((await figuresOf(again)).counts, [40, 4, 4]);
    } finally {
      await again.kill();
    }
  }));

const TWO_GAMES = fileURLToPath(new URL('../fixtures/two_games_0.6.0/', import.meta.url));

test('a folder of 0.6.0 with uploads of two games opens and remembers the game of most installs', () =>
  withInstance(
    {},
    async (instance, dataDir) => {
      await job(dataDir, 'snapshot');
      assert.equal((await readJson<{ game: string }>(instance, '/api/health')).game, 'era');
      const { estimate, ...figures } = await figuresOf(instance);
      assert.deepEqual(figures, { counts: [50, 5, 5], levels: ['Level 10'], prices: ['"value":100'] });
      assert.ok(Math.abs(estimate! - 0.1) < 0.03, String(estimate));
      assert.match(
        await job(dataDir, 'verify'),
        /^9 uploads with 108 records are whole, .* 4 uploads of other games count for nothing\.\n$/,
      );
      assert.equal(JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')).settings.TW_GAME, 'era');
    },
    TWO_GAMES,
  ));

test('TW_GAME decides the game of a folder of 0.6.0', () =>
  withInstance(
    { TW_GAME: 'forever' },
    async (instance, dataDir) => {
      await job(dataDir, 'snapshot');
      assert.deepEqual((await figuresOf(instance)).counts, [40, 36, 4]);
      assert.match(await job(dataDir, 'verify'), / 5 uploads of other games count for nothing\.\n$/);
    },
    TWO_GAMES,
  ));
