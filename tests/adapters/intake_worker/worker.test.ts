import assert from 'node:assert/strict';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { nodeDigest } from '../../../adapters/digest.ts';
import { IntakeStartError, startIntakeWorker } from '../../../adapters/intake_worker/client.ts';
import { openWriter } from '../../../adapters/libsql/database.ts';
import { openUploadReader } from '../../../adapters/libsql/uploads/reader.ts';
import type { OperatorAnswers } from '../../../domain/operator/command.ts';
import type { Log } from '../../../domain/ports/log.ts';
import { answerUpload, type IntakeAnswer } from '../../../http/intake/present.ts';
import { intakeReceipt, intakeRefused } from '../../../schema/responses/intake.ts';
import { bytesOf, envelope, INSTALL, loot, OTHER_INSTALL, SENDER } from '../../support/sample_records.ts';
import { WITHOUT_FOLDER } from '../../support/worker_settings.ts';
import { inFolder } from '../libsql/uploads/uploads_stores.ts';

function captureLog() {
  const lines: string[] = [];
  const note: Log['info'] = (event, fields) => void lines.push(JSON.stringify({ event, ...fields }));
  const log: Log = { info: note, warn: note, error: note };
  return { lines, log };
}

const ENTRY = new URL('../../../http/intake_thread.ts', import.meta.url);

async function start(path: string) {
  const { lines, log } = captureLog();
  const threads: Worker[] = [];
  const { take, ask, close } = await startIntakeWorker<IntakeAnswer>(
    { ...WITHOUT_FOLDER, entry: ENTRY, uploadsDb: path, log },
    (settings) => {
      const bootstrap = new URL('../../../adapters/start/thread.mjs', import.meta.url);
      const thread = new Worker(bootstrap, { workerData: settings });
      threads.push(thread);
      return thread;
    },
  );
  const worker = { take: async (body: Uint8Array<ArrayBuffer>) => answerUpload(take(body, SENDER)), ask, close };
  return { worker, threads, lines };
}

function receiptOf({ status, body }: IntakeAnswer) {
  assert.equal(status, 200, body);
  return v.parse(intakeReceipt, JSON.parse(body));
}

function refusalOf({ body }: IntakeAnswer) {
  return v.parse(intakeRefused, JSON.parse(body));
}

async function keptIn(path: string): Promise<number> {
  const reader = await openUploadReader(path);
  const kept = await reader.records(0, 1e9, 1e6);
  await reader.close();
  return kept.length;
}

function many(count: number, name = 'event') {
  return bytesOf(envelope(Array.from({ length: count }, (_, i) => loot({ eventId: `${name}-${i}` }))));
}

test('a thread accepts uploads, finishes pending ones when it is closed, and answers 503 afterwards', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const { worker, lines } = await start(path);
    const answers = Array.from({ length: 5 }, (_, i) => worker.take(many(100, `event-${i}`)));
    await worker.close();
    for (const answer of await Promise.all(answers)) assert.equal(receiptOf(answer).accepted.length, 100);
    assert.equal((await worker.take(many(1))).status, 503);
    await worker.close();
    assert.equal(await keptIn(path), 500);
    assert.deepEqual(lines, []);
  }));

test('in 200 simultaneous posts of one upload, each record is new once', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const { worker } = await start(path);
    const records = 30;
    const answers = await Promise.all(Array.from({ length: 200 }, () => worker.take(many(records))));
    const receipts = answers.map(receiptOf);
    for (let i = 0; i < records; i++) {
      assert.equal(receipts.filter(({ accepted }) => accepted[i]!.duplicate === false).length, 1);
    }
    assert.equal(new Set(receipts.map(({ uploadId }) => uploadId)).size, 200);
    await worker.close();
    assert.equal(await keptIn(path), records);
  }));

test('bodies that are not uploads are refused, and a body may be part of a larger buffer', () =>
  inFolder(async (folder) => {
    const { worker, lines } = await start(join(folder, 'uploads.db'));
    const deep = new TextEncoder().encode(
      `{"addonVersion":"1","records":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`,
    );
    assert.equal((await worker.take(new Uint8Array([0xff, 0xfe]))).status, 400);
    assert.equal((await worker.take(new TextEncoder().encode('{"records":'))).status, 400);
    assert.equal((await worker.take(bytesOf([]))).status, 422);
    assert.equal((await worker.take(deep)).status, 422);
    const whole = new Uint8Array(new ArrayBuffer(5_000));
    const body = bytesOf(envelope([loot()]));
    whole.set(body, 100);
    const part = whole.subarray(100, 100 + body.length);
    receiptOf(await worker.take(part));
    assert.equal(part.byteLength, body.length, 'the buffer around it stays with its owner');
    assert.deepEqual(lines, []);
    await worker.close();
  }));

