import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { createAddonReader, readDataAddonFiles } from '../../adapters/addon.ts';
import { DATA_ADDON } from '../../domain/ports/data_addon.ts';
import type { CompanionProgram } from '../../jobs/companion/companion.ts';
import { buildPreviewKey } from '../../jobs/companion/previews.ts';
import { loaderOf } from '../domain/exports/addon_world.ts';
import { type Computer, eventTexts, press, runCompanion } from '../jobs/companion/support.ts';
import { getTwice } from '../support/client.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { type Instance, inTempDir } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { readZip } from '../support/zip.ts';
import { STAND_INS } from './other_addons.ts';
import { printLua } from './run_lua.ts';
import { ALL_CLIENTS, type ClientKind, fieldsOf, notes, playIn } from './support.ts';

/** The game of each client as an instance names it, and the game's folder. */
const GAMES: Readonly<Record<ClientKind, { readonly game: string; readonly folder: string }>> = {
  era: { game: 'era', folder: '_classic_era_' },
  forever: { game: 'forever', folder: '_forever_' },
  anniversary: { game: 'tbc', folder: '_anniversary_' },
  mists: { game: 'mists', folder: '_classic_' },
};

/** A game that is installed on a player's machine. */
interface Installation {
  /** The folder with the games of the launcher. */
  readonly root: string;
  readonly addOns: string;
  /** The saved files of its accounts. */
  readonly savedFiles: readonly string[];
}

/** A program with which players upload their files, and install the addon of data. Both return what it said. */
interface Uploader {
  readonly name: string;
  upload(game: Installation, instance: Instance): Promise<string>;
  installData(game: Installation, instance: Instance): Promise<string>;
}

/** Programs for players. Each must pass the same tests. */
const UPLOADERS: readonly Uploader[] = [
  {
    name: 'the uploader',
    upload: ({ savedFiles }, { url }) => job('', 'upload', ...savedFiles, '--to', url, '--yes', '--share', 'gold'),
    installData: ({ savedFiles }, { url }) => job('', 'upload', savedFiles[0]!, '--to', url, '--yes', '--data-addon'),
  },
  {
    name: 'the companion',
    upload: ({ root }, { url }) =>
      follow(root, async (companion) => {
        await press(companion, 'add-instance', url);
        await companion.act(new URLSearchParams({ action: 'switches', share: 'gold' }));
        await press(companion, 'send', buildPreviewKey((await companion.state()).settings));
      }),
    installData: ({ root }, _instance) =>
      follow(root, (companion) => companion.act(new URLSearchParams({ action: 'switches', installs: '' }))),
  },
];

/** Runs the companion for two minutes of its clock, lets a player use it at the start, and returns what it said. */
async function follow(root: string, use: (companion: CompanionProgram) => Promise<void>): Promise<string> {
  const computer: Computer = {
    ...{ home: dirname(root), root, system: 'linux', drives: [], beginsAtMs: Date.now() },
    ...{ addon: createAddonReader().files(), dataAddon: readDataAddonFiles() },
  };
  const atSecond = (second: number, companion: CompanionProgram) => (second === 2 ? use(companion) : null);
  return eventTexts(await runCompanion(computer, { seconds: 120, step: 1, atSecond }));
}

const PLAYERS = [1, 2, 3, 4, 5];
const DAY_S = 86_400;

/** Unpacks the instance's archive as a player does. Returns the addon's folder. */
async function installFrom({ url }: Instance, folder: string): Promise<string> {
  const archive = await getTwice(`${url}/addon.zip`);
  assert.equal(archive.status, 200);
  for (const { path, text } of readZip(new Uint8Array(await archive.arrayBuffer()))) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return join(folder, 'ThirdWitness');
}

