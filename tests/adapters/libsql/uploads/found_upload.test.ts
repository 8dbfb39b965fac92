import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runWithReader } from '../../../../adapters/libsql/database.ts';
import { openUploadWriter } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import { describeUpload } from '../../../../domain/operator/upload_contents.ts';
import type { AdmittedRecord, NewUpload } from '../../../../domain/ports/uploads.ts';
import { admitted, INSTALL, NOW_MS, OTHER_INSTALL, sha256, upload } from '../../../support/sample_records.ts';
import { flipByte, tamper } from '../../../support/stored_records.ts';
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
  await writer.take(upload(sent, { uploadId: SECOND, refused, clientBuild: '1.15.8', season: 2 }));
  const found = await writer.operator.upload(SECOND);
  assert.deepEqual(
    { ...found, records: found?.records.map(({ body }) => (JSON.parse(body) as { n: number }).n) },
    {
      receivedAtMs: NOW_MS,
      client: { clientBuild: '1.15.8', season: 2 },
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

/** A record that stays large when it is packed, so that twenty of them need several pages. */
function sighting(eventId: string, npcId: number, installId: string) {
  const name = Array.from({ length: 20 }, (_, i) => sha256(`${eventId} ${i}`)).join(' ');
  const body = `{"kind":"npc_sighting","capturedAt":"2026-11-20T10:00:00Z","npcId":${npcId},"name":"${name}"}`;
  return admitted({ kind: 'npc_sighting', eventId, installId, body });
}

/** Returns what the page of an upload shows after the closed database was damaged. */
async function toldAfter(counts: readonly number[], harm: (path: string) => Promise<void> | void) {
  let told: Awaited<ReturnType<typeof describeUpload>> | null = null;
  await inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const before = await openUploadWriter(path, { random: systemRandom, create: true });
    const records = counts.flatMap((count, n) =>
      Array.from({ length: count }, (_, i) => sighting(`event-${i}`, i + 1, `install-000${n}`)),
    );
    await before.take(upload(records, { uploadId: FIRST }));
    await before.take(upload([sighting('other', 9_999, INSTALL)], { uploadId: SECOND }));
    await before.close();
    await harm(path);
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    try {
      told = await describeUpload(writer.operator, FIRST, null);
      assert.deepEqual(await writer.operator.keys(0, 99), []);
    } finally {
      await writer.close();
    }
  });
  const answer = told! as Awaited<ReturnType<typeof describeUpload>>;
  return answer!;
}

test('records of a damaged block are left out and counted, and those of other blocks are shown', async () => {
  const {
    storedByKind: kept,
    damaged,
    reportedSubjects: told,
    lastSeq,
    summary,
  } = await toldAfter([6, 2], (path) =>
    tamper(
      path,
      `${flipByte('last_seq = 6')} pragma ignore_check_constraints=on; update uploads set summary = 'no json' where n = 1`,
    ),
  );
  assert.deepEqual([kept, damaged, lastSeq, summary], [[{ kind: 'npc_sighting', records: 2 }], 6, 8, null]);
  assert.deepEqual(
    told.map(({ id }) => id),
    [1, 2],
  );
});

/** Bytes from the end of the second block, which lie in a page of their own. */
const SELECT_SECOND = 'select substr(packed, -64) from blocks where last_seq = 60';

test('records on an unreadable page of the file are left out and counted', async () => {
  const { storedByKind: kept, damaged } = await toldAfter([40, 20], async (path) => {
    const [second] = (await runWithReader(path, (client) => client.execute(SELECT_SECOND))).rows;
    const bytes = readFileSync(path);
    const page = Math.floor(bytes.indexOf(Buffer.from(second![0] as ArrayBuffer)) / 4096);
    bytes.fill(0x5a, page * 4096, (page + 1) * 4096);
    writeFileSync(path, bytes);
  });
  assert.deepEqual([kept, damaged], [[{ kind: 'npc_sighting', records: 40 }], 20]);
});
