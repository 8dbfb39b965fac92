import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { DropsAnswer, Receipt } from '../support/client.ts';
import { type Instance, inTempDir, runJob, sleep, startInstance } from '../support/instance.ts';
import { item, npc, world } from '../support/world.ts';

const INSTALLS = ['north-install-0001', 'south-install-0002', 'west-install-00003'];
const KOBOLD = npc(6, 'Kobold Vermin');
const CANDLE = item(772, 'Large Candle');

/** Uploads a player's records as the uploader does, compressed. */
async function upload({ url }: Instance, install: string): Promise<void> {
  const records = world().install(install).event('journey').looted(KOBOLD, CANDLE).met(KOBOLD).saw(CANDLE).records();
  const response = await fetch(`${url}/api/intake`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
    body: gzipSync(JSON.stringify({ addonVersion: '1.0.0', protocol: '1.2.0', records })),
  });
  const receipt = (await response.json()) as Receipt;
  assert.deepEqual([response.status, receipt.accepted?.length], [200, records.length], receipt.error);
}

async function read({ url }: Instance, path: string, init?: RequestInit): Promise<string> {
  const response = await fetch(url + path, init);
  const text = await response.text();
  assert.equal(response.status, 200, `${path}: ${text.slice(0, 300)}`);
  return text;
}

/** Waits until the builder, which the instance starts every second, has made the rate public. */
async function untilPublic(instance: Instance): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const { totalRates } = JSON.parse(await read(instance, '/api/rollups/drops')) as DropsAnswer;
    if (totalRates === 1) return;
    assert.ok(performance.now() < deadline, `no rate is public: ${instance.log()}`);
    await sleep(100);
  }
}

const CALL = {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'npc_page', arguments: { npcId: KOBOLD.id } },
  }),
};

async function assertShown(instance: Instance): Promise<void> {
  const shown: readonly (readonly [path: string, what: RegExp, init?: RequestInit])[] = [
    ['/api/corpus/public', /"npcId":6/],
    ['/api/edges', /"rel":"dropped_by"/],
    [`/npc/${KOBOLD.id}`, /<h1[^>]*>\s*(?:<bdi>)?Kobold Vermin[\s\S]*Large Candle/],
    [`/api/tooltip/item/${CANDLE.id}`, /Kobold Vermin/],
    ['/api/suggest?q=kobo', /Kobold Vermin/],
    [`/api/tools/npc_page?npcId=${KOBOLD.id}`, /Large Candle/],
    ['/mcp', /Large Candle/, CALL],
  ];
  for (const [path, what, init] of shown) assert.match(await read(instance, path, init), what, path);
}

test('what three players upload is on lists, pages, hover cards and in tools and exports after a restart', () =>
  inTempDir(async (dataDir) => {
    let instance = await startInstance({ dataDir, env: { TW_SNAPSHOT_INTERVAL_S: '1' } });
    try {
      for (const install of INSTALLS) await upload(instance, install);
      await untilPublic(instance);
      assert.equal(await instance.stop(), 0, instance.log());
      instance = await startInstance({ dataDir });
      await assertShown(instance);
      const exported = await runJob(dataDir, ['export', '--force']);
      assert.equal(exported.code, 0, exported.stderr);
      const { files } = JSON.parse(await read(instance, '/export/index.json')) as {
        files: readonly { name: string }[];
      };
      const texts = await Promise.all(files.map(({ name }) => read(instance, `/export/${name}`)));
      assert.match(texts.join('\n'), /"sourceNpcId":6,"itemId":772/);
      assert.equal(await instance.stop(), 0, instance.log());
    } finally {
      await instance.kill();
    }
  }));
