import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { bundleCompanion } from '../../adapters/companion/build.ts';
import { writeTree } from '../jobs/companion/support.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { inTempDir, sleep } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { addonFile, confirmedPieces, heldTexts, rollRecords, storedTexts } from '../support/upload.ts';

/** A companion as its own process, as the computer starts it. */
interface Program {
  readonly child: ChildProcess;
  readonly address: string;
  readonly ended: Promise<number | null>;
}

const started: ChildProcess[] = [];

async function start(script: string, home: string): Promise<Program> {
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: '' };
  const child = spawn(process.execPath, [script, '--background'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let printed = '';
  for await (const chunk of child.stdout!) {
    printed += chunk;
    if (printed.includes('\n')) break;
  }
  return { child, address: printed.trim(), ended };
}

async function press({ address }: Program, fields: Readonly<Record<string, string>>): Promise<void> {
  const { origin } = new URL(address);
  const body = new URLSearchParams(fields);
  const { status } = await fetch(address, { method: 'POST', body, headers: { Origin: origin }, redirect: 'manual' });
  assert.equal(status, 303);
}

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + 60_000; performance.now() < endMs; await sleep(100))
    if (await isTrue()) return;
  assert.fail(`${what} did not happen within a minute`);
}

test('a player starts the program, agrees, plays, and the program survives kills and a second start', async () => {
  await inTempDir(async (dir) => {
    const [dataDir, home, script] = [join(dir, 'data'), join(dir, 'Jürgens Haus'), join(dir, 'companion.cjs')];
    const game = join(home, '.wine', 'drive_c', 'Program Files (x86)', 'World of Warcraft', '_classic_era_');
    writeTree(join(game, '.flavor.info'), 'Product Flavor!STRING:0\nwow_classic_era\n');
    const saved = join(game, 'WTF', 'Account', '1#1', 'SavedVariables', 'ThirdWitness.lua');
    const records = rollRecords(4_500);
    writeTree(saved, addonFile(records.slice(0, 4_000)));
    const instance = await startInstanceHere({ dataDir });
    try {
      writeFileSync(script, await bundleCompanion(instance.url));
      const first = await start(script, home);
      const page = await (await fetch(first.address)).text();
      assert.ok(page.includes(`value="${instance.url}"`), 'the instance is suggested');
      const second = await start(script, home);
      assert.equal(second.address, first.address);
      await until('the end of the second program', () => second.child.exitCode !== null);
      assert.equal(second.child.exitCode, 0);
      assert.deepEqual(await heldTexts(dataDir), []);

      await press(first, { action: 'add-instance', text: instance.url });
      await press(first, { action: 'send', text: instance.url });
      await until('a confirmed piece', () => confirmedPieces(saved) > 0);
      first.child.kill('SIGKILL');
      await first.ended;

      // The player's choices are kept, so nothing has to be pressed again.
      const third = await start(script, home);
      assert.notEqual(third.address, first.address);
      await until('the whole file', async () => (await heldTexts(dataDir)).length === 4_000);
      writeFileSync(saved, addonFile(records));
      await until('what the game added', async () => (await heldTexts(dataDir)).length === records.length);
      assert.deepEqual(await heldTexts(dataDir), storedTexts(records));

      assert.equal((await runJobHere(dataDir, ['export', '--force'])).code, 0);
      await press(third, { action: 'switches', installs: '' });
      const addons = join(game, 'Interface', 'AddOns');
      await until('the addon of data', () => existsSync(join(addons, 'ThirdWitness_Data', 'data.lua')));
      const data = readFileSync(join(addons, 'ThirdWitness_Data', 'data.lua'), 'utf8');
      assert.match(data, /^ThirdWitness_Data = \{\n\["format"\]=1,\n\["instance"\]="http:\/\/localhost:/);
      const toc = readFileSync(join(addons, 'ThirdWitness', 'ThirdWitness.toc'), 'utf8');
      assert.equal(
        toc,
        readFileSync(new URL('../../http/addon/ThirdWitness/ThirdWitness.toc', import.meta.url), 'utf8'),
      );

      await press(third, { action: 'quit' });
      assert.equal(await third.ended, 0);
      assert.ok(!existsSync(join(home, '.config', 'third-witness', 'page')));
      const news = await runJobHere(dataDir, ['verify']);
      assert.equal(news.code, 0, news.stderr);
    } finally {
      for (const child of started) child.kill('SIGKILL');
      await instance.stop();
    }
  });
});
