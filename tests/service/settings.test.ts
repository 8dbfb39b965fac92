import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { casesToTry } from '../runner/properties.ts';
import type { CorpusAnswer } from '../support/client.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { type Instance, inTempDir, type JobRun, startThatEnds } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, npc, world } from '../support/world.ts';

const CREATURE = npc(40, 'Fixture Creature');

/** Sends what three installs saw, enough for a fact. */
async function sendFacts(url: string): Promise<void> {
  await world()
    .installs(3, (install) => install.met(CREATURE).looted(CREATURE, item(701)))
    .sendTo(url);
}

async function readJson<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}

async function corpusOf({ url }: Instance) {
  const { snapshot, records } = await readJson<CorpusAnswer>(`${url}/api/corpus/public`);
  return { epoch: snapshot.split('.')[0]!, times: records.map(({ capturedAt }) => String(capturedAt)) };
}

interface ExportIndex {
  readonly site: string;
  readonly credit: string;
  readonly more: readonly { readonly name: string }[];
}

function assertDone({ code, stderr }: JobRun): void {
  assert.equal(code, 0, stderr);
}

/** Runs an instance with these settings in a fresh folder, which the commands of `work` know only by its path. */
function withInstance(
  settings: Readonly<Record<string, string>>,
  work: (instance: Instance, dataDir: string) => Promise<void>,
): Promise<void> {
  return inTempDir(async (root) => {
    const dataDir = join(root, 'data');
    const instance = await startInstanceHere({ dataDir, env: settings });
    try {
      await work(instance, dataDir);
    } finally {
      await instance.kill();
    }
  });
}

const CAREFUL = { TW_INSTALL_AGE_DAYS: '7', TW_EXPORT_EVIDENCE: 'off', TW_SERVICE_NAME: 'A Name of Its Own' };

test('commands that know only the folder publish nothing that the instance keeps back, under its own name', () =>
  withInstance(CAREFUL, async (instance, dataDir) => {
    const { url, port } = instance;
    await sendFacts(url);
    const { epoch } = await corpusOf(instance);
    for (const command of ['snapshot', 'export', 'rebuild']) {
      assertDone(await runJobHere(dataDir, [command]));
      const { rates, stats } = await readJson<{ rates: unknown[]; stats: object }>(`${url}/api/rollups/drops`);
      assert.deepEqual(rates, [], `${command}: installs that are minutes old do not count`);
      assert.ok('waiting' in stats, JSON.stringify(stats));
      assert.equal((await fetch(`${url}/npc/40`)).status, 404, command);
      const index = await readJson<ExportIndex>(`${url}/export/index.json`);
      assert.equal(index.site, `http://localhost:${port}/`, command);
      assert.match(index.credit, /A Name of Its Own/);
      assert.ok(index.more.length > 0);
      assert.deepEqual(
        index.more.filter(({ name }) => name.includes('evidence')),
        [],
        command,
      );
      assert.equal((await fetch(`${url}/export/evidence.ndjson`)).status, 404, command);
      const lua = await (await fetch(`${url}/export/addons/questie.lua`)).text();
      assert.ok(lua.includes('A Name of Its Own') && lua.includes(`http://localhost:${port}/`), lua.slice(0, 500));
      if (command !== 'rebuild') assert.equal((await corpusOf(instance)).epoch, epoch, `${command}: the same epoch`);
    }
    assertDone(await runJobHere(dataDir, ['verify']));
  }));

/** Changes the settings of a folder to those that release 0.6.0 stored, which knew no game. */
function storeAsEarlier(dataDir: string): void {
  const file = join(dataDir, 'settings.json');
  const stored = JSON.parse(readFileSync(file, 'utf8')) as { settings: Record<string, unknown> };
  const { TW_GAME: _game, ...settings } = stored.settings;
  const release = '0.6.0';
  const sha256 = createHash('sha256')
    .update(JSON.stringify([release, settings]))
    .digest('hex');
  writeFileSync(file, JSON.stringify({ release, settings, sha256 }));
}

