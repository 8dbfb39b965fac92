import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { type Instance, inTempDir, runJob, startInstance } from '../support/instance.ts';
import { readZip } from '../support/zip.ts';
import { runLua } from './run_lua.ts';
import { CLIENTS, type ClientKind, fieldsOf, playIn } from './support.ts';

const DAY_S = 86_400;

/** Unpacks the instance's archive as a player does. Returns the addon's folder. */
async function installFrom({ url }: Instance, folder: string): Promise<string> {
  const archive = await fetch(`${url}/addon.zip`);
  assert.equal(archive.status, 200);
  for (const { path, text } of readZip(new Uint8Array(await archive.arrayBuffer()))) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return join(folder, 'ThirdWitness');
}

async function job(dataDir: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runJob(dataDir, args);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
  return `${stdout}${stderr}`;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any tool are read loosely.
type Page = any;

async function ask({ url }: Instance, tool: string, args: Readonly<Record<string, string | number>>): Promise<Page> {
  const query = new URLSearchParams(Object.entries(args).map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${url}/api/tools/${tool}?${query}`);
  assert.equal(response.status, 200, tool);
  return ((await response.json()) as { answer: { page: Page } }).answer.page;
}

for (const client of CLIENTS) {
  test(`${client}: what three players saw becomes public through the addon, its file, the uploader and the instance`, () =>
    publish(client, publicNow));
}

/** Lets three players play, upload their files and wait for the next snapshot. Then calls `check` with the instance. */
function publish(client: ClientKind, check: (instance: Instance) => Promise<void>): Promise<void> {
  return inTempDir(async (folder) => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const instance = await startInstance({ dataDir });
    try {
      const addon = await installFrom(instance, folder);
      const issued = await job(dataDir, 'grant', 'issue', '--category', 'gold', '--character', 'Thrandil');
      const grant = /tg_[A-Za-z0-9_-]{43}/.exec(issued)![0];
      const beginsAtS = Math.floor(Date.now() / 1000) - DAY_S;
      const players = [1, 2, 3].map((seed) => {
        const home = join(folder, `player-${seed}`);
        mkdirSync(home);
        const layout = seed === 2 ? 'newer' : 'older';
        const env = { TEST_GRANT: grant };
        const { chat, saved } = playIn(home, 'witness', { seed, layout, client, addon, beginsAtS, env });
        const dataAddon = `http://localhost:${instance.port}/export/addons/ThirdWitness_Data.zip`;
        assert.ok(chat.some((line) => line.endsWith(`ThirdWitness_Data is not installed: ${dataAddon}`)));
        assert.deepEqual(fieldsOf(saved, 'loot').at(-1), HERB);
        assert.ok(chat.at(-1)!.endsWith(`Upload it at http://localhost:${instance.port}/upload`), chat.at(-1));
        return { file: join(home, 'ThirdWitness.lua'), records: saved.records.length };
      });
      const files = players.map(({ file }) => file);
      const told = await job(dataDir, 'upload', ...files, '--to', instance.url, '--yes', '--share', 'gold');
      for (const { file, records } of players) {
        const stored = `Records of ${file}: ${records} stored. See what becomes of them:\n  ${instance.url}/upload/`;
        assert.ok(told.includes(stored), told);
      }
      await job(dataDir, 'snapshot');
      await job(dataDir, 'export');
      await check(instance);
    } finally {
      await instance.kill();
    }
  });
}

/** The last loot window of each player, with its circumstances. */
const HERB = {
  sourceObjectId: 1617,
  sourceName: 'Silverleaf',
  sourceEvidence: 'loot-api',
  group: 'party',
  lootMethod: 'group',
  questIds: [7],
  mapId: 1429,
  x: 47.5,
  y: 41.2,
  items: [{ itemId: 765, count: 2 }],
};

function idsOf(list: { readonly rows: readonly Page[] }, kind: string): readonly number[] {
  return list.rows.map((row) => row[kind].id);
}