test('if the thread dies, pending uploads get 503, and the next upload starts another thread', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const { worker, threads, lines } = await start(path);
    receiptOf(await worker.take(many(10, 'before')));
    const inHand = Array.from({ length: 20 }, (_, i) => worker.take(many(2_000, `lost-${i}`)));
    await threads[0]!.terminate();
    const answers = await Promise.all(inHand);
    const refused = answers.filter(({ status }) => status === 503);
    assert.ok(refused.length > 0);
    for (const answer of refused) assert.equal(refusalOf(answer).persisted, false);
    receiptOf(await worker.take(many(10, 'after')));
    assert.equal(threads.length, 2);
    const repeats = receiptOf(await worker.take(many(10, 'before')));
    assert.ok(repeats.accepted.every(({ duplicate }) => duplicate));
    await worker.close();
    const confirmed = answers.length - refused.length;
    const kept = await keptIn(path);
    assert.ok(kept >= 20 + confirmed * 2_000 && (kept - 20) % 2_000 === 0, 'every upload is whole or not there');
    assert.ok(lines.some((line) => line.includes('intake.thread_ended')));
    assert.ok(lines.every((line) => !line.includes(INSTALL)));
  }));

test('a storage fault answers 503 and logs nothing of the upload, and uploads work again afterwards', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const { worker, lines } = await start(path);
    renameSync(path, join(folder, 'away'));
    const answer = await worker.take(many(1));
    assert.equal(answer.status, 503);
    assert.match(refusalOf(answer).error!, /keep the file/);
    assert.deepEqual(lines, ['{"event":"intake.unreachable","cause":"DATABASE_MISSING"}']);
    renameSync(join(folder, 'away'), path);
    receiptOf(await worker.take(many(1)));
    await worker.close();
    assert.equal(await keptIn(path), 1);
  }));

test('a fault in a command is logged and returned to the caller once, and the next command works', () =>
  inFolder(async (folder) => {
    const { worker, lines } = await start(join(folder, 'uploads.db'));
    const made = await worker.ask({ op: 'key-create', label: 'Ada' });
    assert.ok(made.ok);
    const keyHash = nodeDigest.sha256((made.value as OperatorAnswers['key-create']).key);
    const broken = await worker.ask({ op: 'key-used', keyHash, day: 'no day' });
    assert.match(broken.ok ? '' : broken.error, /fault of the running instance; its log says where/);
    assert.equal(lines.length, 1, 'once');
    const { event, op } = JSON.parse(lines[0]!);
    assert.deepEqual([event, op], ['command.bug', 'key-used']);
    assert.ok((await worker.ask({ op: 'key-used', keyHash, day: '2026-11-22' })).ok);
    await worker.close();
  }));

test('a receipt reveals nothing about other installs', () =>
  inFolder(async (folder) => {
    const { worker } = await start(join(folder, 'uploads.db'));
    await worker.take(
      bytesOf(envelope([loot({ installId: OTHER_INSTALL, eventId: 'theirs-1', sourceNpcId: 987_654_321 })])),
    );
    const records = [loot({ eventId: 'theirs-1' }), loot({ eventId: 'theirs-1', items: [] }), loot({ items: 3 })];
    const { body } = await worker.take(bytesOf(envelope(records)));
    for (const word of [INSTALL, OTHER_INSTALL, '987654321', '721']) assert.ok(!body.includes(word), word);
    await worker.close();
  }));

const UNUSABLE: readonly (readonly [what: string, make: (path: string) => void, reason: RegExp])[] = [
  ['no database', (path) => writeFileSync(path, 'this is a text and no database at all'.repeat(200)), /SQLITE_NOTADB/],
  ['a folder', (path) => mkdirSync(path), /SQLITE_CANTOPEN/],
  ['a lost database', (path) => writeFileSync(`${path}-wal`, 'log'), /DATABASE_LOST/],
];

for (const [what, make, reason] of UNUSABLE) {
  test(`the start is refused with a sentence: ${what}`, () =>
    inFolder(async (folder) => {
      const path = join(folder, 'uploads.db');
      make(path);
      await assert.rejects(start(path), (error) => error instanceof IntakeStartError && reason.test(error.message));
    }));
}

test('the start is refused with a sentence: the database of a newer release', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    await (await start(path)).worker.close();
    const client = await openWriter(path, { create: false });
    await client.execute('pragma user_version=99');
    client.close();
    await assert.rejects(start(path), /format 99.*newer release/);
  }));
