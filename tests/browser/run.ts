import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { postRecords } from '../support/client.ts';
import { inTempDir, runJob, startInstance } from '../support/instance.ts';
import { loot } from '../support/records.ts';

/**
 * Opens the pages of a running instance, and other sites with its hover cards, in a browser. `npm run test:browser` runs
 * it; it installs what it needs. Where `TW_SCREENSHOTS` names a folder, a picture of each page is put there.
 * `npm run test:browser -- embed` runs one of the drivers.
 */

const HERE = fileURLToPath(new URL('.', import.meta.url));

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const run = (command: string, args: readonly string[]): void => {
  execFileSync(command, args, { cwd: HERE, stdio: 'inherit' });
};

/** The browser's program. It is installed where this may be done. */
const browserPath = (): string => {
  const named = process.env['TW_BROWSER'];
  if (named !== undefined) return named;
  const installed = BROWSERS.find((path) => existsSync(path));
  if (installed !== undefined) return installed;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error('Chromium must be installed, or TW_BROWSER name its program; neither is so.');
  }
  run('apt-get', ['update', '-q']);
  run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium']);
  return BROWSERS[0]!;
};

const INSTALLS = ['north-install-0001', 'south-install-0002', 'west-install-00003'];

/** What drives the browser, each with the browser's program, the instance's address and an item with a page. */
const DRIVERS = ['reference', 'forms', 'embed'] as const;

/** An item that three installs looted. */
const ITEM = 25;

const check = (browser: string) => (dataDir: string) =>
  startInstance({ dataDir }).then(async (instance) => {
    try {
      const records = INSTALLS.map((install) => loot({ install, event: 'loot:1', npc: 6, items: [ITEM] }));
      const { status } = await postRecords(instance.url, records);
      if (status !== 200) throw new Error(`the upload was answered with ${status}`);
      const job = await runJob(dataDir, ['snapshot']);
      if (job.code !== 0) throw new Error(job.stderr);
      const [only, ...rest] = process.argv.slice(2);
      for (const driver of DRIVERS.filter((one) => only === undefined || one === only)) {
        const file = join(HERE, 'drives', `${driver}.ts`);
        run(process.execPath, ['--import', 'tsx', file, browser, instance.url, String(ITEM), ...rest]);
      }
    } finally {
      await instance.kill();
    }
  });

try {
  run('npm', ['ci', '--no-audit', '--no-fund']);
  await inTempDir(check(browserPath()));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
