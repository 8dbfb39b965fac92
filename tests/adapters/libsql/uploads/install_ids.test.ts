import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '@libsql/client';
import { openUploadReader } from '../../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter, type UploadsOwner } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import type { AdmittedRecord, ChainVerdict, StoredRecord } from '../../../../domain/ports/uploads.ts';
import { openableFolders } from '../../../fixtures/releases.ts';
import { admitted, INSTALL, NOW_MS, OTHER_INSTALL, upload } from '../../../support/sample_records.ts';
import { allRecords, inFolder } from './uploads_stores.ts';

function of(installId: string, ...eventIds: readonly string[]): readonly AdmittedRecord[] {
  return eventIds.map((eventId) =>
    admitted({ installId, eventId, body: `{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","n":"${eventId}"}` }),
  );
}

async function opened<T>(path: string, work: (writer: UploadsOwner) => Promise<T>): Promise<T> {
  const writer = await openUploadWriter(path, { random: systemRandom, create: true });
  try {
    return await work(writer);
  } finally {
    await writer.close();
  }
}

async function verdict(path: string): Promise<ChainVerdict> {
  const reader = await openUploadReader(path);
  const found = await reader.verifyChain(null);
  await reader.close();
  return found;
}

async function records(path: string): Promise<readonly StoredRecord[]> {
  const reader = await openUploadReader(path);
  const found = await allRecords(reader);
  await reader.close();
  return found;
}

const ROW = 'Row 2 of installs was altered: its id does not match its digest.';
const INDEX = 'Row 2 of installs cannot be found by its id: the index of the table is damaged.';

/**
 * Flips a bit in the last character of the second install's id, at each place of the file that holds the id, and runs
 * `work` on each copy. The bit decides whether the id stays valid text. Two records of each of two installs are stored.
 */
function withFlipped(bit: number, work: (path: string, faults: readonly string[]) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    await opened(path, async (writer) => {
      await writer.take(upload([...of(INSTALL, 'a-1'), ...of(OTHER_INSTALL, 'b-1')]));
      await writer.take(upload(of(INSTALL, 'a-2')));
      await writer.take(upload(of(OTHER_INSTALL, 'b-2')));
    });
    const whole = readFileSync(path);
    const places: number[] = [];
    for (let at = whole.indexOf(OTHER_INSTALL); at !== -1; at = whole.indexOf(OTHER_INSTALL, at + 1)) places.push(at);
    assert.equal(places.length, 2, 'the table and the index of ids');
    const told: string[] = [];
    for (const place of places) {
      const copy = join(folder, `flipped-${place}.db`);
      copyFileSync(path, copy);
      const bytes = Buffer.from(whole);
      bytes[place + OTHER_INSTALL.length - 1]! ^= bit;
      writeFileSync(copy, bytes);
      const found = await verdict(copy);
      assert.ok('faults' in found, 'verify noticed nothing');
      assert.equal(found.faults.length, 1);
      told.push(found.faults[0]!);
      await work(copy, found.faults);
    }
    assert.deepEqual(told.sort(), [INDEX, ROW].sort());
  });
}

