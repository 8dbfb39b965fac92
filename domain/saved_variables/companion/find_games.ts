import type { Game } from '../../../schema/vocabulary.ts';
import type { Machine, MachineFiles } from '../../ports/machine.ts';

/** A game that the addon may support, by the name of its product in the launcher. */
interface GameProduct {
  readonly label: string;
  /** The folder of a usual installation. Players may rename it. */
  readonly folder: string;
  /** The first digits of its clients' interface numbers. */
  readonly interfaces: string;
  /** The games that its clients play, by the names that instances use. */
  readonly games: readonly Game[];
}

/** Products of betas and test realms are missing on purpose: their clients are not the games. */
const PRODUCTS: Readonly<Record<string, GameProduct>> = {
  wow_classic_era: { label: 'Classic Era', folder: '_classic_era_', interfaces: '115', games: ['era', 'sod'] },
  wowf: { label: 'World of Warcraft: Forever', folder: '_forever_', interfaces: '160', games: ['forever'] },
  wow_anniversary: { label: 'Classic Anniversary', folder: '_anniversary_', interfaces: '205', games: ['tbc'] },
  wow_classic: { label: 'Mists of Pandaria Classic', folder: '_classic_', interfaces: '505', games: ['mists'] },
};

/** An account's file of the recording addon. */
export interface SavedFilePath {
  readonly account: string;
  readonly path: string;
}

/** An installed game. */
export interface FoundGame extends Pick<GameProduct, 'label' | 'interfaces' | 'games'> {
  /** The game's own folder, such as `…/World of Warcraft/_forever_`. */
  readonly folder: string;
  readonly addonsFolder: string;
  readonly saved: readonly SavedFilePath[];
}

const ADDON_FILE = 'ThirdWitness.lua';

/** The file as the client wrote it the time before. */
export const BACKUP_SUFFIX = '.bak';

/** Finds the games below these folders, and the accounts that have a saved file of the addon. */
export async function findGames(files: MachineFiles, candidates: readonly string[]): Promise<readonly FoundGame[]> {
  const found = new Map<string, FoundGame>();
  for (const candidate of candidates) {
    for (const folder of await expandPathPattern(files, candidate)) {
      // A candidate may be a game's own folder; then its parent is the installation.
      for (const root of [folder, files.parentOf(folder)]) {
        for (const game of await findGamesInFolder(files, root)) {
          const identity = await files.identify(game.folder);
          if (!found.has(identity)) found.set(identity, game);
        }
      }
    }
  }
  return [...found.values()];
}

async function findGamesInFolder(files: MachineFiles, root: string): Promise<readonly FoundGame[]> {
  const installed = readInstalledProducts(await files.read(files.join(root, '.build.info')));
  const found: FoundGame[] = [];
  for (const name of (await files.list(root)) ?? []) {
    const folder = files.join(root, name);
    const product = findProductId(await files.read(files.join(folder, '.flavor.info')), name);
    if (product === null) continue;
    const content = await files.list(folder);
    // A folder without the product in the launcher's list is left over from a game that was removed.
    if (content === null || !(installed?.has(product) ?? hasGameFolders(content))) continue;
    const { label, interfaces, games } = PRODUCTS[product]!;
    const addonsFolder = files.join(folder, 'Interface', 'AddOns');
    found.push({ label, interfaces, games, folder, addonsFolder, saved: await findSavedFiles(files, folder) });
  }
  return found;
}

/** Without the launcher's list, a folder is a game if a client has run in it. */
function hasGameFolders(names: readonly string[]): boolean {
  return names.some((name) => /^(?:wtf|interface)$/i.test(name));
}

/** Returns the known product of a folder: the one that it names itself, or else the one that its name stands for. */
function findProductId(flavor: string | null, folder: string): string | null {
  // A table with a header of one line.
  const named = flavor === null ? null : (flavor.split(/\r?\n/)[1]?.trim() ?? '');
  const byFolder = Object.keys(PRODUCTS).find((product) => PRODUCTS[product]!.folder === folder.toLowerCase());
  const product = named ?? byFolder ?? '';
  return Object.hasOwn(PRODUCTS, product) ? product : null;
}

/** Reads the launcher's table of installed products. Returns null if there is none that can be read. */
function readInstalledProducts(text: string | null): ReadonlySet<string> | null {
  const [header = '', ...rows] = (text ?? '').split(/\r?\n/);
  const at = header.split('|').findIndex((column) => /^product(?:!|$)/i.test(column.trim()));
  return at === -1 ? null : new Set(rows.flatMap((row) => row.split('|')[at]?.trim() || []));
}

