import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AdmittedRecord, Outcome, StoredRecord, UploadReader, UploadWriter } from '../../domain/ports/uploads.ts';
import type { Reached } from '../../domain/result.ts';
import { admitted, INSTALL, NOW_MS, OTHER_INSTALL, upload } from './samples.ts';
import { STORES } from './stores.ts';

const reached = <T>(result: Reached<T>): T => {
  assert.ok(result.ok, 'storage was reached');
  return result.value;
};

const take = async (writer: UploadWriter, records: readonly AdmittedRecord[]): Promise<readonly Outcome[]> =>
  reached(await writer.take(upload(records)));

const all = async (reader: UploadReader): Promise<readonly StoredRecord[]> =>
  reached(await reader.records(0, Number.MAX_SAFE_INTEGER, 100_000));

const body = (n: number | string): string =>
  `{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","n":${JSON.stringify(n)}}`;
const withId = (eventId: string, n: number | string = eventId, installId = INSTALL) =>
  admitted({ eventId, body: body(n), installId });
const withoutId = (n: number | string, installId = INSTALL) => admitted({ eventId: null, body: body(n), installId });

for (const [name, open] of Object.entries(STORES)) {
  const storeTest = (what: string, run: (writer: UploadWriter, reader: UploadReader) => Promise<void>) =>
    test(`${name}: ${what}`, async () => {
      const store = await open();
      try {
        await run(store.writer, store.reader);
      } finally {
        await store.close();
      }
    });

  storeTest('empty: no records, a feed key that stays', async (writer, reader) => {
    assert.equal(reached(await reader.newestSeq()), 0);
    assert.deepEqual(await all(reader), []);
    const key = reached(await reader.feedKey());
    assert.match(key, /^[0-9a-f]{64}$/);
    await take(writer, [withId('aaa')]);
    assert.equal(reached(await reader.feedKey()), key);
  });

  storeTest('an upload without records stores nothing', async (writer, reader) => {
    assert.deepEqual(await take(writer, []), []);
    assert.equal(reached(await reader.newestSeq()), 0);
  });

  storeTest('what is kept comes back as it was, in the order it was sent', async (writer, reader) => {
    const long = `{"kind":"item_seen","capturedAt":"2004-11-23T00:00:00Z","name":"\\"${'Ж🔥é\\\\\\n'.repeat(3000)} "}`;
    const records = [
      withId('zzz'),
      admitted({ eventId: null, body: long, kind: 'item_seen', capturedAtMs: Date.parse('2004-11-23T00:00:00Z') }),
      withId('aaa', 1.5, OTHER_INSTALL),
      withId('a:_-'.repeat(24)),
    ];
    assert.deepEqual(await take(writer, records), ['new', 'new', 'new', 'new']);
    await take(writer, [withId('later')]);
    const kept = await all(reader);
    assert.deepEqual(
      kept.map(({ eventId, kind, capturedAtMs, body: text, receivedAtMs }) => ({
        eventId,
        kind,
        capturedAtMs,
        text,
        receivedAtMs,
      })),
      [...records, withId('later')].map((record) => ({
        eventId: record.eventId,
        kind: record.kind,
        capturedAtMs: record.capturedAtMs,
        text: record.body,
        receivedAtMs: NOW_MS,
      })),
    );
    const [first, , third, , fifth] = kept;
    assert.deepEqual(
      kept.map(({ installN }) => installN === first!.installN),
      [true, true, false, true, true],
    );
    assert.equal(first!.uploadN, third!.uploadN);
    assert.ok(fifth!.uploadN > first!.uploadN);
    assert.ok(kept.every(({ seq }, i) => i === 0 || seq > kept[i - 1]!.seq));
    assert.equal(reached(await reader.newestSeq()), fifth!.seq);
  });

  storeTest('records are read by half-open ranges of seq', async (writer, reader) => {
    await take(
      writer,
      ['aaa', 'bbb', 'ccc', 'ddd', 'eee'].map((id) => withId(id)),
    );
    const kept = await all(reader);
    const [a, , c, , e] = kept.map(({ seq }) => seq) as [number, number, number, number, number];
    const ids = async (from: number, to: number, limit: number) =>
      reached(await reader.records(from, to, limit)).map(({ eventId }) => eventId);
    assert.deepEqual(await ids(a, c, 9), ['bbb', 'ccc']);
    assert.deepEqual(await ids(0, e, 2), ['aaa', 'bbb']);
    assert.deepEqual(await ids(e, e + 9, 9), []);
    assert.deepEqual(await ids(c, a, 9), []);
    assert.deepEqual(await ids(c, c, 9), []);
  });

  storeTest('identity is the install with its eventId, or with the content where there is none', async (writer) => {
    const first = [withId('aaa'), withoutId(1)];
    assert.deepEqual(await take(writer, first), ['new', 'new']);
    const table: readonly (readonly [AdmittedRecord, Outcome])[] = [
      [withId('aaa'), 'duplicate'],
      [withId('aaa', 'other content'), 'event-reused'],
      [withId('aaA'), 'new'],
      [withId('aaa', 'aaa', OTHER_INSTALL), 'new'],
      [withoutId(1), 'duplicate'],
      [withoutId(2), 'new'],
      [withoutId(1, OTHER_INSTALL), 'new'],
      [withId('bbb', 1), 'new'],
      [admitted({ eventId: withoutId(1).digest, body: body(1) }), 'new'],
    ];
    for (const [record, outcome] of table) assert.deepEqual(await take(writer, [record]), [outcome]);
  });

  storeTest('repeats within an upload count once', async (writer, reader) => {
    const records = [withId('aaa'), withoutId(1), withId('aaa'), withId('aaa', 2), withoutId(1), withId('aaa')];
    assert.deepEqual(await take(writer, records), [
      'new',
      'new',
      'duplicate',
      'event-reused',
      'duplicate',
      'duplicate',
    ]);
    assert.equal((await all(reader)).length, 2);
  });

  storeTest('repeats within an upload are held against what was kept before it', async (writer) => {
    await take(writer, [withId('aaa', 1)]);
    const records = [withId('aaa', 2), withId('aaa', 1), withId('aaa', 2), withId('bbb')];
    assert.deepEqual(await take(writer, records), ['event-reused', 'duplicate', 'event-reused', 'new']);
  });

  storeTest('an upload that brings nothing new stores nothing at all', async (writer, reader) => {
    await take(writer, [withId('aaa')]);
    const before = await all(reader);
    assert.deepEqual(await take(writer, [withId('aaa'), withId('aaa', 2)]), ['duplicate', 'event-reused']);
    assert.deepEqual(await all(reader), before);
    await take(writer, [withId('bbb')]);
    assert.equal((await all(reader)).at(-1)!.uploadN, before[0]!.uploadN + 1, 'no upload was counted in between');
  });

  storeTest('one upload sent 200 times at once is kept once', async (writer, reader) => {
    const records = Array.from({ length: 20 }, (_, i) => withId(`event-${i}`));
    const answers = await Promise.all(Array.from({ length: 200 }, () => take(writer, records)));
    for (let i = 0; i < records.length; i++) {
      assert.equal(answers.filter((outcomes) => outcomes[i] === 'new').length, 1);
      assert.equal(answers.filter((outcomes) => outcomes[i] === 'duplicate').length, 199);
    }
    const kept = await all(reader);
    assert.equal(kept.length, records.length);
    assert.equal(new Set(kept.map(({ uploadN }) => uploadN)).size, 1);
  });
}