test('the first start without TW_EXPORT_EVIDENCE serves no evidence, and the next export removes the file', () =>
  inTempDir(async (root) => {
    const dataDir = join(root, 'data');
    const withEvidence = (): readonly string[] =>
      readdirSync(join(dataDir, 'exports'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.includes('evidence'),
      );
    const earlier = await startInstanceHere({ dataDir, env: { TW_EXPORT_EVIDENCE: 'on' } });
    try {
      await sendFacts(earlier.url);
      assertDone(await runJobHere(dataDir, ['snapshot']));
      assertDone(await runJobHere(dataDir, ['export']));
      assert.equal((await fetch(`${earlier.url}/export/evidence.ndjson`)).status, 200);
      assert.match(await (await fetch(`${earlier.url}/terms`)).text(), /This instance writes it\./);
    } finally {
      await earlier.stop();
    }
    assert.notDeepEqual(withEvidence(), []);
    storeAsEarlier(dataDir);
    const { stderr } = await runJobHere(dataDir, ['export']);
    assert.match(stderr, /Start the instance once/, 'release 0.6.0 stored "on", which its operator never chose');
    const instance = await startInstanceHere({ dataDir });
    try {
      const index = await readJson<ExportIndex>(`${instance.url}/export/index.json`);
      assert.ok(index.more.length > 0);
      assert.ok(index.more.every(({ name }) => name !== 'evidence.ndjson'));
      assert.equal((await fetch(`${instance.url}/export/evidence.ndjson`)).status, 404);
      assert.match(await (await fetch(`${instance.url}/terms`)).text(), /This instance does not write it\./);
      assertDone(await runJobHere(dataDir, ['snapshot']));
      assert.deepEqual(withEvidence(), []);
      assert.equal((await fetch(`${instance.url}/export/drops-rates.ndjson`)).status, 200);
    } finally {
      await instance.kill();
    }
  }));

test('with TW_FEED_TIME=day no command publishes times of day, and rebuild --feed-time changes the setting', () =>
  withInstance({ TW_FEED_TIME: 'day' }, async (instance, dataDir) => {
    await sendFacts(instance.url);
    for (const command of ['snapshot', 'rebuild', 'snapshot']) {
      assertDone(await runJobHere(dataDir, [command]));
      const { times } = await corpusOf(instance);
      assert.ok(times.length > 0);
      for (const time of times) assert.match(time, /T00:00:00Z$/, command);
    }
    const wrong = await runJobHere(dataDir, ['rebuild', '--feed-time', 'hour']);
    assert.deepEqual([wrong.code, wrong.stderr], [1, '--feed-time must be exact or day; it is "hour".\n']);
    assert.equal(await instance.stop(), 0);

    const refused = await startThatEnds(dataDir, { TW_FEED_TIME: 'exact' });
    assert.match(refused.stderr, /^TW_FEED_TIME was changed: .* Run `npm run job -- rebuild --feed-time exact`/m);
    assertDone(await runJobHere(dataDir, ['snapshot']));
    assertDone(await runJobHere(dataDir, ['rebuild', '--feed-time', 'exact']));
    assertDone(await runJobHere(dataDir, ['snapshot']));
    const again = await startInstanceHere({ dataDir, env: { TW_FEED_TIME: 'exact' } });
    try {
      const { times } = await corpusOf(again);
      assert.match(again.log(), /"event":"instance.settings_changed","variables":"TW_PUBLIC_URL"/);
      assert.ok(
        times.every((time) => !time.endsWith('T00:00:00Z')),
        times.join(),
      );
    } finally {
      await again.kill();
    }
  }));

test('a command whose environment differs from the folder stops and names the variable and both values', () =>
  withInstance({ ...CAREFUL, TW_CONTACT: 'mailto:ops@tw.example' }, async ({ url, port }, dataDir) => {
    await sendFacts(url);
    assertDone(await runJobHere(dataDir, ['snapshot']));
    const before = readFileSync(join(dataDir, 'current'), 'utf8');
    const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
      [{ TW_INSTALL_AGE_DAYS: '0' }, /^TW_INSTALL_AGE_DAYS .*"7".*"0"/],
      [{ TW_EXPORT_EVIDENCE: 'on' }, /^TW_EXPORT_EVIDENCE .*"off".*"on"/],
      [{ TW_WITNESS_NETWORKS: '2' }, /^TW_WITNESS_NETWORKS .*"1".*"2"/],
      [{ TW_FEED_TIME: 'day' }, /^TW_FEED_TIME .*"exact".*"day"/],
      [{ TW_LOCALE: 'deDE' }, /^TW_LOCALE .*"enUS".*"deDE"/],
      [{ TW_SERVICE_NAME: 'Another' }, /^TW_SERVICE_NAME .*"A Name of Its Own".*"Another"/],
      [{ TW_CONTACT: 'other@tw.example' }, /^TW_CONTACT .*"mailto:ops@tw.example".*"other@tw.example"/],
      [{ TW_SOURCE_URL: 'https://code.example/' }, /^TW_SOURCE_URL must be left out, .*"https:\/\/code.example\/"/],
      [
        { TW_PUBLIC_URL: 'https://tw.example' },
        new RegExp(`^TW_PUBLIC_URL .*"http://localhost:${port}".*"https://tw.example"`),
      ],
    ];
    for (const [env, sentence] of casesToTry(cases)) {
      for (const command of 'TW_LOCALE' in env ? ['snapshot', 'rebuild', 'export', 'verify'] : ['snapshot']) {
        const { code, stdout, stderr } = await runJobHere(dataDir, [command], env);
        assert.deepEqual([code, stdout], [1, ''], command);
        assert.match(stderr, sentence);
        assert.match(stderr, /^[^\n]+\n$/);
      }
    }
    assert.equal(readFileSync(join(dataDir, 'current'), 'utf8'), before);
    const same = {
      ...CAREFUL,
      TW_CONTACT: 'ops@tw.example',
      TW_PUBLIC_URL: `http://localhost:${port}/`,
      TW_LOCALE: '',
      TW_PORT: '0',
    };
    assertDone(await runJobHere(dataDir, ['snapshot'], same));
  }));

