import assert from 'node:assert/strict';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { createLinkNote, readChainLink, writeChainLink } from '../../../../adapters/data_folder/notes.ts';
import { startIntakeWorker } from '../../../../adapters/intake_worker/client.ts';
import { openUploadReader } from '../../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import type { Log, LogFields } from '../../../../domain/ports/log.ts';
import type { ChainLink } from '../../../../domain/ports/uploads.ts';
import { answerUpload, type IntakeAnswer } from '../../../../http/intake/present.ts';
import {
  admitted,
  bytesOf,
  envelope,
  INSTALL,
  loot,
  OTHER_INSTALL,
  SENDER,
  upload,
} from '../../../support/sample_records.ts';
import { WITHOUT_FOLDER } from '../../../support/worker_settings.ts';
import { inFolder } from './uploads_stores.ts';

/** The newest link must be noted this soon after a receipt. */
const WITHIN_MS = 1_000;
/** Extra time for the write itself. */
const SLACK_MS = 2_000;
const TURN_MS = 10;

function captureLog() {
  const lines: { readonly event: string; readonly fields: LogFields }[] = [];
  const note: Log['info'] = (event, fields = {}) => void lines.push({ event, fields });
  const log: Log = { info: note, warn: note, error: note };
  return { lines, log };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until the link file has this link. Counts turns, so that time in which a busy machine does nothing is left out. */
async function untilNoted(linkFile: string, n: number): Promise<void> {
  for (let waitedMs = 0; readChainLink(linkFile)?.n !== n; waitedMs += TURN_MS) {
    assert.ok(waitedMs < WITHIN_MS + SLACK_MS, `link ${n} is not noted: ${readChainLink(linkFile)?.n}`);
    await sleep(TURN_MS);
  }
}

async function newestOf(path: string): Promise<ChainLink> {
  const reader = await openUploadReader(path);
  const newest = await reader.newestLink();
  await reader.close();
  return newest;
}

async function verdictOf(path: string, known: ChainLink | null) {
  const reader = await openUploadReader(path);
  const verdict = await reader.verifyChain(known);
  await reader.close();
  return verdict;
}

function openNoting(path: string, linkFile: string, log: Log) {
  return openUploadWriter(path, { random: systemRandom, create: true, note: createLinkNote(linkFile, log) });
}

test('the intake thread notes the newest link within a second, so a write-ahead log lost after a kill is detected', () =>
  inFolder(async (folder) => {
    const [path, linkFile] = [join(folder, 'uploads.db'), join(folder, 'link')];
    const { log, lines } = captureLog();
    const threads: Worker[] = [];
    const entry = new URL('../../../../http/intake_thread.ts', import.meta.url);
    const worker = await startIntakeWorker<IntakeAnswer>(
      { ...WITHOUT_FOLDER, entry, uploadsDb: path, linkFile, log },
      (settings) => {
        const thread = new Worker(new URL('../../../../adapters/start/thread.mjs', import.meta.url), {
          workerData: settings,
        });
        threads.push(thread);
        return thread;
      },
    );
    for (let i = 0; i < 12; i++) {
      const taken = worker.take(bytesOf(envelope([loot({ eventId: `event-${i}` })])), SENDER);
      assert.equal((await answerUpload(taken)).status, 200);
    }
    await untilNoted(linkFile, 12);
    // Copies the file without its write-ahead log, as if the process was killed and the log was lost.
    const lost = join(folder, 'lost.db');
    copyFileSync(path, lost);
    await worker.close();
    assert.deepEqual(lines, []);
    const noted = readChainLink(linkFile);
    assert.deepEqual(await newestOf(path), noted);
    const verdict = await verdictOf(lost, noted);
    assert.ok(
      'faults' in verdict && /^The chain ends with link 0, but link 12 was noted/.test(verdict.faults[0] ?? ''),
    );
  }));

test('many uploads share one note, and a stop and an erasure are noted too', () =>
  inFolder(async (folder) => {
    const [path, linkFile] = [join(folder, 'uploads.db'), join(folder, 'link')];
    const { log } = captureLog();
    let writes = 0;
    const note = createLinkNote(linkFile, log);
    const write = (link: ChainLink): Promise<void> => {
      writes++;
      return note.write(link);
    };
    const writer = await openUploadWriter(path, {
      random: systemRandom,
      create: true,
      note: { ...note, write },
    });
    const fromMs = performance.now();
    for (let i = 0; i < 50; i++) {
      await writer.take(upload([admitted({ eventId: `e-${i}`, installId: i % 2 ? INSTALL : OTHER_INSTALL })]));
    }
    await untilNoted(linkFile, 50);
    const most = 3 + (performance.now() - fromMs) / WITHIN_MS;
    assert.ok(writes <= most, `${writes} notes for 50 uploads`);
    await writer.operator.erase(OTHER_INSTALL);
    await untilNoted(linkFile, 51);
    await writer.take(upload([admitted({ eventId: 'last' })]));
    await writer.close();
    assert.equal(readChainLink(linkFile)?.n, 52);
    assert.deepEqual(await verdictOf(path, readChainLink(linkFile)), { links: 52, uploads: 26, records: 26 });
  }));

test('the newest link of an existing database is noted at the start', () =>
  inFolder(async (folder) => {
    const [path, linkFile] = [join(folder, 'uploads.db'), join(folder, 'link')];
    const before = await openUploadWriter(path, { random: systemRandom, create: true });
    await before.take(upload([admitted()]));
    await before.close();
    const writer = await openNoting(path, linkFile, captureLog().log);
    await untilNoted(linkFile, 1);
    await writer.close();
  }));

test('a noted link that the chain no longer reaches is kept and logged once', () =>
  inFolder(async (folder) => {
    const [path, linkFile] = [join(folder, 'uploads.db'), join(folder, 'link')];
    const { log, lines } = captureLog();
    const noted = { n: 3, digest: 'ab'.repeat(32) };
    await writeChainLink(linkFile, noted);
    const writer = await openUploadWriter(path, {
      random: systemRandom,
      create: true,
      note: createLinkNote(linkFile, log),
    });
    for (const event of ['one', 'two', 'three', 'four']) {
      await writer.take(upload([admitted({ eventId: event })]));
      if (event === 'two') await sleep(WITHIN_MS);
    }
    await writer.close();
    assert.deepEqual(readChainLink(linkFile), noted);
    assert.deepEqual(
      lines.map(({ event }) => event),
      ['uploads.lost'],
    );
    assert.ok('faults' in (await verdictOf(path, readChainLink(linkFile))));
  }));

test('a link file that cannot be read is logged, and uploads are still stored', () =>
  inFolder(async (folder) => {
    const [path, linkFile] = [join(folder, 'uploads.db'), join(folder, 'link')];
    const { log, lines } = captureLog();
    const writer = await openNoting(path, linkFile, log);
    writeFileSync(linkFile, 'no link\n');
    await writer.take(upload([admitted({ eventId: 'one' })]));
    await writer.close();
    assert.deepEqual(lines, [{ event: 'uploads.link_not_noted', fields: { cause: 'LINK_FILE_WRONG' } }]);
    rmSync(linkFile);
    await (await openNoting(path, linkFile, log)).close();
    assert.equal(readChainLink(linkFile)?.n, 1);
  }));
