import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { openWriter } from '../../../../adapters/libsql/database.ts';
import { openUploadReader } from '../../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import type { NewUpload, Outcome, UploadWriter } from '../../../../domain/ports/uploads.ts';
import type { StorageFault } from '../../../../domain/values/storage_fault.ts';
import { refuser, watchStatements } from '../../../simulation/faults.ts';
import { admitted, upload } from '../../../support/sample_records.ts';
import { allRecords, inFolder, STORES, type Store } from './uploads_stores.ts';

/** Stores uploads that arrive together, one after another in one turn of the event loop. */
function takeTogether(writer: UploadWriter, uploads: readonly NewUpload[]) {
  return Promise.allSettled(uploads.map((one) => writer.take(one)));
}

function outcomesOf(results: readonly PromiseSettledResult<readonly Outcome[]>[]): readonly (readonly Outcome[])[] {
  return results.map((result) => {
    assert.equal(result.status, 'fulfilled');
    return (result as PromiseFulfilledResult<readonly Outcome[]>).value;
  });
}

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const watch = watchStatements();
  try {
    await work();
    return watch.count();
  } finally {
    watch.stop();
  }
}

const RULES = { networkRule: { installsMax: 1 } };

async function contentsOf({ reader }: Store): Promise<object> {
  const records = await allRecords(reader);
  return {
    records: records.map(({ seq, uploadN, installN, eventId, body }) => ({ seq, uploadN, installN, eventId, body })),
    orders: await reader.orders(0),
    waits: await reader.networkWaits(),
    link: await reader.newestLink(),
    chain: await reader.verifyChain(null),
  };
}

test('uploads that arrive together are judged like uploads that arrive one after another', async () => {
  const record = fc.record({
    install: fc.nat(3),
    event: fc.option(fc.nat(5)),
    body: fc.nat(2),
  });
  const parcel = fc.record({ records: fc.array(record, { minLength: 1, maxLength: 5 }), network: fc.nat(1) });
  const rounds = fc.array(fc.array(parcel, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(rounds, fc.nat(3), async (all, erased) => {
      const [together, single] = [await STORES['libsql']!(RULES), await STORES['libsql']!(RULES)];
      const model = await STORES['memory']!(RULES);
      try {
        for (const store of [together, single, model])
          await store.writer.operator.erase(`install-${erased}-0123456789abcdef`);
        for (const round of all) {
          const uploads = round.map(({ records, network }) => {
            const rows = records.map(({ install, event, body }, index) =>
              admitted({
                index,
                installId: `install-${install}-0123456789abcdef`,
                eventId: event === null ? null : `event-${event}`,
                body: `{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","items":[${body}]}`,
              }),
            );
            return upload(rows, { network: `10.0.${network}.0/24` });
          });
          const expected: (readonly Outcome[])[] = [];
          for (const one of uploads) {
            expected.push(await model.writer.take(one));
            assert.deepEqual(await single.writer.take(one), expected.at(-1));
          }
          assert.deepEqual(outcomesOf(await takeTogether(together.writer, uploads)), expected);
        }
        assert.deepEqual(await contentsOf(together), await contentsOf(single));
      } finally {
        await together.close();
        await single.close();
      }
    }),
    { numRuns: 25 },
  );
});

/** Uploads of different installs, so that they have nothing in common but their group. */
function uploadsOf(names: readonly string[]): readonly NewUpload[] {
  return names.map((name) =>
    upload(
      Array.from({ length: 3 }, (_, i) => admitted({ installId: `install-of-${name}-0123`, eventId: `${name}-${i}` })),
      { addonVersion: name },
    ),
  );
}

async function keptNames(path: string): Promise<readonly string[]> {
  const reader = await openUploadReader(path);
  try {
    const names = (await allRecords(reader)).map(({ eventId }) => eventId!.split('-')[0]!);
    const { length: records } = names;
    const uploads = records / 3;
    assert.deepEqual(await reader.verifyChain(null), { links: uploads, uploads, records });
    return [...new Set(names)];
  } finally {
    await reader.close();
  }
}

test('uploads that wait together share a transaction', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    await writer.take(uploadsOf(['warm'])[0]!);
    const one = await countStatements(() => takeTogether(writer, uploadsOf(['a'])));
    const eight = await countStatements(() => takeTogether(writer, uploadsOf([...'bcdefghi'])));
    // A transaction adds a statement at its begin and one at its end.
    assert.equal(eight, 8 * (one - 2) + 2);
    await writer.close();
    assert.deepEqual(await keptNames(path), ['warm', ...'abcdefghi']);
  }));

test('an upload that cannot be stored harms no other upload of its group', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    const other = await openWriter(path, { create: false });
    await other.execute(`
      create trigger fails after insert on links
      when (select addon_version like 'bad%' from uploads where n = new.upload_n)
      begin select raise(abort, 'planted'); end`);
    const statuses = async (names: readonly string[]) =>
      (await takeTogether(writer, uploadsOf(names))).map(({ status }) => status === 'fulfilled');
    assert.deepEqual(await statuses(['a', 'bad1', 'b', 'bad2', 'c']), [true, false, true, false, true]);
    assert.deepEqual(await statuses(['bad1', 'bad2']), [false, false], 'nothing is stored if every upload fails');
    assert.deepEqual(await statuses(['bad1']), [false]);
    assert.deepEqual(await statuses(['d', 'a']), [true, true]);
    await other.execute('drop trigger fails');
    other.close();
    assert.deepEqual(await statuses(['bad1', 'e']), [true, true]);
    await writer.close();
    assert.deepEqual(await keptNames(path), ['a', 'b', 'c', 'd', 'bad1', 'e']);
  }));

for (const kind of ['full', 'io'] as const) {
  test(`if a statement of a group fails because the disk does (${kind}), none is confirmed, and all can be sent again`, () =>
    inFolder(async (folder) => {
      const path = join(folder, 'uploads.db');
      const watch = watchStatements();
      try {
        const writer = await openUploadWriter(path, { random: systemRandom, create: true });
        const names: string[] = [];
        const next = (): readonly NewUpload[] => {
          const added = ['x', 'y', 'z'].map((name) => `${name}${names.length}`);
          names.push(...added);
          return uploadsOf(added);
        };
        outcomesOf(await takeTogether(writer, next()));
        watch.disarm();
        outcomesOf(await takeTogether(writer, next()));
        const statements = watch.count();
        assert.ok(statements > 30);
        for (let at = 0; at < statements; at++) {
          const uploads = next();
          watch.arm(at, refuser(kind, 1));
          const results = await takeTogether(writer, uploads);
          watch.disarm();
          const causes = results.map((result) =>
            result.status === 'rejected' ? (result.reason as StorageFault).cause : 'none',
          );
          assert.equal(new Set(causes).size, 1, `statement ${at}: ${causes}`);
          assert.match(causes[0]!, /^SQLITE_(FULL|IOERR)/, `statement ${at}`);
          const again = outcomesOf(await takeTogether(writer, uploads));
          assert.ok(
            again.every((outcomes) => outcomes.every((outcome) => outcome === 'new')),
            `statement ${at}`,
          );
        }
        await writer.close();
        assert.deepEqual(await keptNames(path), names);
      } finally {
        watch.stop();
      }
    }));
}
