import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type CorpusAnswer, type DropsAnswer, postRecords, walk } from '../support/client.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { type Instance, inTempDir, runJob, startInstance } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, items, npc, object, quest, world } from '../support/world.ts';

const INSTALLS = ['north-install-0001', 'south-install-0002', 'west-install-00003', 'east-install-00004'];

function onInstance(work: (instance: Instance, dataDir: string) => Promise<void>, start = startInstanceHere) {
  return inTempDir(async (dataDir) => {
    const instance = await start({ dataDir });
    try {
      await work(instance, dataDir);
    } finally {
      await instance.kill();
    }
  });
}

async function snapshot(dataDir: string): Promise<void> {
  const run = await runJobHere(dataDir, ['snapshot']);
  assert.equal(run.code, 0, run.stderr);
}

async function firstDrops(url: string): Promise<DropsAnswer> {
  return (await walk<DropsAnswer>(url, '/api/rollups/drops'))[0]!;
}

test('a rate becomes public with its third install, and a measured zero ends with its first item', () =>
  onInstance(async ({ url }, dataDir) => {
    const steps: [install: number, npc: number, found: number[], rates: number, zeros: number, queued: number][] = [
      [0, 5, [11], 0, 0, 1],
      [0, 5, [11, 12], 0, 0, 2],
      [1, 5, [], 0, 0, 2],
      [2, 5, [11], 2, 0, 0],
      [0, 6, [], 2, 0, 1],
      [1, 6, [], 2, 0, 1],
      [3, 6, [], 2, 1, 0],
      [3, 6, [13], 3, 0, 0],
    ];
    for (const [i, [install, id, found, rates, zeros, queued]] of steps.entries()) {
      await world()
        .install(INSTALLS[install]!)
        .event(`step:${i}`)
        .looted(npc(id), ...items(...found))
        .sendTo(url);
      await snapshot(dataDir);
      const page = await firstDrops(url);
      assert.deepEqual([page.totalRates, page.totalMeasuredZeros, page.queued], [rates, zeros, queued], `step ${i}`);
    }
    const { rates } = await firstDrops(url);
    assert.deepEqual(
      rates.map(({ sourceNpcId, itemId, kills, drops, reporters, installs, topShare }) => [
        ...[sourceNpcId, itemId, kills, drops, reporters, installs, topShare],
      ]),
      [
        [5, 11, 4, 3, 3, 2, 0.5],
        [5, 12, 4, 1, 3, 1, 0.5],
        [6, 13, 4, 1, 3, 1, 0.5],
      ],
    );
  }));

test('in 200 simultaneous posts of one upload each record is new exactly once, and one upload counts', () =>
  onInstance(async ({ url }, dataDir) => {
    const upload = world();
    for (let i = 0; i < 50; i++) {
      const install = upload.install(INSTALLS[i % 4]!);
      if (i % 2 === 0) install.event(`same:${i}`).looted(npc(9), item(1));
      else install.event(null).looted(object(100 + i), item(2));
    }
    const records = upload.records();
    const answers = await Promise.all(Array.from({ length: 200 }, () => postRecords(url, records)));
    const fresh = new Map<number, number>();
    const ids = new Set<string>();
    for (const { status, receipt } of answers) {
      assert.equal(status, 200);
      ids.add(receipt.uploadId!);
      for (const one of receipt.accepted!) if (!one.duplicate) fresh.set(one.index, (fresh.get(one.index) ?? 0) + 1);
    }
    assert.equal(ids.size, 200);
    assert.deepEqual(
      [...fresh.values()],
      records.map(() => 1),
    );
    await snapshot(dataDir);
    const [page] = await walk<CorpusAnswer>(url, '/api/corpus/public');
    assert.equal(page?.uploads, 1);
    assert.equal(page?.total, records.length);
  }));