test('in a folder without its settings, or with damaged ones, commands that publish ask for one start first', () =>
  withInstance(CAREFUL, async (instance, dataDir) => {
    await sendFacts(instance.url);
    assertDone(await runJobHere(dataDir, ['snapshot']));
    await instance.stop();
    const file = join(dataDir, 'settings.json');
    const written = readFileSync(file, 'utf8');
    const publishing = [['snapshot'], ['rebuild'], ['export'], ['import-knowledge', file], ['verify']];
    const damaged = ['', '{', '{"release":"0.6.0"}', written.replace('"7"', '"seven"'), written.slice(0, -9)];
    for (const content of [null, ...casesToTry(damaged)]) {
      if (content === null) rmSync(file);
      else writeFileSync(file, content);
      for (const command of content === null ? publishing : [['snapshot'], ['rebuild', '--feed-time', 'day']]) {
        const { code, stdout, stderr } = await runJobHere(dataDir, command);
        assert.deepEqual([code, stdout], [1, ''], command[0]);
        assert.match(stderr, /^The file settings\.json in TW_DATA_DIR .*Start the instance once.*\n$/, command[0]);
      }
      assertDone(await runJobHere(dataDir, ['key', 'list']));
      assert.equal(existsSync(file) ? readFileSync(file, 'utf8') : null, content, 'commands do not mend it');
    }
    assertDone(await runJobHere(dataDir, ['backup', join(dataDir, '..', 'without')]));
    assertDone(await runJobHere(dataDir, ['erase', '--install', 'nobody-has-this-id']));

    const again = await startInstanceHere({ dataDir, env: { TW_SERVICE_NAME: 'Renamed' } });
    try {
      const { settings } = JSON.parse(readFileSync(file, 'utf8')) as { settings: Record<string, string> };
      assert.deepEqual([settings['TW_SERVICE_NAME'], settings['TW_INSTALL_AGE_DAYS']], ['Renamed', '0']);
      assert.deepEqual(
        readdirSync(dataDir).filter((name) => name.endsWith('.new')),
        [],
      );
      assertDone(await runJobHere(dataDir, ['snapshot']));
    } finally {
      await again.kill();
    }
  }));

test('a backup carries the settings, so commands in the restored folder keep back the same', () =>
  withInstance(CAREFUL, async (instance, dataDir) => {
    await sendFacts(instance.url);
    const [to, anew] = [join(dataDir, '..', 'backup'), join(dataDir, '..', 'anew')];
    assertDone(await runJobHere(dataDir, ['backup', to]));
    assertDone(await runJobHere(anew, ['restore', to]));
    const settings = (folder: string): string => readFileSync(join(folder, 'settings.json'), 'utf8');
    assert.equal(settings(anew), settings(dataDir));
    const wrong = await runJobHere(anew, ['snapshot'], { TW_INSTALL_AGE_DAYS: '0' });
    assert.match(wrong.stderr, /^TW_INSTALL_AGE_DAYS /);
    assertDone(await runJobHere(anew, ['snapshot']));
    const restored = await startInstanceHere({ dataDir: anew, env: CAREFUL });
    try {
      assert.equal((await fetch(`${restored.url}/npc/40`)).status, 404);
      assertDone(await runJobHere(anew, ['verify']));
    } finally {
      await restored.kill();
    }
  }));

test('an instance without TW_PUBLIC_URL passes the address with its port on to commands', () =>
  withInstance({ TW_PUBLIC_URL: '' }, async ({ url, port }, dataDir) => {
    await sendFacts(url);
    assertDone(await runJobHere(dataDir, ['snapshot']));
    assertDone(await runJobHere(dataDir, ['export']));
    const index = await readJson<ExportIndex>(`${url}/export/index.json`);
    assert.equal(index.site, `http://localhost:${port}/`);
  }));
