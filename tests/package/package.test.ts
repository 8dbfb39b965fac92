import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BUNDLE_ENTRIES } from '../../adapters/bundles.ts';
import { PREVIEW_PICTURES, type PreviewName, toPreviewPath } from '../../http/pages/picture.ts';
import { ALL_JOBS } from '../../jobs/mod.ts';
import { ANSWERS_FILE, type Answers, openableFolders } from '../fixtures/releases.ts';
import { type DropsAnswer, getTwice, walk } from '../support/client.ts';
import { answers, freePort, instanceEnv, sleep } from '../support/instance.ts';
import { item, npc, world } from '../support/world.ts';
import { buildPackage } from './build.ts';

/**
 * Builds the package, packs it and installs the archive into an empty folder, as hosts do. All programs then run with a
 * PATH that has no compiler, and the instance as a user who cannot write to the installed files, if the tests may change
 * the user.
 */

const TOP = fileURLToPath(new URL('../../', import.meta.url));
const skip = spawnSync('npm', ['--version']).status !== 0 && 'NOT TESTED: npm is not on this machine';

const folder = mkdtempSync(join(tmpdir(), 'third-witness-package-'));
const INSTALLED = join(folder, 'host/node_modules/third-witness');
const COMMAND = join(folder, 'host/node_modules/.bin/third-witness');

/** The only programs in PATH. */
const PROGRAMS = ['node', 'npm', 'npx', 'sh'];

const KOBOLD = npc(6, 'Kobold Vermin');
const CANDLE = item(772, 'Large Candle');

/** A user without rights to anything, or this user. */
const USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

function environment(dataDir: string, env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...instanceEnv(dataDir, { PATH: join(folder, 'bin'), HOME: join(folder, 'home'), ...env }), NODE_ENV: '' };
}