async function findSavedFiles(files: MachineFiles, folder: string): Promise<readonly SavedFilePath[]> {
  const accounts = files.join(folder, 'WTF', 'Account');
  const found: SavedFilePath[] = [];
  for (const account of (await files.list(accounts)) ?? []) {
    const saved = files.join(accounts, account, 'SavedVariables');
    const names = (await files.list(saved)) ?? [];
    if (names.includes(ADDON_FILE) || names.includes(ADDON_FILE + BACKUP_SUFFIX))
      found.push({ account, path: files.join(saved, ADDON_FILE) });
  }
  return found;
}

/** A pattern has at most this many matches, in a folder with thousands of entries. */
const MATCHES_MAX = 200;

/** Returns the folders that a path with `*` as some of its parts names. */
async function expandPathPattern(files: MachineFiles, pattern: string): Promise<readonly string[]> {
  const [first = '', ...rest] = pattern.split(/[\\/]\*(?=[\\/]|$)/);
  let folders: readonly string[] = [first];
  for (const part of rest) {
    const next: string[] = [];
    for (const folder of folders) {
      const names = ((await files.list(folder)) ?? []).slice(0, MATCHES_MAX);
      next.push(...names.map((name) => files.join(folder, name) + part));
    }
    folders = next.slice(0, MATCHES_MAX);
  }
  return folders;
}

const INSTALLATION_FOLDER = 'World of Warcraft';

/** Folders of a Windows drive in which the launcher or players install games. */
const WINDOWS_FOLDERS = ['', 'Games', 'Program Files (x86)', 'Program Files', 'Blizzard', 'Battle.net', 'Spiele'];

/** Folders of Linux that contain prefixes of Wine, of Lutris, Bottles, Steam and others. A prefix has a `drive_c`. */
const WINE_FOLDERS = [
  ...['.wine', 'Games/*', '.local/share/wineprefixes/*', 'Faugus/*'],
  ...['.local/share/bottles/bottles/*', '.var/app/com.usebottles.bottles/data/bottles/bottles/*'],
  ...['.local/share/Steam/steamapps/compatdata/*/pfx', '.steam/steam/steamapps/compatdata/*/pfx'],
  '.var/app/com.valvesoftware.Steam/.local/share/Steam/steamapps/compatdata/*/pfx',
];

/** Folders of Lutris' descriptions of games, which name their prefixes. */
const LUTRIS_FOLDERS = [
  ...['.config/lutris/games', '.local/share/lutris/games'],
  ...['.var/app/net.lutris.Lutris/config/lutris/games', '.var/app/net.lutris.Lutris/data/lutris/games'],
];

/** Returns the folders, with `*` for any name, in which a system's players usually have the game. */
export async function listGameFolders(files: MachineFiles, machine: Machine): Promise<readonly string[]> {
  const { system, home, env, drives, registered } = machine;
  const inDrive = (drive: string) => WINDOWS_FOLDERS.map((folder) => files.join(drive, folder, INSTALLATION_FOLDER));
  if (system === 'windows') return [...registered, ...drives.flatMap(inDrive)];
  const inHome = (path: string) => files.join(home, ...path.split('/'));
  if (system === 'mac') {
    return [
      files.join('/Applications', INSTALLATION_FOLDER),
      inHome(`Applications/${INSTALLATION_FOLDER}`),
      files.join('/Volumes/*', INSTALLATION_FOLDER),
      files.join('/Volumes/*/Applications', INSTALLATION_FOLDER),
      ...inDrive(inHome('Library/Application Support/CrossOver/Bottles/*/drive_c')),
    ];
  }
  const prefixes = [
    ...(env['WINEPREFIX'] ? [env['WINEPREFIX']] : []),
    ...WINE_FOLDERS.map(inHome),
    ...(await Promise.all(LUTRIS_FOLDERS.map((folder) => readLutris(files, inHome(folder))))).flat(),
  ];
  return [
    ...prefixes.flatMap((prefix) => inDrive(files.join(prefix, 'drive_c'))),
    ...['Games', '.local/share', ''].map((folder) => inHome(`${folder}/${INSTALLATION_FOLDER}`)),
  ];
}

/**
 * Reads the prefixes from Lutris' descriptions. These are YAML with one value per line, so they need no YAML parser.
 */
async function readLutris(files: MachineFiles, folder: string): Promise<readonly string[]> {
  const names = ((await files.list(folder)) ?? []).filter((name) => /\.ya?ml$/.test(name)).slice(0, MATCHES_MAX);
  const texts = await Promise.all(names.map((name) => files.read(files.join(folder, name))));
  return texts.flatMap((text) =>
    Array.from((text ?? '').matchAll(/^\s*prefix:\s*(['"]?)(.+?)\1\s*$/gm), ([, , prefix]) => prefix!),
  );
}
