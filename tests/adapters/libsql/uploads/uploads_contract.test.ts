import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { AdmittedRecord, Outcome, UploadWriter } from '../../../../domain/ports/uploads.ts';
import { propertyRuns } from '../../../runner/properties.ts';
import { admitted, INSTALL, NOW_MS, OTHER_INSTALL, upload } from '../../../support/sample_records.ts';
import { allRecords as all, grantN, grantOf, STORES, type Store, storeTest } from './uploads_stores.ts';

async function take(writer: UploadWriter, records: readonly AdmittedRecord[]): Promise<readonly Outcome[]> {
  return await writer.take(upload(records));
}

function body(n: number | string): string {
  return `{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","n":${JSON.stringify(n)}}`;
}
function withId(eventId: string, n: number | string = eventId, installId = INSTALL) {
  return admitted({ eventId, body: body(n), installId });
}
function withoutId(n: number | string, installId = INSTALL) {
  return admitted({ eventId: null, body: body(n), installId });
}

storeTest('an empty store has no records and a fixed feed key', async ({ writer, reader }) => {
  assert.equal(await reader.newestSeq(), 0);
  assert.deepEqual(await all(reader), []);
  const key = await reader.feedKey();
  assert.match(key, /^[0-9a-f]{64}$/);
  await take(writer, [withId('aaa')]);
  assert.equal(await reader.feedKey(), key);
});

storeTest('an upload without records stores nothing', async ({ writer, reader }) => {
  assert.deepEqual(await take(writer, []), []);
  assert.equal(await reader.newestSeq(), 0);
});

storeTest('records are read back unchanged and in the order they were sent', async ({ writer, reader }) => {
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
  assert.equal(await reader.newestSeq(), fifth!.seq);
});

storeTest('records keep the language with which they first arrived', async ({ writer, reader }) => {
  const taken = async (locale: string | null, records: readonly AdmittedRecord[]) =>
    await writer.take(upload(records, { locale }));
  assert.deepEqual(await taken('deDE', [withId('aaa'), withoutId(1)]), ['new', 'new']);
  assert.deepEqual(await taken(null, [withId('bbb')]), ['new']);
  assert.deepEqual(await taken('frFR', [withId('aaa'), withoutId(1), withId('bbb'), withId('ccc')]), [
    ...['duplicate', 'duplicate', 'duplicate', 'new'],
  ]);
  const kept = await all(reader);
  assert.deepEqual(
    kept.map(({ locale }) => locale),
    ['deDE', 'deDE', null, 'frFR'],
  );
  const verdict = await reader.verifyChain(null, async () => {});
  assert.ok(!('faults' in verdict), JSON.stringify(verdict));
});

storeTest('records keep the build, season and region of their upload', async ({ writer, reader }) => {
  const clients = [{}, { clientBuild: '1.60.1.70790', season: 0, region: 3 }, { season: 2 }, { region: 99 }];
  for (const [i, client] of clients.entries()) {
    await writer.take(upload([withId(`id-${i}`)], client));
  }
  const kept = await all(reader);
  assert.deepEqual(
    kept.map(({ clientBuild, season, region }) => ({ clientBuild, season, region })),
    clients.map((client) => ({ clientBuild: undefined, season: undefined, region: undefined, ...client })),
  );
  assert.deepEqual(await reader.verifyChain(null), { links: 4, uploads: 4, records: 4 });
});

storeTest('records are read by half-open ranges of seq', async ({ writer, reader }) => {
  await take(
    writer,
    ['aaa', 'bbb', 'ccc', 'ddd', 'eee'].map((id) => withId(id)),
  );
  const kept = await all(reader);
  const [a, , c, , e] = kept.map(({ seq }) => seq) as [number, number, number, number, number];
  const ids = async (from: number, to: number, limit: number) =>
    (await reader.records(from, to, limit)).map(({ eventId }) => eventId);
  assert.deepEqual(await ids(a, c, 9), ['bbb', 'ccc']);
  assert.deepEqual(await ids(0, e, 2), ['aaa', 'bbb']);
  assert.deepEqual(await ids(e, e + 9, 9), []);
  assert.deepEqual(await ids(c, a, 9), []);
  assert.deepEqual(await ids(c, c, 9), []);
});

storeTest(
  'a record is identified by its install and eventId, or by its content if it has no eventId',
  async ({ writer }) => {
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
  },
);

storeTest('repeats within an upload count once', async ({ writer, reader }) => {
  const records = [withId('aaa'), withoutId(1), withId('aaa'), withId('aaa', 2), withoutId(1), withId('aaa')];
  assert.deepEqual(await take(writer, records), ['new', 'new', 'duplicate', 'event-reused', 'duplicate', 'duplicate']);
  assert.equal((await all(reader)).length, 2);
});

