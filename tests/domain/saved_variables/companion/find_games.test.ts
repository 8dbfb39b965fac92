import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, win32 } from 'node:path';
import { test } from 'node:test';
import { machineFiles } from '../../../../adapters/companion/machine.ts';
import type { Machine, MachineFiles, OperatingSystem } from '../../../../domain/ports/machine.ts';
import { findGames, listGameFolders } from '../../../../domain/saved_variables/companion/find_games.ts';
import { inTempDir } from '../../../support/instance.ts';

const BUILD_INFO = [
  'Branch!STRING:0|Active!DEC:1|Build Key!HEX:16|Version!STRING:0|Product!STRING:0',
  'eu|1|0123|1.15.9.67000|wow_classic_era',
  // A product whose client is not installed completely has no version yet.
  'eu|1|4567||wowf',
  '',
].join('\n');

function flavor(product: string, newline = '\n'): string {
  return `Product Flavor!STRING:0${newline}${product}${newline}`;
}

/** A made-up computer: the text of each file by path. */
function computer(system: OperatingSystem, tree: Readonly<Record<string, string>>, facts: Partial<Machine> = {}) {
  const path = system === 'windows' ? win32 : posix;
  const folders = new Map<string, Set<string>>();
  for (const file of Object.keys(tree)) {
    for (let at = file; path.dirname(at) !== at; at = path.dirname(at)) {
      const parent = path.dirname(at);
      folders.set(parent, (folders.get(parent) ?? new Set()).add(path.basename(at)));
    }
  }
  const files: MachineFiles = {
    list: async (folder) => (folders.has(path.normalize(folder)) ? [...folders.get(path.normalize(folder))!] : null),
    read: async (file) => tree[path.normalize(file)] ?? null,
    join: (...parts) => path.join(...parts),
    parentOf: path.dirname,
    identify: async (folder) => path.normalize(folder).toLowerCase(),
  };
  const home = system === 'windows' ? 'C:\\Users\\Jürgen' : system === 'mac' ? '/Users/jürgen' : '/home/jürgen';
  const machine: Machine = { system, home, env: {}, drives: [], registered: [], ...facts };
  return {
    find: async (chosen: readonly string[] = []) => {
      const games = await findGames(files, [...chosen, ...(await listGameFolders(files, machine))]);
      return games.map(({ label, folder, saved }) => [label, folder, ...saved.map(({ account }) => account)]);
    },
  };
}

test('Windows: the registry, usual folders of all drives, renamed folders and two accounts', async () => {
  const root = 'D:\\Meine Spiele\\WoW größer';
  const { find } = computer(
    'windows',
    {
      [`${root}\\.build.info`]: BUILD_INFO,
      // The player renamed the folder.
      [`${root}\\mein era\\.flavor.info`]: flavor('wow_classic_era', '\r\n'),
      [`${root}\\mein era\\WTF\\Account\\12345#1\\SavedVariables\\ThirdWitness.lua`]: '',
      [`${root}\\mein era\\WTF\\Account\\JÜRGEN\\SavedVariables\\ThirdWitness.lua.bak`]: '',
      [`${root}\\mein era\\WTF\\Account\\OTHER\\SavedVariables\\Questie.lua`]: '',
      [`${root}\\mein era\\WTF\\Account\\SavedVariables\\ThirdWitness.lua`]: '',
      [`${root}\\_forever_\\.flavor.info`]: flavor('wowf'),
      [`${root}\\_retail_\\.flavor.info`]: flavor('wow'),
      // Left over from the beta, and from a game that was removed.
      [`${root}\\_classic_beta_\\.flavor.info`]: flavor('wow_classic_beta'),
      [`${root}\\_anniversary_\\.flavor.info`]: flavor('wow_anniversary'),
      ['E:\\Games\\World of Warcraft\\_forever_\\Interface\\AddOns\\x.txt']: '',
    },
    // The registry may name a game's own folder, and the same installation twice.
    { drives: ['C:\\', 'D:\\', 'E:\\'], registered: [`${root}\\_retail_`, root.toLowerCase(), root] },
  );
  assert.deepEqual(await find(), [
    ['Classic Era', `${root}\\mein era`, '12345#1', 'JÜRGEN'],
    ['World of Warcraft: Forever', `${root}\\_forever_`],
    ['World of Warcraft: Forever', 'E:\\Games\\World of Warcraft\\_forever_'],
  ]);
});