async function job(dataDir: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runJobHere(dataDir, args);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
  return `${stdout}${stderr}`;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any tool are read loosely.
type Page = any;

async function ask({ url }: Instance, tool: string, args: Readonly<Record<string, string | number>>): Promise<Page> {
  const query = new URLSearchParams(Object.entries(args).map(([name, value]) => [name, String(value)]));
  const response = await getTwice(`${url}/api/tools/${tool}?${query}`);
  assert.equal(response.status, 200, tool);
  return ((await response.json()) as { answer: { page: Page } }).answer.page;
}

for (const uploader of UPLOADERS) {
  for (const client of ALL_CLIENTS) {
    test(`${client}: what players saw comes back through the addon, ${uploader.name} and the instance to pages, tooltips and other addons`, () =>
      passThrough(client, uploader));
  }
}

/** Lets five players play, upload their files and wait for the next snapshot. Then another one installs the data. */
function passThrough(client: ClientKind, uploader: Uploader): Promise<void> {
  return inTempDir(async (folder) => {
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir);
    const { game, folder: gameFolder } = GAMES[client];
    const instance = await startInstanceHere({ dataDir, env: { TW_GAME: game } });
    try {
      const root = join(folder, 'World of Warcraft');
      const home = join(root, gameFolder);
      const addOns = join(home, 'Interface', 'AddOns');
      mkdirSync(addOns, { recursive: true });
      const addon = await installFrom(instance, addOns);
      const issued = await job(dataDir, 'grant', 'issue', '--category', 'gold', '--character', 'Thrandil');
      const grant = /tg_[A-Za-z0-9_-]{43}/.exec(issued)![0];
      const beginsAtS = Math.floor(Date.now() / 1000) - DAY_S;
      const players = PLAYERS.map((seed) => {
        const account = join(home, 'WTF', 'Account', `PLAYER ${seed}`, 'SavedVariables');
        mkdirSync(account, { recursive: true });
        const layout = seed === 2 ? 'newer' : 'older';
        const env = { TEST_GRANT: grant };
        const { chat, saved } = playIn(account, 'witness', { seed, layout, client, addon, beginsAtS, env });
        const dataAddon = `http://localhost:${instance.port}/export/addons/${DATA_ADDON}.zip`;
        assert.ok(chat.some((line) => line.endsWith(`${DATA_ADDON} is not installed: ${dataAddon}`)));
        assert.deepEqual(fieldsOf(saved, 'loot').at(-1), HERB);
        assert.ok(chat.at(-1)!.endsWith(`Upload it at http://localhost:${instance.port}/upload`), chat.at(-1));
        return { file: join(account, 'ThirdWitness.lua'), records: saved.records.length };
      });
      const installation = { root, addOns, savedFiles: players.map(({ file }) => file) };
      const told = await uploader.upload(installation, instance);
      for (const { file, records } of players) {
        const stored = `Records of ${file}: ${records} stored. See what becomes of them:\n  ${instance.url}/upload/`;
        assert.ok(told.includes(stored), told);
      }
      await job(dataDir, 'snapshot');
      await job(dataDir, 'export');
      const health = (await (await getTwice(`${instance.url}/api/health`)).json()) as { game: string };
      assert.equal(health.game, game);
      const cloth = await publicNow(instance);
      const percents = [cloth.estimate, cloth.estimateLow, cloth.estimateHigh].map((share: number) =>
        Number((100 * share).toFixed(4)),
      );
      await loadedByOthers(instance, percents[0]!);
      assert.match(await uploader.installData(installation, instance), /ThirdWitness_Data is installed in .*AddOns\. /);
      const visitor = join(folder, 'visitor');
      mkdirSync(visitor);
      const env = { DATA_ADDON: join(addOns, DATA_ADDON) };
      const { chat } = playIn(visitor, 'visit', { seed: 9, client, addon, env, beginsAtS: beginsAtS + DAY_S });
      const [item, creature, rate, ...rest] = notes(chat);
      const chance = `players: about ${Number(percents[0]!.toPrecision(2))}%, ${Math.floor(percents[1]!)} to ${Math.ceil(percents[2]!)}%`;
      assert.match(item!, new RegExp(`^item: Best source: Kobold Vermin – ${chance} / Auction: 23c, `));
      assert.equal(creature, `creature: Drops Linen Cloth – ${chance}`);
      assert.match(rate!, new RegExp(`^rate: ${percents.join(' / ')} / 20 / 50 / 5 / \\d{4}-\\d\\d-\\d\\d$`));
      assert.equal(rest[0], 'rate of three players: nil');
      assert.match(rest[1]!, /^price: 23 \/ \d{4}-\d\d-\d\d$/);
      assert.deepEqual(rest.slice(2, 4), ['vendor: 5 / 295', `game: ${game}`]);
    } finally {
      await instance.kill();
    }
  });
}

