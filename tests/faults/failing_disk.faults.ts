import assert from 'node:assert/strict';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type CorpusAnswer, postRecords } from '../support/client.ts';
import { answers, type Instance, inTempDir, runJob, sleep, startInstance } from '../support/instance.ts';
import { createFailingMachine, type FailingMachine, type Switches } from './failing_machine.ts';
import { RECORDS, recordsOf } from './power.ts';
import { makeLibrary } from './preloaded.ts';

/** A running instance must survive a failing disk and work again once the disk does, without a restart. */

const made = makeLibrary('failing_machine');
const skip = 'missing' in made ? `no disk failed: ${made.missing}` : false;

const CORPUS = '/api/corpus/public?limit=1';

interface Ground {
  readonly instance: Instance;
  readonly machine: FailingMachine;
  /** Sends the next upload, or resends the upload with this number. */
  send(upload?: number): Promise<{ readonly status: number; readonly persisted: boolean }>;
  /** Number of distinct uploads sent. */
  sent(): number;
}

/**
 * Runs `work` on an instance with a few uploads and a snapshot of them. Afterwards, resends all uploads and asserts
 * that each counts once.
 */
function onFailingMachine(work: (ground: Ground) => Promise<void>): Promise<void> {
  return inTempDir(async (temporary) => {
    if ('missing' in made) return;
    const dir = realpathSync(temporary);
    const [root, dataDir] = [join(dir, 'disk'), join(dir, 'disk', 'data')];
    mkdirSync(root);
    const machine = createFailingMachine(made.library, root, join(dir, 'switches'));
    const instance = await startInstance({ dataDir, env: { ...machine.env, TW_SNAPSHOT_INTERVAL_S: '1' } });
    let sent = 0;
    const send: Ground['send'] = async (upload = sent++) => {
      const { status, receipt } = await postRecords(instance.url, recordsOf(upload));
      return { status, persisted: receipt.persisted };
    };
    try {
      for (let i = 0; i < 3; i++) assert.equal((await send()).status, 200);
      while (!(await answers(instance.url + CORPUS))) await sleep(50);
      await work({ instance, machine, send, sent: () => sent });
      machine.set({});
      for (let upload = 0; upload < sent; upload++) assert.equal((await send(upload)).status, 200);
      assert.equal((await runJob(dataDir, ['snapshot'])).code, 0);
      const corpus = (await (await fetch(instance.url + CORPUS)).json()) as CorpusAnswer;
      assert.deepEqual([corpus.uploads, corpus.total], [sent, sent * RECORDS], 'each counts once');
      assert.equal(await instance.stop(), 0, instance.log());
      assert.equal((await runJob(dataDir, ['verify', '--quiet'])).code, 0);
    } finally {
      await instance.kill();
    }
  });
}

const REFUSED = { status: 503, persisted: false };

interface Fault {
  readonly what: string;
  readonly switches: Switches;
  /** The cause that the log must name. */
  readonly cause: RegExp;
  /** Whether public data can still be read. */
  readonly isRead: boolean;
}

const FAULTS: readonly Fault[] = [
  { what: 'is full', switches: { write: 'ENOSPC' }, cause: /"cause":"SQLITE_FULL"/, isRead: true },
  { what: 'fails at writing', switches: { write: 'EIO' }, cause: /"cause":"SQLITE_IOERR_WRITE"/, isRead: true },
  { what: 'fails at a sync', switches: { sync: 'EIO' }, cause: /"cause":"SQLITE_IOERR_FSYNC"/, isRead: true },
  { what: 'is read-only', switches: { write: 'EROFS' }, cause: /"cause":"SQLITE_IOERR_WRITE"/, isRead: true },
  { what: 'fails at reading', switches: { read: 'EIO' }, cause: /"cause":"EIO"/, isRead: false },
];

async function holds({ instance, machine, send }: Ground, { switches, cause, isRead }: Fault): Promise<void> {
  const toldBefore = instance.log().length;
  machine.set(switches);
  // The service looks at an unreadable folder again within a second.
  if (!isRead) await sleep(1_200);
  for (let i = 0; i < 2; i++) assert.deepEqual(await send(), REFUSED);
  const corpus = await fetch(instance.url + CORPUS);
  assert.equal(corpus.status, isRead ? 200 : 503);
  const drops = (await (await fetch(`${instance.url}/api/rollups/drops`)).json()) as { unreachable?: boolean };
  assert.equal(drops.unreachable, !isRead);
  // During this time, a builder fails as well.
  await sleep(1_500);
  machine.set({});
  for (let waited = 0; !isRead && waited < 5_000 && !(await answers(instance.url + CORPUS)); waited += 50)
    await sleep(50);
  assert.deepEqual(await send(), { status: 200, persisted: true }, 'taken once the disk is sound');
  assert.equal((await fetch(instance.url + CORPUS)).status, 200);
  assert.match(instance.log().slice(toldBefore), cause);
}

test(
  'while the disk fails, nothing is confirmed and readable data is served, and afterwards the instance continues',
  {
    skip,
  },
  (t: TestContext) =>
    onFailingMachine(async (ground) => {
      for (const fault of FAULTS) await t.test(`a disk that ${fault.what}`, () => holds(ground, fault));
    }),
);

test('a slow disk delays uploads but not readers', { skip }, () =>
  onFailingMachine(async ({ instance, machine, send }) => {
    machine.set({ syncDelayMs: 1_500 });
    let answered = 0;
    let isWaiting = true;
    const upload = send().finally(() => {
      isWaiting = false;
    });
    while (isWaiting) {
      assert.equal((await fetch(instance.url + CORPUS)).status, 200);
      if (isWaiting) answered++;
    }
    assert.deepEqual(await upload, { status: 200, persisted: true });
    assert.ok(answered >= 10, `${answered} answers while one upload waited for the disk`);
  }),
);

const DAYS_30_S = 30 * 86_400;

test('a clock that jumps ahead or back loses no upload and stops no snapshots', { skip }, () =>
  onFailingMachine(async ({ instance, machine, send, sent }) => {
    for (const clockShiftS of [DAYS_30_S, -DAYS_30_S, 0]) {
      machine.set({ clockShiftS });
      assert.deepEqual(await send(), { status: 200, persisted: true });
      let counted = 0;
      for (let waited = 0; waited < 10_000 && counted < sent(); waited += 100) {
        await sleep(100);
        counted = ((await (await fetch(instance.url + CORPUS)).json()) as CorpusAnswer).uploads;
      }
      assert.equal(counted, sent(), `a snapshot within seconds of the jump by ${clockShiftS} s`);
      assert.equal((await fetch(`${instance.url}/api/health`)).status, 200);
    }
  }),
);
