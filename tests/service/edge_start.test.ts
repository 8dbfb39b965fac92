import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { createReplicator } from '../../adapters/child_programs.ts';
import { claimIdentity, createDataDir } from '../../adapters/data_folder/data_dir.ts';
import { systemRandom } from '../../adapters/random.ts';
import { instanceEnv, inTempDir, runJob, sleep, startInstance, startThatEnds } from '../support/instance.ts';

/** How an edge starts (TW_ROLE). For what an edge does next to a libSQL server, see tests/edge. */

/** Nothing listens on these addresses. */
const EDGE = { TW_ROLE: 'edge', TW_SYNC_URL: 'http://127.0.0.1:1', TW_PRIMARY_URL: 'http://127.0.0.1:1' };

test('an edge without a copy is unreachable and not empty, and creates no files of a primary', () =>
  inTempDir(async (dataDir) => {
    const edge = await startInstance({ dataDir, env: EDGE, readyPath: '/api/openapi.json' });
    try {
      const ask = async (path: string, init: RequestInit = {}) => {
        const response = await fetch(edge.url + path, init);
        return { status: response.status, text: await response.text() };
      };
      assert.equal((await ask('/api/corpus/public')).status, 503);
      const health = await ask('/api/health');
      assert.equal(health.status, 503);
      assert.match(health.text, /"state":"unavailable".*"primaryReached":null/);
      const upload = await ask('/api/intake', { method: 'POST', body: '{}' });
      assert.equal(upload.status, 503);
      assert.match(upload.text, /"persisted":false/);
      assert.match((await ask('/api/health')).text, /"primaryReached":false/);
      assert.equal((await ask('/terms')).status, 200);
      const deadline = performance.now() + 20_000;
      while (!edge.log().includes('"sync.failed","cause":"UNREACHABLE"')) {
        assert.ok(performance.now() < deadline, edge.log());
        await sleep(50);
      }
    } finally {
      assert.equal(await edge.stop(), 0);
    }
    assert.deepEqual(readdirSync(dataDir).sort(), ['builder.lock', 'identity', 'uploads.lock']);
    const command = await runJob(dataDir, ['key', 'list'], EDGE);
    assert.equal(command.code, 1);
    assert.match(command.stderr, /^TW_ROLE must be primary or left out for this command/);
  }));

test('neither role starts on a folder of the other', () =>
  inTempDir(async (root) => {
    const [ofPrimary, ofEdge] = [join(root, 'primary'), join(root, 'edge')];
    mkdirSync(ofPrimary);
    writeFileSync(join(ofPrimary, 'uploads.db'), 'uploads');
    const edge = await startThatEnds(ofPrimary, EDGE);
    assert.equal(edge.code, 1);
    assert.match(
      edge.stderr,
      /^TW_DATA_DIR must name a separate folder if TW_ROLE is edge; .* the uploads of a primary\.\n$/,
    );
    mkdirSync(join(ofEdge, 'replica'), { recursive: true });
    const primary = await startThatEnds(ofEdge, {});
    assert.equal(primary.code, 1);
    assert.match(
      primary.stderr,
      /^TW_DATA_DIR must name a separate folder if TW_ROLE is primary; .* the copy of an edge\.\n$/,
    );
    assert.equal(existsSync(join(ofEdge, 'uploads.db')), false);
  }));

test('a sync process whose server accepts connections but never answers is killed at its deadline', () =>
  inTempDir(async (dataDir) => {
    const made = createDataDir(dataDir);
    await claimIdentity(made.identity, systemRandom);
    const asked = new Set<Socket>();
    const server = createServer((socket) => asked.add(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const env = { ...EDGE, TW_SYNC_URL: `http://127.0.0.1:${port}`, TW_SYNC_TOKEN: 'a-secret' };
    try {
      const replicator = createReplicator(null, instanceEnv(dataDir, env), 2_500);
      const startedMs = performance.now();
      assert.equal(await replicator.run(new AbortController().signal, false), false);
      const tookMs = performance.now() - startedMs;
      assert.ok(tookMs >= 2_400 && tookMs < 8_000, `${tookMs} ms`);
    } finally {
      for (const socket of asked) socket.destroy();
      server.close();
    }
  }));