function npm(cwd: string, ...words: readonly string[]): string {
  const env = { ...environment(''), HOME: process.env['HOME'] };
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd, env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

/** Returns the path of a program as the shell finds it. */
function findProgram(name: string): string {
  if (name === 'node') return process.execPath;
  const found = process.env['PATH']!.split(delimiter).find((path) => readNames(path).includes(name));
  return join(found!, name);
}

function readNames(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

before(async () => {
  if (skip !== false) return;
  chmodSync(folder, 0o755);
  for (const name of ['bin', 'package', 'host']) mkdirSync(join(folder, name));
  for (const name of ['home', 'data']) {
    mkdirSync(join(folder, name));
    // The other user creates the data folder there.
    chmodSync(join(folder, name), 0o777);
  }
  for (const name of PROGRAMS) symlinkSync(findProgram(name), join(folder, 'bin', name));
  for (const path of ['package.json', 'README.md', 'LICENSE', 'docs/deploy'])
    cpSync(join(TOP, path), join(folder, 'package', path), { recursive: true });
  await buildPackage(join(folder, 'package/dist'));
  const archive = npm(join(folder, 'package'), 'pack', '--silent');
  npm(join(folder, 'host'), 'install', '--prefer-offline', '--no-audit', '--no-fund', `../package/${archive}`);
});

after(() => rmSync(folder, { recursive: true, force: true }));

interface Running {
  readonly url: string;
  readonly child: ChildProcess;
  log(): string;
  readonly ended: Promise<number | null>;
}

/** Starts an instance and waits until it listens. */
async function start(dataDir: string, [program, ...words]: readonly string[], user: object): Promise<Running> {
  const port = String(await freePort());
  const child = spawn(program!, words, {
    cwd: join(folder, 'host'),
    env: environment(dataDir, { TW_PORT: port }),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    ...user,
  });
  let log = '';
  child.stderr!.on('data', (chunk) => {
    log += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await until(() => log.includes('"instance.listening"') || child.exitCode !== null);
  assert.equal(child.exitCode, null, log);
  return { url: `http://127.0.0.1:${port}`, child, log: () => log, ended };
}

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 600; tries++) await sleep(100);
  assert.ok(holds());
}

function kill({ child }: Running): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function command(dataDir: string, ...words: readonly string[]) {
  const options = { cwd: join(folder, 'host'), env: environment(dataDir), encoding: 'utf8', ...USER } as const;
  return spawnSync(COMMAND, words, options);
}

async function read(url: string, path: string): Promise<string> {
  const response = await getTwice(url + path);
  const text = await response.text();
  assert.equal(response.status, 200, `${path}: ${text.slice(0, 300)}`);
  return text;
}

test('the package has neither sources nor packages for developing, and is small', { skip }, () => {
  const files = readdirSync(join(folder, 'host/node_modules'), { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map(({ name, parentPath, path }) => join(parentPath ?? path, name));
  assert.deepEqual(
    paths.filter((path) => /(?<!\.d)\.ts$|[\\/](?:esbuild|tsx|typescript)[\\/]/.test(path)),
    // It is served.
    [join(INSTALLED, 'dist/docs/clients/third_witness.ts')],
  );
  const { dependencies } = JSON.parse(readFileSync(join(INSTALLED, 'package.json'), 'utf8')) as {
    dependencies: object;
  };
  assert.deepEqual(Object.keys(dependencies), ['libsql']);
  const bytes = paths.reduce((sum, path) => sum + readFileSync(path).length, 0);
  assert.ok(bytes < 40_000_000, `${bytes} bytes`);
  const notices = readFileSync(join(INSTALLED, 'dist/NOTICES.txt'), 'utf8');
  for (const name of ['@libsql/client', '@modelcontextprotocol/sdk', 'hono', 'valibot'])
    assert.match(notices, new RegExp(`^${name} \\d[^\\n]+\\n\\n[\\s\\S]*?copyright`, 'im'), name);
});

test('the command lists all commands, and its sentences name itself', { skip }, () => {
  const { status, stdout } = command('', '--help');
  assert.equal(status, 0);
  assert.match(stdout, /^Usage: third-witness <command> \[options\]\n/);
  for (const name of ['start', 'demo', 'companion', ...ALL_JOBS.map((job) => job.name)])
    assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'));
  for (const words of [['start', '--help'], ['demo', '-h'], []]) assert.equal(command('', ...words).stdout, stdout);
  assert.match(command('', 'companion', '--help').stderr, /^third-witness companion \[--url URL\]/);
  assert.match(command('', 'key', 'create', '--help').stdout, /^Usage: third-witness key create --label LABEL/);
  assert.match(command('', 'snpshot').stderr, /got "snpshot"\. The nearest is snapshot\.\n$/);
  assert.match(command('', 'completion', 'bash').stdout, /complete .* third-witness\n$/);
  assert.match(command('', '--version').stdout, /^Third Witness \d/);
  for (const name of readdirSync(join(INSTALLED, 'dist'), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.mjs') || /^(?:adapters.start|programs)/.test(name)) continue;
    assert.doesNotMatch(readFileSync(join(INSTALLED, 'dist', name), 'utf8'), /npm (?:run|start)/, name);
  }
});

test('an instance takes uploads, publishes them, answers with all that it serves, and ends at SIGTERM', {
  skip,
}, async () => {
  const dataDir = join(folder, 'data/new');
  const instance = await start(dataDir, [COMMAND, 'start'], USER);
  try {
    const { url } = instance;
    for (const install of ['north-install-0001', 'south-install-0002', 'west-install-00003'])
      await world().install(install).looted(KOBOLD, CANDLE).met(KOBOLD).saw(CANDLE).sendTo(url);
    const snapshot = command(dataDir, 'snapshot');
    assert.equal(snapshot.status, 0, snapshot.stderr);
    const shown: readonly (readonly [path: string, text: RegExp])[] = [
      ['/npc/6', /Kobold Vermin[\s\S]*Large Candle/],
      ['/api/rollups/drops', /"totalRates":1\b/],
      ['/api/tools/npc_page?npcId=6', /Large Candle/],
      ['/api/openapi.json', /"openapi":"3/],
      ['/uploader.mjs', /Third Witness, AGPL/],
      ['/verify.mjs', /Third Witness, AGPL/],
      ['/addon.zip', /^PK/],
      ['/clients/third_witness.py', /^"""/],
      ['/favicon.ico', /^.PNG/],
      ['/npc/6/picture.png', /^.PNG/],
      ...(Object.keys(PREVIEW_PICTURES) as PreviewName[]).map((name) => [toPreviewPath(name), /^.PNG/] as const),
      [/\/assets\/site\.[0-9a-f]{10}\.css/.exec(await read(url, '/'))![0], /Pico CSS/],
      ...Object.entries(BUNDLE_ENTRIES).flatMap(([name, { file }]) =>
        file.startsWith('http/browser/') && name !== 'tooltip' ? [[`/assets/${name}.js`, /AGPL/] as const] : [],
      ),
      ['/tooltip.js', /AGPL/],
    ];
    for (const [path, text] of shown) assert.match(await read(url, path), text, path);
    const mcp = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    assert.match(await mcp.text(), /npc_page/);
    const exported = command(dataDir, 'export', '--force');
    assert.equal(exported.status, 0, exported.stderr);
    assert.match(await read(url, '/export/index.json'), /"files":/);
    const verified = command(dataDir, 'verify', '--quiet');
    assert.equal(verified.status, 0, verified.stderr);
    process.kill(instance.child.pid!, 'SIGTERM');
    assert.equal(await instance.ended, 0, instance.log());
    assert.match(instance.log(), /"instance\.stopped"/);
  } finally {
    kill(instance);
  }
});

test('npx starts an instance over a folder of the release before, which ends with npx', { skip }, async () => {
  const release = openableFolders().at(-1)!;
  const dataDir = join(folder, 'data/release');
  cpSync(release, dataDir, { recursive: true });
  const instance = await start(dataDir, ['npx', 'third-witness', 'start'], {});
  try {
    // The first snapshot takes over the facts of the release before.
    while (!(await answers(`${instance.url}/api/health`))) await sleep(100);
    const { drops } = JSON.parse(readFileSync(join(release, ANSWERS_FILE), 'utf8')) as Answers;
    const [page] = await walk<DropsAnswer>(instance.url, '/api/rollups/drops');
    assert.equal(page!.totalRates, drops['totalRates']);
    await world().install('an-install-of-today').looted(npc(60), item(800)).sendTo(instance.url);
    const { status, stderr } = spawnSync('npx', ['third-witness', 'snapshot'], {
      cwd: join(folder, 'host'),
      env: environment(dataDir),
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const [updated] = await walk<DropsAnswer>(instance.url, '/api/rollups/drops');
    assert.equal(updated!.totalRates, page!.totalRates + 1);
    process.kill(instance.child.pid!, 'SIGTERM');
    await until(() => instance.log().includes('"instance.stopped"'));
  } finally {
    kill(instance);
  }
});
