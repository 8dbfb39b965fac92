import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { postRecords } from '../support/client.ts';
import { installPackages, mayInstallPackages } from '../support/debian_packages.ts';
import { inTempDir, programArgs, runJob, startInstance } from '../support/instance.ts';
import { item, npc, world } from '../support/world.ts';
import { hostileRecords } from './drives/hostile_names.ts';

/**
 * Opens the pages of a running instance, and other sites with its hover cards, in a browser. `npm run test:browser`
 * runs this and installs what it needs. If `TW_SCREENSHOTS` names a folder, a picture of each page is saved there. `npm
 * run test:browser -- embed` runs one of the drivers.
 */

const HERE = fileURLToPath(new URL('.', import.meta.url));
const TOP = fileURLToPath(new URL('../../', import.meta.url));

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function run(command: string, args: readonly string[]): void {
  execFileSync(command, args, { cwd: HERE, stdio: 'inherit' });
}

/** Returns the path of the browser, which is installed if it is missing and we have the rights to. */
function browserPath(): string {
  const named = process.env['TW_BROWSER'];
  if (named !== undefined) return named;
  const installed = BROWSERS.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  if (!mayInstallPackages()) {
    throw new Error('Chromium is not installed. Install it, or set TW_BROWSER to the path of its program.');
  }
  installPackages('chromium');
  return BROWSERS[0]!;
}

const INSTALLS = ['north-install-0001', 'south-install-0002', 'west-install-00003'];

/** An item that three installs looted. */
const ITEM = 25;

/** The drivers, and whether they are shown the demo, the filled realm, or an instance with forty hostile names. */
const DRIVERS = [
  { name: 'reference', shows: 'little' },
  { name: 'forms', shows: 'little' },
  { name: 'contribution', shows: 'little' },
  { name: 'embed', shows: 'little' },
  { name: 'hostile', shows: 'little' },
  { name: 'packed', shows: 'demo' },
  { name: 'suggest', shows: 'demo' },
  { name: 'talents', shows: 'demo' },
  { name: 'tables', shows: 'demo' },
  { name: 'plots', shows: 'demo' },
  { name: 'maps', shows: 'demo' },
  { name: 'look', shows: 'demo' },
  { name: 'look', shows: 'realm' },
  { name: 'questions', shows: 'realm' },
] as const;

const [only, ...rest] = process.argv.slice(2);

/** Runs drivers in one browser and fails if one fails. `dataDir` is the folder of the instance, if it is ours. */
function runDrivers(names: readonly string[], args: readonly string[], dataDir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const file = join(HERE, 'drives', 'all.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
      cwd: HERE,
      stdio: 'inherit',
      env: { ...process.env, DRIVERS: names.join(), TW_DATA_DIR: dataDir },
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`one of the drivers ${names.join()} ended with ${code}`)),
    );
  });
}

/** Runs the drivers of an instance. `upload` is the id of an upload that is in a snapshot. */
async function drive(
  browser: string,
  url: string,
  shows: (typeof DRIVERS)[number]['shows'],
  upload = '',
  dataDir = '',
): Promise<void> {
  const names = DRIVERS.filter((driver) => driver.shows === shows && (only === undefined || driver.name === only));
  await runDrivers(
    names.map(({ name }) => name),
    [browser, url, String(ITEM), upload, ...rest],
    dataDir,
  );
}

function showLittle(browser: string) {
  return (dataDir: string) =>
    startInstance({ dataDir, env: { TW_SELF_GRANTS: 'on' } }).then(async (instance) => {
      let upload: string | undefined;
      try {
        for (const install of INSTALLS) {
          const records = [
            ...world().install(install).event('loot:1').looted(npc(6), item(ITEM)).records(),
            ...hostileRecords(install),
          ];
          const { status, receipt } = await postRecords(instance.url, records);
          if (status !== 200) throw new Error(`the upload was answered with ${status}`);
          upload = receipt.uploadId;
        }
        const job = await runJob(dataDir, ['snapshot']);
        if (job.code !== 0) throw new Error(job.stderr);
        await drive(browser, instance.url, 'little', upload, dataDir);
      } finally {
        await instance.kill();
      }
    });
}

/** Starts the demo with the command that a new user types, and stops it with Ctrl+C. */
async function showDemo(browser: string, shows: 'demo' | 'realm'): Promise<void> {
  const words = shows === 'realm' ? ['--realm'] : [];
  const demo = spawn(process.execPath, programArgs('jobs/demo/main.ts', ...words), {
    cwd: TOP,
    // Questions are asked faster than players ask them.
    env: shows === 'realm' ? { ...process.env, TW_LIMITS: 'off' } : process.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => demo.once('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    demo.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /runs at (\S+) until/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    demo.once('close', () => reject(new Error(`the demo did not start: ${said}`)));
  });
  try {
    await drive(browser, url, shows);
  } finally {
    demo.kill('SIGINT');
    if ((await ended) !== 130) process.exitCode = 1;
  }
}

function isAsked(shows: string): boolean {
  return DRIVERS.some((driver) => driver.shows === shows && (only === undefined || driver.name === only));
}

try {
  run('npm', ['ci', '--no-audit', '--no-fund']);
  const browser = browserPath();
  // All run at once with a browser each, and all are stopped before a failure is reported.
  const shown = await Promise.allSettled([
    isAsked('little') ? inTempDir(showLittle(browser)) : null,
    ...(['demo', 'realm'] as const).map((one) => (isAsked(one) ? showDemo(browser, one) : null)),
  ]);
  for (const one of shown) if (one.status === 'rejected') throw one.reason;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
