import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { countBytes } from '../edge/byte_counter.ts';
import { caughtUp, linesOf, show, snapshotOf, within } from '../edge/world.ts';
import { filesBelow, holdsText } from '../support/files_below.ts';
import { type Instance, inTempDir, runJob, sleep, startInstance } from '../support/instance.ts';
import { item, items, npc, quest, world } from '../support/world.ts';

/** A primary with TW_REPLICA and edges with TW_REPLICA_URL, each as a process. */

const PUBLIC = { TW_REPLICA: 'public', TW_PUBLIC_URL: 'http://witness.example' };

interface Processes {
  readonly folder: string;
  primary(): Promise<Instance>;
  /** Starts an edge that follows the files at `url`. */
  edge(n: number, url: string, env?: Readonly<Record<string, string>>): Promise<Instance>;
  job(...args: string[]): Promise<string>;
}

function withProcesses(work: (processes: Processes) => Promise<void>): Promise<void> {
  return inTempDir(async (folder) => {
    const running: Instance[] = [];
    const start = async (name: string, env: Readonly<Record<string, string>>): Promise<Instance> => {
      const dataDir = join(folder, name);
      const instance = await startInstance({ dataDir, env, readyPath: '/api/openapi.json' });
      running.push(instance);
      return instance;
    };
    try {
      await work({
        folder,
        primary: () => start('primary', PUBLIC),
        edge: (n, url, env = {}) =>
          start(`edge${n}`, {
            TW_ROLE: 'edge',
            TW_REPLICA_URL: `${url}/replica`,
            TW_SYNC_INTERVAL_S: '1',
            TW_PUBLIC_URL: PUBLIC.TW_PUBLIC_URL,
            ...env,
          }),
        job: async (...args) => {
          const { code, stdout, stderr } = await runJob(join(folder, 'primary'), args, PUBLIC);
          assert.equal(code, 0, stderr);
          return stdout.trim();
        },
      });
    } finally {
      for (const instance of running) await instance.kill();
    }
  });
}

async function read({ url }: Instance, path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(url + path, { headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const DROPS = '/api/rollups/drops?limit=500';

/** Number of NPCs looted for a snapshot, and the bytes that an edge fetched for it from a libSQL server. */
const FETCHES: readonly (readonly [npcs: number, bytesMax: number])[] = [
  [1, 6_002],
  [32, 18_384],
];

test('an edge fetches fewer bytes than from a libSQL server, and under 300 for a check without change', (t: TestContext) =>
  withProcesses(async ({ primary, edge, job }) => {
    const source = await primary();
    await world()
      .installs(3, (install) => install.event('loot:1').looted(npc(900), item(1)))
      .sendTo(source.url);
    await job('snapshot');
    const counter = await countBytes(source.url);
    try {
      const first = await edge(1, counter.url, { TW_SYNC_INTERVAL_S: '5' });
      let id = 0;
      for (const [npcs, bytesMax] of FETCHES) {
        await caughtUp(source, [first]);
        await sleep(6_000);
        counter.take();
        await sleep(5_000);
        const idle = counter.take();
        assert.ok(idle > 0 && idle < 300, `${idle} bytes`);
        const upload = world().installs(3, (install) => {
          for (let i = 1; i <= npcs; i++)
            for (const n of [1, 2, 3]) install.event(`loot:${id + i}:${n}`).looted(npc(id + i), ...items(n, 10 + i));
        });
        id += npcs;
        await upload.sendTo(source.url);
        await job('snapshot');
        await caughtUp(source, [first]);
        const bytes = counter.take();
        const { rowsSent, bytesSent, bytesPacked } = JSON.parse(linesOf(source, 'publish.done').at(-1)!);
        show(t, [`${bytes} bytes for ${rowsSent} rows of ${bytesSent} bytes, packed ${bytesPacked}; idle ${idle}`]);
        assert.ok(bytes <= bytesMax, `${bytes} bytes`);
      }
    } finally {
      await counter.close();
    }
  }));

test('an edge serves the same answers, checks keys at its primary and follows an erasure', () =>
  withProcesses(async ({ folder, primary, edge, job }) => {
    const source = await primary();
    const install = 'install-of-cleo';
    await world()
      .installs(['north-install-0001', 'south-install-0002', install], (one) => {
        one.event('loot:1').looted(npc(5), item(5));
        one.wasOffered(quest(71, 'Unheard-of Errand'));
      })
      .sendTo(source.url);
    await job('snapshot');
    const first = await edge(1, source.url, { TW_PRIMARY_URL: source.url });
    const mirror = await edge(2, source.url);
    await caughtUp(source, [first, mirror]);
    for (const one of [first, mirror])
      assert.deepEqual((await read(one, DROPS)).text, (await read(source, DROPS)).text);
    const state = await read(source, '/replica/state.json');
    assert.equal(state.headers.get('cache-control'), 'public, no-cache');
    const { base } = JSON.parse(state.text.split('\n')[0]!) as { base: { name: string } };
    const served = await fetch(`${source.url}/replica/${base.name}`);
    assert.equal(served.headers.get('cache-control'), 'public, max-age=3600');
    const digest = createHash('sha256')
      .update(new Uint8Array(await served.arrayBuffer()))
      .digest('hex');
    assert.ok(base.name.endsWith(digest));
    assert.equal((await read(source, '/replica/identity')).status, 404);
    assert.equal((await read(source, '/replica/..%2Fuploads.db')).status, 404);
    // An edge forwards requests for the files.
    assert.deepEqual((await read(first, '/replica/state.json')).text, state.text);

    const key = await job('key', 'create', '--label', 'a site');
    const ask = (one: Instance, sent: string) => read(one, '/api/corpus/public', { 'x-api-key': sent });
    assert.equal((await ask(first, key)).status, 200);
    assert.equal(
      (
        await ask(
          first,
          key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        )
      ).status,
      401,
    );
    assert.equal((await ask(mirror, key)).status, 200, 'keys are off, so it is ignored');
    assert.equal((await ask(mirror, 'tw_none')).status, 200);
    assert.equal(linesOf(mirror, 'edge.keys_off').length, 1);
    await within('the day of use', 10, async () =>
      (await job('key', 'list')).includes(new Date().toISOString().slice(0, 10)),
    );

    const holders = (name: string) => filesBelow(join(folder, name)).filter(holdsText('Unheard-of Errand'));
    assert.notDeepEqual(holders('edge1'), []);
    await job('erase', '--install', install);
    await job('snapshot');
    await caughtUp(source, [first, mirror]);
    await within('the erased text is gone', 30, async () => [...holders('edge1'), ...holders('edge2')].length === 0);
    assert.deepEqual(holders('primary/publication'), []);

    await first.kill();
    await source.kill();
    assert.equal((await read(mirror, DROPS)).status, 200);
    assert.equal((await fetch(`${mirror.url}/api/health`)).ok, true);
  }));

test('a primary and an edge that are killed at any moment go on', () =>
  withProcesses(async ({ primary, edge, job }) => {
    let source = await primary();
    let first = await edge(1, source.url);
    for (let round = 1; round <= 4; round++) {
      await world()
        .installs(3, (one) => one.event(`loot:${round}`).looted(npc(round), item(round)))
        .sendTo(source.url);
      await job('snapshot');
      await sleep(round * 70);
      await first.kill();
      if (round % 2 === 0) {
        await source.kill();
        source = await primary();
      }
      first = await edge(1, source.url);
      await caughtUp(source, [first]);
      assert.equal((await read(first, DROPS)).text, (await read(source, DROPS)).text);
    }
    assert.notEqual(await snapshotOf(first), null);
  }));