/** The last loot window of each player, with its circumstances. */
const HERB = {
  method: 'herbalism',
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

/** Asserts that everything the players saw is public. Returns the rate of Linen Cloth. */
async function publicNow(instance: Instance): Promise<Page> {
  const npc = await ask(instance, 'npc_page', { npcId: 6 });
  assert.deepEqual(
    [npc.name, npc.levels.max, npc.reactions[0].value],
    [{ value: 'Kobold Vermin', installs: 5 }, 2, 'hostile'],
  );
  const [zone] = npc.zones.rows;
  assert.deepEqual([zone.map, zone.pins.rows], ['Elwynn Forest', [{ x: 48.13, y: 42.9, installs: 5 }]]);
  const [cloth] = npc.loot.drops.rows;
  assert.deepEqual(
    [cloth.item.name, cloth.kills, cloth.drops, cloth.installs],
    ['Linen Cloth', 50, 20, 5],
    'windows with money alone count, too',
  );
  const herb = await ask(instance, 'object_page', { objectId: 1617 });
  const [gathered, ...others] = herb.gathering.rows;
  assert.deepEqual([herb.object.name, herb.loot.drops.rows, others], ['Silverleaf', [], []]);
  assert.deepEqual(
    [gathered.method, gathered.item.id, gathered.kills, gathered.drops, gathered.installs],
    ['herbalism', 765, 5, 5, 5],
  );
  const chest = await ask(instance, 'object_page', { objectId: 2843 });
  assert.deepEqual([chest.object.name, idsOf(chest.loot.drops, 'item')], ['Battered Chest', [765]]);
  const vendor = await ask(instance, 'vendor_page', { vendorNpcId: 295 });
  assert.deepEqual(
    vendor.goods.rows.map(({ item, prices }: Page) => [item.name, prices]),
    [
      ['Refreshing Spring Water', [{ value: 5, installs: 5 }]],
      ['Coarse Thread', [{ value: 10, installs: 5 }]],
    ],
  );
  const quest = await ask(instance, 'quest_page', { questId: 7 });
  assert.deepEqual([quest.title.value, quest.level.value, quest.giver.npc.id], ['Kobold Camp Cleanup', 2, 197]);
  assert.deepEqual(idsOf(quest.rewards, 'item'), [25, 60]);
  const { recipes } = await ask(instance, 'recipe_thresholds', { profession: 'Tailoring' });
  assert.deepEqual(recipes[0].yellow, { low: 25, high: 25, installs: 5 });
  assert.equal(recipes[0].lesson.trainer.id, 1346);
  const { value } = await ask(instance, 'market_value', { itemId: 2589, realm: 'Nethergarde Keep' });
  assert.deepEqual([value.market, value.quantity, value.reporters], [23, 20, 5]);
  const { ledgers } = await ask(instance, 'gold_ledger', { character: 'Thrandil', realm: 'Nethergarde Keep' });
  assert.equal(ledgers[0].peakCopper, 5130);
  const html = await (await getTwice(`${instance.url}/npc/6`)).text();
  assert.ok(html.includes('Kobold Vermin') && html.includes('Linen Cloth'));
  return cloth;
}

/** Asserts that other addons load the rate of Linen Cloth from Kobold Vermin, but no rate of a chest that three looted. */
async function loadedByOthers({ url }: Instance, percent: number): Promise<void> {
  const load = async (file: string) => (await getTwice(`${url}/export/addons/${file}`)).text();
  const printWith = async (name: keyof typeof STAND_INS, file: string, ...read: readonly string[]) => {
    const table = await load(file);
    const loader = loaderOf(name).replace(`-- Insert ${name}.lua here.\n`, () => table);
    return printLua(`${STAND_INS[name]}\n${loader}`, read);
  };
  const twoDecimals = String(Number(percent.toFixed(2)));
  assert.deepEqual(await printWith('questie', 'questie.lua', 'rate(2589, 6)', 'rate(2589, 99)'), [
    String(percent),
    '7',
  ]);
  assert.deepEqual(await printWith('questie', 'questie-all.lua', 'rate(2589, 6)'), [String(percent)]);
  assert.deepEqual(await printWith('atlasloot', 'atlasloot.lua', 'rate(6, 2589)'), [twoDecimals]);
  const chest = ['rate(2589, "U", 6)', 'rate(765, "O", 2843) or "none"', 'rate(159, "V", 295)'];
  assert.deepEqual(await printWith('pfquest', 'pfquest.lua', ...chest), [twoDecimals, 'none', '0']);
  const [rate, ofThree] = await printWith('pfquest', 'pfquest-all.lua', ...chest);
  assert.equal(rate, twoDecimals);
  assert.ok(Number(ofThree) > 0, ofThree);
  const drops = printLua(await load('ThirdWitness_Drops.lua'), [
    'ThirdWitness_Drops.rates.n6:match("^2589:([^:]*)")',
    'ThirdWitness_Drops.rates.o2843 or "none"',
  ]);
  assert.deepEqual(drops, [String(percent), 'none']);
}
