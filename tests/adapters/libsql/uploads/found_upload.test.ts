import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '@libsql/client';
import { openUploadWriter } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import { describeUpload } from '../../../../domain/operator/upload_contents.ts';
import type { AdmittedRecord, NewUpload } from '../../../../domain/ports/uploads.ts';
import { admitted, INSTALL, NOW_MS, OTHER_INSTALL, upload } from '../../../support/sample_records.ts';
import { inFolder, storeTest } from './uploads_stores.ts';

const FIRST = '01ARZ3NDEKTSV4RRFFQ69G5FAA';
const SECOND = '01ARZ3NDEKTSV4RRFFQ69G5FAB';
const THIRD = '01ARZ3NDEKTSV4RRFFQ69G5FAC';
const FOURTH = '01ARZ3NDEKTSV4RRFFQ69G5FAD';

function record(eventId: string, n: number, installId = INSTALL) {
  return admitted({ eventId, installId, body: `{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","n":${n}}` });
}

storeTest('an upload is found by its id, with the outcome of its other records', async ({ writer }) => {
  await writer.take(upload([record('aaa', 1), record('bbb', 2)], { uploadId: FIRST }));
  const refused = [
    { code: 'wrong-type', kind: 'vendor' },
    { code: 'wrong-type', kind: 'vendor' },
    { code: 'kind-unknown' },
  ];
  const sent = [record('bbb', 2), record('ccc', 3), record('aaa', 9), record('ddd', 4)];
  await writer.take(upload(sent, { uploadId: SECOND, refused }));
  const found = await writer.operator.upload(SECOND);
  assert.deepEqual(
    { ...found, records: found?.records.map(({ body }) => (JSON.parse(body) as { n: number }).n) },
    {
      receivedAtMs: NOW_MS,
      lastSeq: found?.records[1]?.seq,
      damaged: 0,
      summary: {
        repeats: { loot: 1 },
        refused: { 'wrong-type': { vendor: 2 }, 'kind-unknown': { '': 1 }, 'event-reused': { loot: 1 } },
      },
      records: [3, 4],
    },
  );
  const first = await writer.operator.upload(FIRST);
  assert.deepEqual(first?.summary, { repeats: {}, refused: {} });
  assert.equal(first?.records.length, 2);
});

storeTest('an upload without new records is not found, and neither is an unknown id', async ({ writer }) => {
  await writer.take(upload([record('aaa', 1)], { uploadId: FIRST }));
  await writer.take(upload([record('aaa', 1)], { uploadId: SECOND }));
  assert.equal(await writer.operator.upload(SECOND), null);
  assert.equal(await writer.operator.upload(''), null);
});

storeTest(
  'an erasure removes an upload, or everything except the records of other installs in it',
  async ({ writer }) => {
    await writer.take(upload([record('aaa', 1)], { uploadId: FIRST }));
    const refused = [{ code: 'wrong-type', kind: 'vendor' }];
    const both = [record('bbb', 2), record('bbb', 3, OTHER_INSTALL)];
    await writer.take(upload(both, { uploadId: SECOND, refused }));
    await writer.operator.erase(INSTALL);
    assert.equal(await writer.operator.upload(FIRST), null);
    const left = await writer.operator.upload(SECOND);
    assert.deepEqual([left?.summary, left?.records.length], [null, 1]);
  },
);

const SESSION = 'aB3_-aB3_-aB3_-aB3_-xy';
const NO_UPLOADS = { uploads: 0, uploadIds: [] };

storeTest('the uploads of a session are found in order, and the first ones if there are many', async ({ writer }) => {
  const ids = [FIRST, THIRD, SECOND];
  for (const [n, uploadId] of ids.entries()) {
    await writer.take(upload([record(`event-${n}`, n)], { uploadId, session: SESSION }));
  }
  await writer.take(upload([record('alone', 1)], { uploadId: FOURTH }));
  await writer.take(upload([record('alone', 1)], { uploadId: `${FOURTH.slice(0, -1)}E`, session: SESSION }));
  assert.deepEqual(await writer.operator.session(SESSION, 9), { uploads: 3, uploadIds: ids });
  assert.deepEqual(await writer.operator.session(SESSION, 2), { uploads: 3, uploadIds: [FIRST, THIRD] });
  assert.deepEqual(await writer.operator.session(SESSION.toLowerCase(), 9), NO_UPLOADS);
});

storeTest(
  'after an erasure of one of its installs a session is gone, and its other uploads stay',
  async ({ writer }) => {
    const other = `${SESSION.slice(1)}z`;
    await writer.take(upload([record('aaa', 1)], { uploadId: FIRST, session: SESSION }));
    await writer.take(upload([record('bbb', 2, OTHER_INSTALL)], { uploadId: SECOND, session: SESSION }));
    await writer.take(upload([record('ccc', 3, OTHER_INSTALL)], { uploadId: THIRD, session: other }));
    await writer.operator.erase(INSTALL);
    assert.deepEqual(await writer.operator.session(SESSION, 9), NO_UPLOADS);
    assert.equal((await writer.operator.upload(SECOND))?.records.length, 1);
    assert.deepEqual(await writer.operator.session(other, 9), { uploads: 1, uploadIds: [THIRD] });
  },
);