for (const [bit, what] of [
  [0x01, 'another text'],
  [0x80, 'no text'],
] as const) {
  test(`an id with a flipped bit is ${what}: verify names its row, and the builder skips its records`, () =>
    withFlipped(bit, async (path, faults) => {
      const damaged = (await records(path)).filter((record) => record.damaged === true);
      assert.deepEqual(
        damaged.map(({ eventId }) => eventId),
        faults[0] === ROW ? ['b-1', 'b-2'] : [],
      );
      assert.ok(damaged.every(({ fit }) => !fit));
    }));

  test(`an id with a flipped bit is ${what}: the install is still recognised, and its next upload repairs the id`, () =>
    withFlipped(bit, async (path) => {
      await opened(path, async (writer) => {
        assert.deepEqual(await writer.take(upload(of(OTHER_INSTALL, 'b-1', 'b-3'))), ['duplicate', 'new']);
      });
      const kept = await records(path);
      const numbers = new Set(kept.filter(({ eventId }) => eventId?.startsWith('b')).map(({ installN }) => installN));
      assert.equal(numbers.size, 1);
      assert.ok(kept.every(({ damaged }) => damaged === undefined));
      assert.deepEqual(await verdict(path), { links: 4, uploads: 4, records: 5 });
    }));

  test(`an id with a flipped bit is ${what}: the install can be erased and withheld by its true id`, () =>
    withFlipped(bit, async (path) => {
      await opened(path, async ({ operator }) => {
        assert.equal(await operator.knowsInstall(OTHER_INSTALL), true);
        assert.deepEqual(await operator.withhold(OTHER_INSTALL, 'because', NOW_MS), { records: 2 });
        assert.deepEqual(await operator.lift(OTHER_INSTALL), { records: 2 });
        assert.deepEqual(await operator.erase(OTHER_INSTALL), { records: 2 });
      });
      assert.deepEqual(
        (await records(path)).map(({ eventId }) => eventId),
        ['a-1', 'a-2'],
      );
      assert.deepEqual(await verdict(path), { links: 4, uploads: 2, records: 2 });
      assert.ok(!readFileSync(path).includes(OTHER_INSTALL.slice(0, -1)), 'left of the id in the bytes of the file');
    }));
}

for (const folder of openableFolders()) {
  test(`${folder.split('/').at(-1)}: installs get their digests, links stay valid, and verify names an altered id`, () =>
    inFolder(async (work) => {
      const path = join(work, 'uploads.db');
      copyFileSync(join(folder, 'uploads.db'), path);
      await opened(path, async () => {});
      const before = await verdict(path);
      assert.ok('links' in before && before.links > 0, JSON.stringify(before));
      await opened(path, async (writer) => {
        await writer.take(upload(of('fixture-install-a', 'later-1')));
      });
      assert.deepEqual(await verdict(path), {
        links: before.links + 1,
        uploads: before.uploads + 1,
        records: before.records + 1,
      });
      const bytes = readFileSync(path);
      let flipped = 0;
      for (let at = bytes.indexOf('fixture-install-b'); at !== -1; at = bytes.indexOf('fixture-install-b', at + 1)) {
        bytes[at + 16]! ^= 0x01;
        flipped++;
      }
      assert.ok(flipped > 0, 'the release has this install');
      writeFileSync(path, bytes);
      const after = await verdict(path);
      assert.ok('faults' in after);
      assert.match(after.faults.join('\n'), /^Row \d+ of installs was altered: its id does not match its digest\.$/m);
    }));
}

for (const [what, sql] of [
  ['another key', `update secrets set feed_key = replace(feed_key, substr(feed_key, 1, 1), 'f')`],
  ['no text', `update secrets set feed_key = cast(x'ff' || substr(cast(feed_key as blob), 2) as text)`],
] as const) {
  test(`a damaged key of the digests that is ${what}: nothing is stored under it, and verify names its row`, () =>
    inFolder(async (folder) => {
      const path = join(folder, 'uploads.db');
      const random = { bytes: (count: number) => new Uint8Array(count) };
      const open = () => openUploadWriter(path, { random, create: true });
      const writer = await open();
      await writer.take(upload(of(INSTALL, 'a-1')));
      await writer.close();
      const client = createClient({ url: `file:${path}`, concurrency: 1 });
      await client.executeMultiple(`pragma ignore_check_constraints = on; ${sql}`);
      client.close();
      await assert.rejects(open, /^Error: Row 1 of secrets in uploads\.db is damaged: .* Restore the newest backup\.$/);
      assert.deepEqual(await verdict(path), {
        faults: ['Row 1 of secrets is damaged: it violates the checks of its table.'],
      });
    }));
}
