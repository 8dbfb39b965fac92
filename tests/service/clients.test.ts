import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import type * as Module from '../../docs/clients/third_witness.ts';
import { type Instance, inTempDir, runJob, startInstance } from '../support/instance.ts';
import { items, npc, world } from '../support/world.ts';
import { type ClientStub, startClientStub } from './client_stub.ts';

const run = promisify(execFile);
const CHECK = fileURLToPath(new URL('./use_client.py', import.meta.url));

let instance: Instance;
let stub: ClientStub;
let folder = '';
let end: () => void = () => {};
let finished: Promise<unknown> = Promise.resolve();

before(async () => {
  await new Promise<void>((ready, failed) => {
    finished = inTempDir(async (dir) => {
      folder = dir;
      const dataDir = join(dir, 'data');
      // Nine relations in five pages of two.
      instance = await startInstance({ dataDir });
      await world()
        .installs(3, (install) => {
          for (const id of [5, 6, 7]) install.looted(npc(id), ...items(11, 12, id + 100));
        })
        .sendTo(instance.url);
      for (const job of ['snapshot', 'export']) {
        const { code, stderr } = await runJob(dataDir, [job]);
        assert.equal(code, 0, stderr);
      }
      stub = await startClientStub();
      await new Promise<void>((resolve) => {
        end = resolve;
        ready();
      });
      await stub.close();
      await instance.stop();
    });
    finished.catch(failed);
  });
});

after(() => {
  end();
  return finished;
});

/** Stores a served client in an empty folder and returns its path. */
async function fetchClient(name: string): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, await (await fetch(`${instance.url}/clients/${name}`)).text());
  return path;
}

const EXPECTED = [5, 6, 7].flatMap((npcId) => [11, 12, npcId + 100].map((id) => [id, 'dropped_by', npcId].join()));

test('the client for TypeScript reads pages, CSV and files, and types refusals', async () => {
  // Node 20 reads no TypeScript.
  const { code } = await transform(readFileSync(await fetchClient('third_witness.ts')), { loader: 'ts' });
  const compiled = join(folder, 'third_witness.mjs');
  writeFileSync(compiled, code);
  const { createClient, ApiError } = (await import(pathToFileURL(compiled).href)) as typeof Module;
  const client = createClient({ url: instance.url });
  const pages = [];
  for await (const page of client.pages('/api/edges', { query: { limit: 2 } })) pages.push(page);
  assert.equal(pages.length, 5);
  const edges = pages.flatMap((page) => page.edges).map(({ fromId, rel, toId }) => [fromId, rel, toId].join());
  assert.deepEqual(edges.toSorted(), EXPECTED.toSorted());
  assert.equal(new Set(pages.map(({ snapshot }) => snapshot)).size, 1);

  const csv: string[] = [];
  for await (const page of client.csvPages('/api/edges', { query: { limit: 2 } })) csv.push(page);
  const rows = csv.flatMap((page) => page.trim().split('\r\n').slice(1));
  assert.equal(csv.length, 5);
  assert.equal(rows.length, EXPECTED.length);
  assert.equal(await client.csv('/api/edges', { query: { limit: 2 } }), csv[0]);

  const lines: string[] = [];
  for await (const line of client.lines('/export/{name}', { path: { name: 'edges.ndjson' } })) lines.push(line);
  assert.deepEqual(
    lines
      .map((line) => JSON.parse(line))
      .map(({ fromId, rel, toId }) => [fromId, rel, toId].join())
      .toSorted(),
    EXPECTED.toSorted(),
  );
  assert.match(await client.text('/feeds/recent.atom'), /^<\?xml/);
  assert.equal((await client.get('/api/tools/get_by_name', { query: { name: 'Kobold' } })).tool, 'get_by_name');
  const called = { path: { tool: 'get_by_name' }, query: { name: 'Kobold' } } as const;
  assert.equal((await client.get('/api/tools/{tool}', called)).tool, 'get_by_name');

  await assert.rejects(client.get('/api/edges', { query: { limit: 0 } }), (error) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.field, error.retryAfterSeconds], [400, 'limit', null]);
    assert.match(error.message, /^limit must be a whole number/);
    return true;
  });
  await assert.rejects(client.get('/api/tooltip/{type}/{id}', { path: { type: 'item', id: 999_999 } }), (error) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.field], [404, null]);
    return true;
  });
  // The script for browsers is the same program.
  const script = pathToFileURL(await fetchClient('third_witness.js')).href;
  const browser = ((await import(script)) as typeof Module).createClient({ url: instance.url });
  assert.equal((await browser.get('/api/edges')).total, EXPECTED.length);
  const record: Module.RecordLoot = {
    kind: 'loot',
    installId: 'c0ffee00-0000-4000-8000-000000000001',
    capturedAt: new Date().toISOString(),
    sourceNpcId: 5,
    sourceEvidence: 'loot-api',
    items: [],
  };
  const body = { addonVersion: '1.0.0', clientBuild: '1.15.8.1', protocol: '1.5.0', records: [record] };
  const receipt = await browser.upload(body);
  assert.deepEqual([receipt.ok, receipt.persisted], [true, true]);
});