test('macOS: applications, other volumes and bottles', async () => {
  const bottle =
    '/Users/jürgen/Library/Application Support/CrossOver/Bottles/Battle net/drive_c/Program Files (x86)/World of Warcraft';
  const { find } = computer('mac', {
    '/Applications/World of Warcraft/.build.info': BUILD_INFO,
    '/Applications/World of Warcraft/_forever_/.flavor.info': flavor('wowf'),
    '/Applications/World of Warcraft/_forever_/WTF/Account/A#1/SavedVariables/ThirdWitness.lua': '',
    '/Volumes/Externe Platte/World of Warcraft/_classic_era_/WTF/Config.wtf': '',
    [`${bottle}/_forever_/.flavor.info`]: flavor('wowf'),
    [`${bottle}/_forever_/WTF/x`]: '',
  });
  assert.deepEqual(await find(), [
    ['World of Warcraft: Forever', '/Applications/World of Warcraft/_forever_', 'A#1'],
    ['Classic Era', '/Volumes/Externe Platte/World of Warcraft/_classic_era_'],
    ['World of Warcraft: Forever', `${bottle}/_forever_`],
  ]);
});

test('Linux: prefixes of Wine, Lutris, Bottles and Steam, and a folder that the player names', async () => {
  const inPrefix = 'drive_c/Program Files (x86)/World of Warcraft';
  const prefixes = [
    '/home/jürgen/.wine',
    '/home/jürgen/Games/battlenet',
    '/home/jürgen/.local/share/bottles/bottles/Spiele 2',
    '/home/jürgen/.local/share/Steam/steamapps/compatdata/123/pfx',
    '/data/eigene prefixe/wow',
  ];
  const trees = prefixes.map((prefix) => ({
    [`${prefix}/${inPrefix}/_classic_era_/.flavor.info`]: flavor('wow_classic_era'),
    [`${prefix}/${inPrefix}/_classic_era_/WTF/Account/A/SavedVariables/ThirdWitness.lua`]: '',
  }));
  const { find } = computer('linux', {
    ...Object.assign({}, ...trees),
    '/home/jürgen/.config/lutris/games/wow-1.yml':
      "game:\n  exe: x.exe\n  prefix: '/data/eigene prefixe/wow'\nsystem: {}\n",
    '/mnt/alt/WoW/.build.info': BUILD_INFO,
    '/mnt/alt/WoW/_forever_/.flavor.info': flavor('wowf'),
  });
  assert.deepEqual(await find(['/mnt/alt/WoW/_forever_']), [
    ['World of Warcraft: Forever', '/mnt/alt/WoW/_forever_'],
    ...prefixes.map((prefix) => ['Classic Era', `${prefix}/${inPrefix}/_classic_era_`, 'A']),
  ]);
});

test('leftovers of the beta and folders in which no client ran are no games', async () => {
  const root = '/home/jürgen/Games/World of Warcraft';
  const { find } = computer('linux', {
    [`${root}/_classic_beta_/WTF/Account/A/SavedVariables/ThirdWitness.lua`]: '',
    [`${root}/_forever_/.flavor.info`]: flavor('wow_classic_beta'),
    [`${root}/_forever_/WTF/Account/A/SavedVariables/ThirdWitness.lua`]: '',
    [`${root}/_classic_era_/readme.txt`]: '',
    [`${root}/__proto__/.flavor.info`]: flavor('__proto__'),
    [`${root}/constructor/.flavor.info`]: flavor('constructor'),
    [`${root}/_classic_/.flavor.info`]: '',
  });
  assert.deepEqual(await find(), []);
});

test('a game that is reached in two ways is found once', async () => {
  await inTempDir(async (home) => {
    const root = join(home, 'Platz für Spiele', 'World of Warcraft');
    const saved = join(root, '_forever_', 'WTF', 'Account', '1#1', 'SavedVariables', 'ThirdWitness.lua');
    mkdirSync(dirname(saved), { recursive: true });
    writeFileSync(saved, '');
    writeFileSync(join(root, '.build.info'), BUILD_INFO);
    writeFileSync(join(root, '_forever_', '.flavor.info'), flavor('wowf'));
    mkdirSync(join(home, '.wine', 'drive_c'), { recursive: true });
    symlinkSync(root, join(home, '.wine', 'drive_c', 'World of Warcraft'));
    // A prefix maps the home folder of Linux, so links may lead in circles.
    symlinkSync(home, join(home, '.wine', 'drive_c', 'Games'));
    const machine: Machine = { system: 'linux', home, env: {}, drives: [], registered: [] };
    const games = await findGames(machineFiles, [root, ...(await listGameFolders(machineFiles, machine))]);
    assert.deepEqual(
      games.map(({ folder, saved: files }) => [folder, files.map(({ path }) => path)]),
      [[join(root, '_forever_'), [saved]]],
    );
  });
});
