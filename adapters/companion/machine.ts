import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { CompanionHost, Machine, MachineFiles, OperatingSystem } from '../../domain/ports/machine.ts';
import { makeFolder, replaceSyncedFile } from '../data_folder/synced_files.ts';
import { readIfExists } from '../read_if_exists.ts';
import { recoverAddonFolder } from '../uploader/data_addon.ts';
import { catchErrorCode } from '../uploader/failures.ts';

const FILE_BYTES_MAX = 200_000;

export const machineFiles: MachineFiles = {
  list: (folder) => readdir(folder).catch(() => null),
  read: async (file) => {
    const opened = await open(file, 'r').catch(() => null);
    if (opened === null) return null;
    try {
      const { size } = await opened.stat();
      return size > FILE_BYTES_MAX ? null : await opened.readFile('utf8');
    } catch {
      return null;
    } finally {
      await opened.close();
    }
  },
  join: (...parts) => join(...parts),
  parentOf: dirname,
  identify: async (folder) => {
    const real = await realpath(folder).catch(() => folder);
    return process.platform === 'linux' ? real : real.toLowerCase();
  },
};

const SYSTEM_NAMES: Readonly<Record<string, OperatingSystem>> = { win32: 'windows', darwin: 'mac' };

/** Describes this computer. Asks Windows for its drives and its registry. */
export async function readMachine(): Promise<Machine> {
  const system = SYSTEM_NAMES[process.platform] ?? 'linux';
  const letters = system === 'windows' ? [...'CDEFGHIJKLMNOPQRSTUVWXYZ'] : [];
  return {
    system,
    home: homedir(),
    env: process.env,
    drives: letters.map((letter) => `${letter}:\\`).filter((drive) => existsSync(drive)),
    registered: system === 'windows' ? (await Promise.all(REGISTRY_VALUES.map(readRegistry))).flat() : [],
  };
}

const BLIZZARD_KEY = 'HKLM\\SOFTWARE\\WOW6432Node\\Blizzard Entertainment\\World of Warcraft';
const UNINSTALL_KEY = 'HKLM\\SOFTWARE\\WOW6432Node\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\World of Warcraft';

/** Keys whose values name folders of the game, with the value's name. */
const REGISTRY_VALUES = [
  [BLIZZARD_KEY, 'InstallPath'],
  [UNINSTALL_KEY, 'InstallLocation'],
] as const;

const runProgram = promisify(execFile);

/** Windows' own program for the registry. Its full path is given, so that no other program of this name runs. */
function locateRegExe(): string {
  return join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
}

/** Returns a value of the registry as a list of one folder, or an empty list if there is none. */
async function readRegistry([key, name]: readonly [string, string]): Promise<readonly string[]> {
  try {
    const { stdout } = await runProgram(locateRegExe(), ['query', key, '/v', name], { windowsHide: true });
    return readRegistryValue(stdout);
  } catch {
    return [];
  }
}

/** Parses what `reg query` prints: `    InstallPath    REG_SZ    C:\Games\World of Warcraft\_classic_era_\`. */
export function readRegistryValue(printed: string): readonly string[] {
  return Array.from(printed.matchAll(/^ +\S+ +REG_(?:EXPAND_)?SZ +(.+?)[\\/]?\s*$/gm), ([, folder]) => folder!);
}

/** Returns the companion's own folder, in which programs of this system keep their settings. */
export function locateSettingsFolder({ system, home, env }: Machine): string {
  if (system === 'windows') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'Third Witness');
  if (system === 'mac') return join(home, 'Library', 'Application Support', 'Third Witness');
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'third-witness');
}

export function createCompanionHost(folder: string): CompanionHost {
  const settings = join(folder, 'companion.json');
  return {
    readSettings: () => readIfExists(settings),
    writeSettings: (text) =>
      catchErrorCode(async () => {
        await makeFolder(folder);
        await replaceSyncedFile(settings, text);
      }),
    setAutostart: (entry, on) =>
      catchErrorCode(async () => {
        if (entry.kind === 'registry') {
          const value = on ? ['/t', 'REG_SZ', '/d', entry.value] : [];
          await runProgram(locateRegExe(), [on ? 'add' : 'delete', entry.key, '/v', entry.name, ...value, '/f']);
        } else if (on) {
          await mkdir(dirname(entry.path), { recursive: true });
          await replaceSyncedFile(entry.path, entry.text);
        } else await rm(entry.path, { force: true });
      }),
    hasAutostart: (entry) =>
      entry.kind === 'file'
        ? Promise.resolve(existsSync(entry.path))
        : runProgram(locateRegExe(), ['query', entry.key, '/v', entry.name]).then(
            () => true,
            () => false,
          ),
    prepareAddons: (addonsFolder, addon) =>
      catchErrorCode(async () => {
        await mkdir(addonsFolder, { recursive: true });
        await recoverAddonFolder(join(addonsFolder, addon));
      }),
    readAddonVersion: async (addonsFolder, addon) => {
      const path = join(addonsFolder, addon);
      const look = await lstat(path).catch(() => null);
      if (look === null) return null;
      if (look.isSymbolicLink()) return 'link';
      const toc = await readFile(join(path, `${addon}.toc`), 'utf8').catch(() => '');
      return /^## Version: *(\S+)/m.exec(toc)?.[1] ?? 'unknown';
    },
  };
}

/** The file that names the page of the companion that is running. Only the player can read it. */
const PAGE_FILE = 'page';
const OWN_PAGE_ADDRESS = /^http:\/\/127\.0\.0\.1:\d{1,5}\/[\w-]{43}\/$/;

/** A page of many large files takes seconds on a slow computer. A program that has ended refuses at once. */
const PAGE_WAIT_MS = 30_000;

/**
 * Returns the address of the page of a running companion, or null. Asks only this computer, whatever the file contains.
 */
export async function findRunningPage(folder: string): Promise<string | null> {
  const address = await readIfExists(join(folder, PAGE_FILE)).catch(() => null);
  if (address === null || !OWN_PAGE_ADDRESS.test(address)) return null;
  try {
    const { status, body } = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(PAGE_WAIT_MS) });
    await body?.cancel();
    return status === 200 ? address : null;
  } catch {
    return null;
  }
}

/** Stores the address of the page, or removes it if it is null. */
export async function storePageAddress(folder: string, address: string | null): Promise<void> {
  const path = join(folder, PAGE_FILE);
  await catchErrorCode(async () => {
    if (address === null) return rm(path, { force: true });
    await makeFolder(folder);
    await replaceSyncedFile(path, address);
  });
}

/** Shows an address in the player's browser. Returns whether a program that shows it was started. */
export function openInBrowser(system: OperatingSystem, address: string): Promise<boolean> {
  const [program, ...args] = {
    linux: ['xdg-open'],
    mac: ['/usr/bin/open'],
    windows: [
      join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'rundll32.exe'),
      'url.dll,FileProtocolHandler',
    ],
  }[system] as [string, ...string[]];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