storeTest('records within an upload are compared with earlier uploads', async ({ writer }) => {
  await take(writer, [withId('aaa', 1)]);
  const records = [withId('aaa', 2), withId('aaa', 1), withId('aaa', 2), withId('bbb')];
  assert.deepEqual(await take(writer, records), ['event-reused', 'duplicate', 'event-reused', 'new']);
});

storeTest('an upload without new records stores nothing', async ({ writer, reader }) => {
  await take(writer, [withId('aaa')]);
  const before = await all(reader);
  assert.deepEqual(await take(writer, [withId('aaa'), withId('aaa', 2)]), ['duplicate', 'event-reused']);
  assert.deepEqual(await all(reader), before);
  await take(writer, [withId('bbb')]);
  assert.equal((await all(reader)).at(-1)!.uploadN, before[0]!.uploadN + 1, 'no upload was counted in between');
});

storeTest('an upload that is sent 200 times at once is stored once', async ({ writer, reader }) => {
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

function named(eventId: string, grants: readonly number[], n: number | string = eventId, installId = INSTALL) {
  return admitted({ kind: 'gear_snapshot', eventId, body: body(n), installId, grants });
}

/** Returns the grants that cover each record, keyed by eventId. */
async function covering({ reader }: Store): Promise<Readonly<Record<string, readonly number[]>>> {
  return Object.fromEntries((await all(reader)).map(({ eventId, grants }) => [eventId, grants.map(({ n }) => n)]));
}

storeTest('a record says whether its texts would be accepted today, and reveals no install id', async (store) => {
  const { writer, reader } = store;
  const told = (eventId: string, fields: object, kind = 'quest') =>
    admitted({ eventId, kind, body: JSON.stringify({ kind, capturedAt: '2026-11-20T10:00:00Z', ...fields }) });
  await take(writer, [
    told('fine', { title: 'Hogger' }),
    told('own', { title: `of ${INSTALL.toUpperCase()}` }),
    told('hidden', { title: 'Ho\u{e0041}gger' }),
    told('other', { title: OTHER_INSTALL }),
    told('scan', { realm: 'Everlook', scanId: INSTALL }, 'auction_scan'),
  ]);
  const seen = await all(reader);
  assert.deepEqual(
    seen.map(({ eventId, fit }) => [eventId, fit]),
    [
      ...[
        ['fine', true],
        ['own', false],
        ['hidden', false],
        ['other', true],
      ],
      ['scan', true],
    ],
  );
  const beside = JSON.stringify(seen.map(({ body: _body, ...rest }) => rest));
  assert.ok(!beside.includes(INSTALL), 'the id stays where it is kept');
});

storeTest('a record has the first half of the digest of its body', async ({ writer, reader }) => {
  const records = [withId('aaa'), withoutId(1)];
  await take(writer, records);
  assert.deepEqual(
    (await all(reader)).map(({ digest }) => digest),
    records.map(({ digest }) => digest.slice(0, 16)),
  );
});

storeTest('newestSeq is the number of the last stored record', async ({ writer, reader }) => {
  await take(writer, [withId('aaa'), withId('bbb')]);
  await take(writer, [withId('ccc'), withId('aaa'), withId('bbb')]);
  const newest = await reader.newestSeq();
  assert.equal(newest, (await all(reader)).at(-1)!.seq);
  await take(writer, [withId('aaa')]);
  assert.equal(await reader.newestSeq(), newest);
});

storeTest('named records store the grants that cover them, and new records need no order', async (store) => {
  const { writer, reader } = store;
  const first = grantN(await writer.operator.addGrant(grantOf('a')));
  const second = grantN(await writer.operator.addGrant(grantOf('b', { self: true })));
  await take(writer, [named('one', [first]), named('two', [second, first]), named('none', []), withId('plain')]);
  assert.deepEqual(
    (await all(reader)).map(({ grants }) => grants),
    [
      [{ n: first, self: false }],
      [
        { n: first, self: false },
        { n: second, self: true },
      ],
      [],
      [],
    ],
  );
  assert.deepEqual(await reader.orders(0), []);
});

storeTest('a repeat with another grant adds that grant and an order, but no upload', async (store) => {
  const { writer, reader } = store;
  const [a, b] = [
    grantN(await writer.operator.addGrant(grantOf('a'))),
    grantN(await writer.operator.addGrant(grantOf('b'))),
  ];
  await take(writer, [named('one', [a]), named('two', [a])]);
  const link = await reader.newestLink();
  assert.deepEqual(await take(writer, [named('one', [b]), named('two', [a]), named('two', [b], 'other')]), [
    'duplicate',
    'duplicate',
    'event-reused',
  ]);
  assert.deepEqual(await covering(store), { one: [a, b], two: [a] });
  assert.deepEqual(await reader.orders(0), [{ n: 1, kind: 'grant', grantN: b }]);
  assert.deepEqual(await reader.newestLink(), link, 'no upload was counted');
  await take(writer, [named('one', [a, b])]);
  assert.equal((await reader.orders(0)).length, 1, 'nothing changed, nothing is ordered');
  await take(writer, [named('two', [b]), withId('new')]);
  assert.deepEqual(await covering(store), { one: [a, b], two: [a, b], new: [] });
  assert.deepEqual(await reader.orders(1), [{ n: 2, kind: 'grant', grantN: b }]);
});

storeTest('a revoked grant covers nothing, and its records can still be found by it', async (store) => {
  const { writer, reader } = store;
  const [a, b] = [
    grantN(await writer.operator.addGrant(grantOf('a'))),
    grantN(await writer.operator.addGrant(grantOf('b'))),
  ];
  await take(writer, [named('one', [a]), withId('plain'), named('two', [a, b]), named('three', [b])]);
  await writer.operator.revokeGrant({ n: a }, NOW_MS);
  assert.deepEqual(await covering(store), { one: [], plain: [], two: [b], three: [b] });
  const under = async (...args: [number, number, number, number]) =>
    (await reader.recordsOfGrant(...args)).map(({ eventId, grants }) => [eventId, grants.map(({ n }) => n)]);
  const seqs = (await all(reader)).map(({ seq }) => seq);
  assert.deepEqual(await under(a, 0, 99, 9), [
    ['one', []],
    ['two', [b]],
  ]);
  assert.deepEqual(await under(a, 0, 99, 1), [['one', []]]);
  assert.deepEqual(await under(a, seqs[0]!, seqs[2]!, 9), [['two', [b]]]);
  assert.deepEqual(await under(a, seqs[0]!, seqs[2]! - 1, 9), []);
  assert.deepEqual(await under(99, 0, 99, 9), []);
});

storeTest('a grant that was removed in the meantime covers nothing', async (store) => {
  const { writer, reader } = store;
  const scope = { guildName: null, realm: null, character: null, installId: OTHER_INSTALL };
  const n = grantN(await writer.operator.addGrant(grantOf('a', { scope })));
  await take(writer, [named('one', [])]);
  assert.equal(await writer.operator.erase(OTHER_INSTALL), null);
  await take(writer, [named('one', [n]), named('two', [n])]);
  await take(writer, [named('one', [n])]);
  assert.deepEqual(await covering(store), { one: [], two: [] });
  assert.deepEqual(await reader.orders(0), []);
});

storeTest('records are found by their install and by their numbers', async ({ writer, reader }) => {
  await take(writer, [withId('aaa'), withId('bbb', 1, OTHER_INSTALL), withId('ccc')]);
  await take(writer, [withId('ddd', 1, OTHER_INSTALL), withoutId(5), withId('aab')]);
  const kept = await all(reader);
  const [mine] = kept.map(({ installN }) => installN);
  const own = kept.filter(({ installN }) => installN === mine);
  assert.deepEqual(own.length, 4);
  const page = (from: number, to: number, limit: number) => reader.recordsOfInstall(mine!, from, to, limit);
  assert.deepEqual(await page(0, 99, 99), own);
  assert.deepEqual(await page(0, 99, 2), own.slice(0, 2));
  assert.deepEqual(await page(own[0]!.seq, own[2]!.seq, 9), own.slice(1, 3));
  assert.deepEqual(await page(own[0]!.seq, own[2]!.seq - 1, 9), own.slice(1, 2));
  assert.deepEqual(await reader.recordsOfInstall(99, 0, 99, 9), []);
  const [first, , third] = kept;
  assert.deepEqual(await reader.recordsOf([third!.seq, 999, first!.seq, first!.seq]), [first, third]);
  assert.deepEqual(await reader.recordsOf([]), []);
});

storeTest('live keys are those that are not revoked', async ({ writer, reader }) => {
  assert.deepEqual(await reader.liveKeys(), []);
  const [one, two] = ['1a'.repeat(32), '2b'.repeat(32)] as const;
  const n = await writer.operator.addKey(one, 'one', '2026-11-21');
  await writer.operator.addKey(two, 'two', '2026-11-21');
  assert.deepEqual(await reader.liveKeys(), [one, two]);
  await writer.operator.revokeKey({ n }, NOW_MS);
  assert.deepEqual(await reader.liveKeys(), [two]);
});

storeTest('orders are cleared up to a number, and numbers are not reused', async ({ writer, reader }) => {
  await take(writer, [withId('aaa')]);
  for (let i = 0; i < 3; i++) await writer.operator.withhold(INSTALL, 'because', NOW_MS);
  const numbers = async () => (await reader.orders(0)).map(({ n }) => n);
  assert.deepEqual(await numbers(), [1, 2, 3]);
  await writer.operator.clearOrders(2);
  assert.deepEqual(await numbers(), [3]);
  await writer.operator.clearOrders(3);
  await writer.operator.lift(INSTALL);
  assert.deepEqual(await numbers(), [4]);
});

/** A call of the store. */
type Step =
  | { readonly do: 'take'; readonly records: readonly AdmittedRecord[] }
  | { readonly do: 'erase' | 'withhold' | 'lift'; readonly installId: string }
  | { readonly do: 'grant'; readonly installId: string | null }
  | { readonly do: 'revoke'; readonly n: number };

async function carryOut({ writer: { operator, ...writer } }: Store, step: Step, at: number): Promise<unknown> {
  switch (step.do) {
    case 'take':
      return await writer.take(upload(step.records, { uploadId: String(at).padStart(26, '0') }));
    case 'erase':
      return await operator.erase(step.installId);
    case 'withhold':
      return await operator.withhold(step.installId, 'because', NOW_MS);
    case 'lift':
      return await operator.lift(step.installId);
    case 'grant': {
      const scope = { guildName: null, realm: 'Realm', character: null, installId: step.installId };
      return await operator.addGrant(grantOf(String(at % 10), { scope }));
    }
    case 'revoke':
      return (await operator.revokeGrant({ n: step.n }, NOW_MS)) === null;
  }
}

/** Returns everything that a reader can see. Record numbers are left out, since the adapters may skip numbers. */
async function seen({ reader, writer }: Store): Promise<unknown> {
  const records = await all(reader);
  const bare = <T extends { readonly seq: number }>(some: readonly T[]) => some.map(({ seq, ...rest }) => rest);
  const byNumber = async (at: number) => {
    const found = await writer.operator.upload(String(at).padStart(26, '0'));
    const isLast = found === null || found.lastSeq === found.records.at(-1)?.seq;
    return found && { ...found, lastSeq: isLast, records: bare(found.records) };
  };
  const by = async (read: (n: number) => ReturnType<typeof reader.recordsOf>) =>
    Promise.all([1, 2, 3].map(async (n) => bare(await read(n))));
  const link = await reader.newestLink();
  return {
    records: bare(records),
    ofInstalls: await by((n) => reader.recordsOfInstall(n, 0, 999, 999)),
    ofGrants: await by((n) => reader.recordsOfGrant(n, 0, 999, 999)),
    orders: (await reader.orders(0)).map((order) =>
      order.kind === 'grant' ? order : { ...order, fromSeq: order.fromSeq !== undefined },
    ),
    withheld: await reader.withheld(),
    link,
    chain: await reader.verifyChain(link),
    uploads: await Promise.all(Array.from({ length: 10 }, (_, at) => byNumber(at))),
  };
}

test('libsql and memory give the same answers to any sequence of calls', async () => {
  const installId = fc.constantFrom(INSTALL, OTHER_INSTALL, 'установка-ж🔥');
  const record = fc
    .record({
      installId,
      eventId: fc.constantFrom(null, 'aaa', 'bbb', 'ccc'),
      n: fc.constantFrom<number | string>(1, 2, 'Ж🔥', 'a b\n'),
      grants: fc.subarray([1, 2]),
    })
    .map(({ n, ...fields }) => admitted({ ...fields, body: body(n) }));
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('take' as const), records: fc.array(record, { maxLength: 8 }) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('erase', 'withhold', 'lift'), installId }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const), n: fc.integer({ min: 1, max: 3 }) }) },
  );
  // Adds two grants first, because no record arrives with a grant that was never issued.
  const grants: readonly Step[] = [
    { do: 'grant', installId: null },
    { do: 'grant', installId: INSTALL },
  ];
  const run = async (open: () => Promise<Store>, steps: readonly Step[]) => {
    const store = await open();
    try {
      const answers: unknown[] = [];
      for (const [at, one] of [...grants, ...steps].entries()) answers.push(await carryOut(store, one, at));
      return { answers, seen: await seen(store) };
    } finally {
      await store.close();
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      assert.deepEqual(await run(STORES['libsql']!, steps), await run(STORES['memory']!, steps));
    }),
    { numRuns: propertyRuns(60) },
  );
});
