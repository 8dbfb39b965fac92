import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postRecords } from '../support/client.ts';
import type { Instance } from '../support/instance.ts';
import { item, npc, world } from '../support/world.ts';
import { caughtUp, PUBLIC_URL, skip, withEdges, within } from './world.ts';

/** Tests what an edge forwards to a real primary, and which keys it accepts. */

const CORPUS = '/api/corpus/public?limit=1';

function post(instance: Instance, path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(instance.url + path, {
    method: 'POST',
    // Sends the form as a browser does from a page of the public address.
    headers: { Origin: PUBLIC_URL, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
}

async function statusWith({ url }: Instance, key: string): Promise<number> {
  const response = await fetch(url + CORPUS, { headers: { 'X-API-Key': key } });
  await response.arrayBuffer();
  return response.status;
}

test(
  'uploads, forms, upload pages and exports reach the primary through an edge, and new keys arrive with a snapshot',
  {
    skip,
  },
  () =>
    withEdges(async ({ primary, edge, job }) => {
      const source = await primary();
      const first = await edge(1, { TW_PRIMARY_URL: source.url });
      const installs = ['north-install-0001', 'south-install-0002', 'west-install-00003'];
      const records = world()
        .installs(installs, (install) => install.looted(npc(5), item(5)))
        .records();
      const { status, receipt } = await postRecords(first.url, records);
      assert.equal(status, 200);
      const fate = await fetch(`${first.url}/upload/${receipt.uploadId}`);
      assert.equal(fate.status, 200);
      assert.match(await fate.text(), /Your contribution/);

      const made = await post(first, '/connect/keys', { label: 'through an edge' });
      assert.equal(made.status, 200);
      const key = /tw_[\w-]{20,}/.exec(await made.text())![0];
      assert.equal(await statusWith(source, key), 200);
      await job('snapshot');
      await caughtUp(source, [first]);
      assert.equal(await statusWith(first, key), 200);
      assert.equal(await statusWith(first, `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`), 401);

      const elsewhere = await fetch(`${first.url}/connect/keys`, {
        method: 'POST',
        headers: { Origin: 'http://elsewhere.example', 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'label=x',
      });
      assert.equal(elsewhere.status, 403);

      const revoked = await post(first, '/connect/keys/revoke', { key });
      assert.equal(revoked.status, 200);
      assert.equal(await statusWith(source, key), 401);
      await job('snapshot');
      await caughtUp(source, [first]);
      await within('the key is unknown at the edge', 20, async () => (await statusWith(first, key)) === 401);

      await job('export');
      for (const path of ['/export/index.json', '/export/corpus.ndjson']) {
        const [here, there] = await Promise.all([first, source].map((one) => fetch(one.url + path)));
        assert.equal(here!.status, 200, path);
        assert.equal(here!.headers.get('etag'), there!.headers.get('etag'));
        assert.equal(await here!.text(), await there!.text());
      }

      const erased = await post(first, '/connect/erase', { install: installs[0]!, confirm: 'ERASE' });
      assert.equal(erased.status, 200);
      await job('snapshot');
      await caughtUp(source, [first]);
      const drops = await (await fetch(`${first.url}/api/rollups/drops`)).text();
      assert.match(drops, /"rates":\[\]/);

      await source.kill();
      const away = await postRecords(first.url, records);
      assert.deepEqual([away.status, away.receipt.persisted], [503, false]);
      assert.equal((await post(first, '/connect/keys', { label: 'x' })).status, 503);
      assert.equal((await fetch(`${first.url}/export/index.json`)).status, 503);
      assert.equal((await fetch(`${first.url}/connect`)).status, 200);
    }),
);
