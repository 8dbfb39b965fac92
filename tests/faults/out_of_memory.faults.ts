import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type CorpusAnswer, postRecords } from '../support/client.ts';
import { type Instance, inTempDir, runJob, sleep, startInstance } from '../support/instance.ts';
import { item, npc, world } from '../support/world.ts';

/**
 * An instance cannot get more memory in the middle of uploads. It and its builder may crash, but every upload that it
 * confirmed must be stored exactly once at the next start.
 */

const RECORDS = 2_000;
const SENDERS = 12;
const WITHIN_MS = 60_000;

/** Memory that the instance may still allocate, which is too little for the uploads sent. */
const MORE_BYTES = 24 * 1024 * 1024;

const skip = spawnSync('prlimit', ['--version']).error === undefined ? false : 'prlimit is not on this machine';

function recordsOf(upload: number): readonly object[] {
  const load = world();
  for (let i = 0; i < RECORDS; i++) {
    load
      .install(i % 3)
      .event(`${upload}:${i}`)
      .looted(npc(1 + (i % 50)), item(100 + (i % 90)));
  }
  return load.records();
}

function limitMemory(pid: number): void {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = Number(/^VmData:\s+(\d+) kB$/m.exec(status)![1]) * 1024 + MORE_BYTES;
  execFileSync('prlimit', ['--pid', String(pid), `--data=${bytes}`]);
}

/** Uploads until the instance stops answering. Returns which uploads were confirmed, and how many were sent. */
async function uploadUntilDead({ url }: Instance): Promise<{ confirmed: ReadonlySet<number>; sent: number }> {
  const confirmed = new Set<number>();
  const until = performance.now() + WITHIN_MS;
  let sent = 0;
  const send = async (): Promise<void> => {
    while (performance.now() < until) {
      const upload = sent++;
      const answer = await postRecords(url, recordsOf(upload)).catch(() => null);
      if (answer === null) return;
      if (answer.status === 200) confirmed.add(upload);
      else await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  return { confirmed, sent };
}

test('an instance that runs out of memory exits and keeps everything it confirmed', { skip }, (t) =>
  inTempDir(async (dataDir) => {
    const instance = await startInstance({ dataDir, env: { TW_SNAPSHOT_INTERVAL_S: '1' } });
    let confirmed: ReadonlySet<number>;
    let sent: number;
    try {
      for (let i = 0; i < 3; i++) {
        assert.equal((await postRecords(instance.url, recordsOf(1_000_000 + i))).status, 200);
      }
      limitMemory(instance.pid);
      ({ confirmed, sent } = await uploadUntilDead(instance));
      assert.equal(
        await Promise.race([instance.stop().catch(() => null), sleep(20_000).then(() => 0)]),
        null,
        'it ended',
      );
    } finally {
      await instance.kill();
    }
    const again = await startInstance({ dataDir });
    try {
      const uploads = [...Array.from({ length: sent }, (_, upload) => upload), 1_000_000, 1_000_001, 1_000_002];
      for (const upload of uploads) {
        const { status, receipt } = await postRecords(again.url, recordsOf(upload));
        assert.equal(status, 200);
        const repeats = receipt.accepted!.filter(({ duplicate }) => duplicate).length;
        if (confirmed.has(upload) || upload >= 1_000_000) assert.equal(repeats, RECORDS, `upload ${upload} was lost`);
        else assert.ok(repeats === 0 || repeats === RECORDS, `upload ${upload} is there in part`);
      }
      assert.equal((await runJob(dataDir, ['snapshot'])).code, 0);
      const corpus = (await (await fetch(`${again.url}/api/corpus/public?limit=1`)).json()) as CorpusAnswer;
      assert.deepEqual([corpus.uploads, corpus.total], [uploads.length, uploads.length * RECORDS]);
      assert.equal(await again.stop(), 0, again.log());
      assert.equal((await runJob(dataDir, ['verify', '--quiet'])).code, 0);
      t.diagnostic(`${confirmed.size} of ${sent} uploads confirmed before it ended: ${instance.log().slice(-200)}`);
    } finally {
      await again.kill();
    }
  }),
);