storeTest('no summary is stored for an upload that names several installs', async ({ writer }) => {
  const uploadOf = async (uploadId: string, records: readonly AdmittedRecord[], refused: NewUpload['refused'] = []) => {
    await writer.take(upload(records, { uploadId, refused }));
    return (await writer.operator.upload(uploadId))?.summary;
  };
  const other = record('bbb', 1, OTHER_INSTALL);
  assert.deepEqual(await uploadOf(FIRST, [record('aaa', 1), other]), null);
  assert.deepEqual(await uploadOf(SECOND, [record('ccc', 1), other]), null, 'repeats of another install');
  const vendor = { code: 'wrong-type', kind: 'vendor' };
  const counted = { repeats: {}, refused: { 'wrong-type': { vendor: 2 } } };
  const own = [{ ...vendor, installId: INSTALL }, vendor];
  assert.deepEqual(await uploadOf(THIRD, [record('ddd', 1)], own), counted);
  assert.deepEqual(await uploadOf(FOURTH, [record('eee', 1)], [...own, { ...vendor, installId: OTHER_INSTALL }]), null);
});

storeTest('an upload is found completely after any number of erased records', async ({ writer }) => {
  for (const part of [0, 1, 2]) {
    const gone = Array.from({ length: 800 }, (_, i) => record(`gone-${part}-${i}`, i, OTHER_INSTALL));
    await writer.take(upload(gone, { uploadId: `0${part}`.padStart(26, '0') }));
  }
  const many = Array.from({ length: 500 }, (_, i) => record(`event-${i}`, i));
  await writer.take(upload(many, { uploadId: FIRST }));
  await writer.take(upload([record('last', 1)], { uploadId: SECOND }));
  await writer.operator.erase(OTHER_INSTALL);
  assert.equal((await writer.operator.upload(FIRST))?.records.length, 500);
  assert.equal((await writer.operator.upload(SECOND))?.records.length, 1);
});

storeTest('each of many uploads has its own records', async ({ writer }) => {
  const idOf = (n: number): string => String(n).padStart(26, '0');
  for (let n = 1; n <= 20; n++) {
    const records = Array.from({ length: (n % 3) + 1 }, (_, i) => record(`event-${n}-${i}`, n));
    await writer.take(upload(records, { uploadId: idOf(n) }));
  }
  for (let n = 1; n <= 20; n++) {
    const bodies = (await writer.operator.upload(idOf(n)))?.records.map(({ body }) => JSON.parse(body).n);
    assert.deepEqual(
      bodies,
      Array.from({ length: (n % 3) + 1 }, () => n),
    );
  }
});

/** A body of more than a kilobyte, so that many of them fill many pages. */
function sighting(eventId: string, npcId: number) {
  const name = `name of ${eventId} `.repeat(60);
  const body = `{"kind":"npc_sighting","capturedAt":"2026-11-20T10:00:00Z","npcId":${npcId},"name":"${name}"}`;
  return admitted({ kind: 'npc_sighting', eventId, installId: INSTALL, body });
}

/** Returns what the page of an upload shows after the closed database was damaged. */
async function toldAfter(count: number, harm: (path: string) => Promise<void> | void) {
  let told: Awaited<ReturnType<typeof describeUpload>> | null = null;
  await inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const before = await openUploadWriter(path, { random: systemRandom, create: true });
    const records = Array.from({ length: count }, (_, i) => sighting(`event-${i}`, i + 1));
    await before.take(upload(records, { uploadId: FIRST }));
    await before.take(upload([sighting('other', 9_999)], { uploadId: SECOND }));
    await before.close();
    await harm(path);
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    try {
      told = await describeUpload(writer.operator, FIRST);
      assert.deepEqual(await writer.operator.keys(0, 99), []);
    } finally {
      await writer.close();
    }
  });
  const answer = told! as Awaited<ReturnType<typeof describeUpload>>;
  return answer!;
}

test('damaged records of an upload are left out and counted, and the intact ones are shown', async () => {
  const {
    storedByKind: kept,
    damaged,
    reportedSubjects: told,
    lastSeq,
    summary,
  } = await toldAfter(6, async (path) => {
    const client = createClient({ url: `file:${path}`, concurrency: 1 });
    const harms = [
      "update records set body = cast(replace(cast(body as blob), x'6e616d65', x'ff616d65') as text) where seq = 1",
      `update records set body = '{"kind":"npc_sighting","capt' where seq = 2`,
      'update records set body = replace(body, \'"npcId":3\', \'"npcId":7\') where seq = 3',
      "update records set kind = cast(x'ff' as text) where seq = 6",
      'pragma ignore_check_constraints=on',
      "update uploads set summary = 'no json' where n = 1",
    ];
    for (const harm of harms) await client.execute(harm);
    client.close();
  });
  assert.deepEqual([kept, damaged, lastSeq, summary], [[{ kind: 'npc_sighting', records: 2 }], 4, 6, null]);
  assert.deepEqual(
    told.map(({ id }) => id),
    [4, 5],
  );
});

test('records on an unreadable page of the file are left out and counted', async () => {
  const { storedByKind: kept, damaged } = await toldAfter(60, (path) => {
    const bytes = readFileSync(path);
    const page = Math.floor(bytes.indexOf('name of event-45 name') / 4096);
    bytes.fill(0x5a, page * 4096, (page + 1) * 4096);
    writeFileSync(path, bytes);
  });
  const [{ records } = { records: 0 }] = kept;
  assert.ok(damaged > 0 && damaged < 10, `${damaged}`);
  assert.equal(records + damaged, 60);
});