/** Asserts that everything the three players saw is public. */
async function publicNow(instance: Instance): Promise<void> {
  const npc = await ask(instance, 'npc_page', { npcId: 6 });
  assert.deepEqual(
    [npc.name, npc.levels.max, npc.reactions[0].value],
    [{ value: 'Kobold Vermin', installs: 3 }, 2, 'hostile'],
  );
  const [zone] = npc.zones.rows;
  assert.deepEqual([zone.map, zone.pins.rows], ['Elwynn Forest', [{ x: 48.12, y: 42.9, installs: 3 }]]);
  const [cloth] = npc.loot.drops.rows;
  assert.deepEqual(
    [cloth.item.name, cloth.kills, cloth.drops, cloth.installs],
    ['Linen Cloth', 30, 12, 3],
    'windows with money alone count, too',
  );
  const herb = await ask(instance, 'object_page', { objectId: 1617 });
  assert.deepEqual([herb.object.name, idsOf(herb.loot.drops, 'item')], ['Silverleaf', [765]]);
  const chest = await ask(instance, 'object_page', { objectId: 2843 });
  assert.deepEqual([chest.object.name, idsOf(chest.loot.drops, 'item')], ['Battered Chest', [765]]);
  const vendor = await ask(instance, 'vendor_page', { vendorNpcId: 295 });
  assert.deepEqual(
    vendor.goods.rows.map(({ item, prices }: Page) => [item.name, prices]),
    [
      ['Refreshing Spring Water', [{ value: 5, installs: 3 }]],
      ['Coarse Thread', [{ value: 10, installs: 3 }]],
    ],
  );
  const quest = await ask(instance, 'quest_page', { questId: 7 });
  assert.deepEqual([quest.title.value, quest.level.value, quest.giver.npc.id], ['Kobold Camp Cleanup', 2, 197]);
  assert.deepEqual(idsOf(quest.rewards, 'item'), [25, 60]);
  const { recipes } = await ask(instance, 'recipe_thresholds', { profession: 'Tailoring' });
  assert.deepEqual(recipes[0].yellow, { low: 25, high: 25, installs: 3 });
  assert.equal(recipes[0].lesson.trainer.id, 1346);
  const { value } = await ask(instance, 'market_value', { itemId: 2589, realm: 'Nethergarde Keep' });
  assert.deepEqual([value.market, value.quantity, value.reporters], [22, 20, 3]);
  const { ledgers } = await ask(instance, 'gold_ledger', { character: 'Thrandil', realm: 'Nethergarde Keep' });
  assert.equal(ledgers[0].peakCopper, 5130);
  const html = await (await fetch(`${instance.url}/npc/6`)).text();
  assert.ok(html.includes('Kobold Vermin') && html.includes('Linen Cloth'));
  await exportedNow(instance, cloth.estimate);
}

/**
 * Asserts that other addons can load the rate of Linen Cloth from Kobold Vermin, which three players looted: too few for
 * files of sources that many looted.
 */
async function exportedNow({ url }: Instance, estimate: number): Promise<void> {
  const load = async (file: string) => (await fetch(`${url}/export/addons/${file}`)).text();
  const { values } = await runLua(await load('questie-all.lua'), ['result[2589][6]']);
  assert.equal(Number(values[0]), Number((100 * estimate).toFixed(4)));
  const few = await runLua(await load('questie.lua'), ['result[2589] or "none"']);
  assert.equal(few.values[0], 'none');
  const zip = await fetch(`${url}/export/addons/ThirdWitness_Data.zip`);
  const files = readZip(new Uint8Array(await zip.arrayBuffer()));
  const data = files.find(({ path }) => path === 'ThirdWitness_Data/data.lua')!.text;
  const read = await runLua(data, ['ThirdWitness_Data.drops[2589] or "none"', 'ThirdWitness_Data.vendors[159]']);
  assert.equal(read.values[0], 'none');
  assert.match(read.values[1]!, /295/);
}