test('the client for TypeScript waits within its bound, can be aborted, and never takes unknown for none', async () => {
  const { createClient, ApiError, UnreachableError } = await import('../../docs/clients/third_witness.ts');
  const local = await startClientStub();
  try {
    const client = createClient({ url: `${local.url}/`, key: 'tw_secret', maxWaitSeconds: 3 });
    const started = performance.now();
    assert.deepEqual(await client.get('/api/health'), { ok: true });
    assert.ok(performance.now() - started >= 1_900);
    assert.equal(local.keys.get('/api/health'), 'Bearer tw_secret');
    await assert.rejects(client.get('/schema/index.json'), (error) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.status, error.retryAfterSeconds, error.message], [429, 1800, 'Ask again later.']);
      return true;
    });
    const patient = createClient({ url: local.url, maxWaitSeconds: 3600 });
    const abort = new AbortController();
    setTimeout(() => abort.abort(new Error('enough')), 50);
    await assert.rejects(patient.get('/schema/index.json', { signal: abort.signal }), /enough/);
    await assert.rejects(client.pages('/api/edges').next(), UnreachableError);
    await assert.rejects(client.get('/api/edges'), UnreachableError);
    // fetch drops the key when a redirect leads to another origin.
    assert.deepEqual(await client.get('/schema/limits.json'), { elsewhere: true });
    assert.deepEqual(local.keys.get('/elsewhere'), undefined);
    await assert.rejects(client.text('/feeds/recent.atom'));
    await assert.rejects(async () => {
      for await (const line of client.lines('/feeds/realm/{realm}', { path: { realm: 'cut' } }))
        assert.ok(line.length > 0);
    });
  } finally {
    await local.close();
  }
});

test('the client for Python reads pages, CSV and files, waits, and types refusals', async () => {
  const path = await fetchClient('third_witness.py');
  const python = await run('python3', ['--version']).catch(() => null);
  assert.ok(python !== null, 'python3 is missing, so the client for Python was not tested');
  const own = join(folder, 'python');
  await run('mkdir', [own]);
  writeFileSync(join(own, 'third_witness.py'), readFileSync(path));
  const { stdout } = await run('python3', ['-B', '-W', 'error', CHECK, own, instance.url, stub.url]);
  const found = JSON.parse(stdout);
  assert.equal(found.default, `http://localhost:${instance.port}`);
  assert.deepEqual([found.pages, found.total], [5, EXPECTED.length]);
  assert.deepEqual(found.edges.map(String).toSorted(), EXPECTED.toSorted());
  assert.deepEqual(found.csv, found.edges);
  assert.equal(found.lines.length, EXPECTED.length);
  assert.equal(found.names, statSync(join(own, 'names.csv')).size);
  assert.deepEqual(found.folder, ['names.csv', 'third_witness.py']);
  assert.deepEqual(found.left, found.folder);
  assert.deepEqual([found.feed, found.tool, found.any], ['<?xml', 'get_by_name', 'get_by_name']);
  const { wrong, missing } = found;
  assert.deepEqual([wrong.status, wrong.field, wrong.retry], [400, 'limit', null]);
  assert.match(wrong.text, /^limit must be a whole number/);
  assert.deepEqual([missing.status, missing.field], [404, null]);
  assert.equal(found['no file'].error, 'ValueError');
  assert.deepEqual(found.waited, [true, 2]);
  assert.deepEqual([found['long wait'].status, found['long wait'].retry], [429, 1800]);
  assert.equal(found.unreachable.error, 'UnreachableError');
  assert.equal(found['other digest'].error, 'DigestError');
  for (const cut of found.cut) assert.equal(cut.error, 'EOFError');
  assert.deepEqual(found.redirect, { returned: "{'elsewhere': True}" });
  assert.equal(stub.keys.get('/api/health'), 'Bearer tw_secret');
  assert.equal(stub.keys.get('/elsewhere'), undefined);
});

test('a client says how long an instance refuses requests that are too many', () =>
  inTempDir(async (dataDir) => {
    const limited = await startInstance({ dataDir, env: { TW_LIMITS: 'on', TW_LIMIT_EDGES: '2/2' } });
    try {
      const { createClient, ApiError } = await import('../../docs/clients/third_witness.ts');
      const client = createClient({ url: limited.url, maxWaitSeconds: 1 });
      const refusals: unknown[] = [];
      for (let n = 0; n < 3; n++) await client.get('/api/edges').catch((error) => refusals.push(error));
      const last = refusals.at(-1);
      assert.ok(last instanceof ApiError);
      assert.equal(last.status, 429);
      assert.ok(last.retryAfterSeconds! > 1);
      assert.equal(last.getAKey, `http://localhost:${limited.port}/connect#keys`);
    } finally {
      await limited.stop();
    }
  }));