test('a client that follows next while snapshots are written gets each row of its pinned set once', () =>
  onInstance(async ({ url }, dataDir) => {
    let n = 0;
    const post = async (count: number): Promise<void> => {
      const upload = world();
      for (let i = 0; i < count; i++) {
        n++;
        const install = upload.install(INSTALLS[n % 4]!).event(`walk:${n}`);
        if (n % 5 === 0) install.met(npc(n));
        else if (n % 7 === 0) install.wasOffered(quest(n));
        else install.looted(npc(1 + (n % 9)), ...(n % 9 === 4 ? [] : [item(n % 50)]));
      }
      assert.equal((await postRecords(url, upload.records())).status, 200);
      await snapshot(dataDir);
    };
    await post(120);
    await post(80);
    const paths = [
      '/api/corpus/public?limit=45',
      '/api/corpus/public?limit=17&kinds=quest,npc_sighting',
      '/api/rollups/drops?limit=60',
    ];
    for (const path of paths) {
      const before = await walk<CorpusAnswer & DropsAnswer>(url, path);
      let pagesSeen = 0;
      const during = await walk<CorpusAnswer & DropsAnswer>(url, path, async () => {
        if (pagesSeen++ < 2) await post(30);
      });
      const rowsOf = (pages: readonly (CorpusAnswer & DropsAnswer)[]) =>
        pages.flatMap((page) =>
          (page.records ?? [...page.rates, ...page.measuredZeros]).map((row) => {
            const { eventId, sourceNpcId, itemId } = row as { eventId?: string; sourceNpcId?: number; itemId?: number };
            return eventId ?? `${sourceNpcId}:${itemId}`;
          }),
        );
      assert.deepEqual(rowsOf(during), rowsOf(before), path);
      assert.ok(during.every((page) => page.total === before[0]!.total && page.snapshot === before[0]!.snapshot));
      const since = await walk<CorpusAnswer & DropsAnswer>(url, path);
      if (path.includes('corpus')) {
        assert.ok(since[0]!.total > before[0]!.total);
        const news = await walk<CorpusAnswer>(url, `${path}&since=${before[0]!.snapshot}`);
        assert.equal(news[0]!.total, since[0]!.total - before[0]!.total);
      }
    }
    assert.equal((await runJobHere(dataDir, ['rebuild'])).code, 0);
    const [page] = await walk<CorpusAnswer>(url, '/api/corpus/public?limit=10');
    const old = `${url}/api/corpus/public?snapshot=000000000000.1`;
    const refused = await fetch(old);
    assert.equal(refused.status, 400);
    assert.match(((await refused.json()) as { error: string }).error, /start again/);
    assert.equal(page?.total, n);
  }));

test('no install id and no raw event id leaves the uploads', () =>
  onInstance(async (instance, dataDir) => {
    const { url } = instance;
    const secrets = [...INSTALLS, 'raw-event-of-a-player', 'private-install-77'];
    const upload = world()
      .installs(INSTALLS, (install) => install.event('raw-event-of-a-player').looted(npc(3), item(7)))
      .install('private-install-77')
      .usedAddon('Secretive');
    const bad = { kind: 'loot', installId: 'bad', capturedAt: 'yesterday, private-install-77' };
    const { status, receipt } = await postRecords(url, [...upload.records(), bad]);
    assert.equal(status, 200);
    assert.equal(receipt.rejected?.length, 1);
    assert.ok(!INSTALLS.some((install) => JSON.stringify(receipt).includes(install)));
    // Elsewhere most commands run in the process of the test. Here their own processes must also end.
    for (const command of ['snapshot', 'export', 'verify', 'rebuild']) {
      const { code, stderr } = await runJob(dataDir, [command]);
      assert.equal(code, 0, `${command}: ${stderr}`);
    }
    const paths = ['/api/corpus/public', '/api/rollups/drops', '/api/health', '/', '/terms', '/schema/index.json'];
    for (const path of paths) {
      const text = await (await fetch(url + path)).text();
      for (const secret of secrets) assert.ok(!text.includes(secret), `${path} holds ${secret}`);
    }
    assert.equal(await instance.stop(), 0);
    for (const secret of secrets) assert.ok(!instance.log().includes(secret), `the log holds ${secret}`);
    assert.ok(
      !instance.log().includes('127.0.0.1:') || instance.log().includes('listening'),
      'addresses stay out of the log',
    );
    let snapshotFiles = 0;
    for (const file of readdirSync(dataDir)) {
      if (!file.startsWith('snapshot.')) continue;
      snapshotFiles++;
      const bytes = readFileSync(join(dataDir, file));
      for (const secret of secrets) assert.ok(!bytes.includes(secret), `${file} holds ${secret}`);
    }
    assert.ok(snapshotFiles >= 1);
    assert.ok(readFileSync(join(dataDir, 'uploads.db')).includes(INSTALLS[0]!), 'the search finds what is there');
  }, startInstance));