test('libsql and memory answer alike, whatever is sent', async () => {
  const record = fc
    .record({
      installId: fc.constantFrom(INSTALL, OTHER_INSTALL, 'установка-ж🔥'),
      eventId: fc.constantFrom(null, 'aaa', 'bbb', 'ccc'),
      n: fc.constantFrom<number | string>(1, 2, 'Ж🔥', 'a b\n'),
    })
    .map(({ installId, eventId, n }) => admitted({ installId, eventId, body: body(n) }));
  const uploads = fc.array(fc.array(record, { maxLength: 8 }), { maxLength: 5 });
  const run = async (
    open: () => Promise<Awaited<ReturnType<(typeof STORES)[string]>>>,
    sent: readonly AdmittedRecord[][],
  ) => {
    const store = await open();
    try {
      const outcomes: (readonly Outcome[])[] = [];
      for (const records of sent) outcomes.push(await take(store.writer, records));
      const kept = (await all(store.reader)).map(({ seq, ...rest }) => rest);
      return { outcomes, kept };
    } finally {
      await store.close();
    }
  };
  await fc.assert(
    fc.asyncProperty(uploads, async (sent) => {
      assert.deepEqual(await run(STORES['libsql']!, sent), await run(STORES['memory']!, sent));
    }),
    { numRuns: 40 },
  );
});
