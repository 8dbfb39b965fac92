import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '@libsql/client';
import { openWriter, runInTransaction, runWithReader } from '../../../../adapters/libsql/database.ts';
import { readFeedKey } from '../../../../adapters/libsql/uploads/feed_key.ts';
import { eraseInstall } from '../../../../adapters/libsql/uploads/operator_installs.ts';
import { openUploadReader } from '../../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter, type UploadsOwner } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import type { AdmittedRecord, Outcome } from '../../../../domain/ports/uploads.ts';
import { propertyRuns } from '../../../runner/properties.ts';
import { admitted, INSTALL, NOW_MS, OTHER_INSTALL, upload } from '../../../support/sample_records.ts';
import { tamper } from '../../../support/stored_records.ts';
import { allRecords, grantN, grantOf, inFolder, type Store, storeTest } from './uploads_stores.ts';

function of(installId: string, ...eventIds: readonly string[]): readonly AdmittedRecord[] {
  return eventIds.map((eventId) =>
    admitted({ installId, eventId, body: `{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","n":"${eventId}"}` }),
  );
}

async function take(
  { writer }: Pick<Store, 'writer'>,
  records: readonly AdmittedRecord[],
): Promise<readonly Outcome[]> {
  return await writer.take(upload(records));
}

async function left({ reader }: Store): Promise<readonly (string | null)[]> {
  return (await allRecords(reader)).map(({ eventId }) => eventId);
}

storeTest('an erasure removes the records, number and grants of an install, and leaves an order', async (store) => {
  const { writer, reader } = store;
  const scope = { guildName: null, realm: null, character: null, installId: INSTALL };
  const own = grantN(await writer.operator.addGrant(grantOf('a', { scope })));
  const other = grantN(await writer.operator.addGrant(grantOf('b')));
  await take(store, [
    ...of(INSTALL, 'a-1', 'a-2').map((r) => ({ ...r, grants: [own, other] })),
    ...of(OTHER_INSTALL, 'b-1'),
  ]);
  await take(store, of(INSTALL, 'a-3'));
  await writer.operator.withhold(INSTALL, 'because', NOW_MS);
  const [{ installN } = { installN: 0 }] = await allRecords(reader);
  assert.deepEqual(await writer.operator.erase(INSTALL), { records: 3 });

  assert.deepEqual(await left(store), ['b-1']);
  assert.deepEqual(await reader.recordsOfInstall(installN, 0, 99, 99), []);
  assert.deepEqual(await reader.recordsOfGrant(other, 0, 99, 99), []);
  assert.deepEqual(await reader.withheld(), []);
  assert.deepEqual(
    (await writer.operator.issuedGrants(0, 99)).map(({ n }) => n),
    [other],
  );
  assert.deepEqual(await writer.grants(['a'.repeat(64)]), []);
  assert.deepEqual(await reader.orders(1), [{ n: 2, kind: 'install', installN, state: 'erased', fromSeq: 1 }]);
  const link = await reader.newestLink();
  assert.equal(link.n, 3);
  assert.deepEqual(await reader.verifyChain(link), { links: 3, uploads: 1, records: 1 });
});

storeTest('the holdings of an install are what its erasure removes', async (store) => {
  const { operator } = store.writer;
  assert.equal(await operator.holdings(INSTALL), null);
  const scope = { guildName: null, realm: null, character: null, installId: INSTALL };
  grantN(await operator.addGrant(grantOf('a', { scope })));
  grantN(await operator.addGrant(grantOf('b')));
  const nothingSent = { kinds: [], uploads: 0, firstDay: null, lastDay: null, grants: 1 };
  assert.deepEqual(await operator.holdings(INSTALL), nothingSent);
  const seen = of(INSTALL, 'a-4').map((record) => ({ ...record, kind: 'item_seen' }));
  await store.writer.take({ ...upload([...of(INSTALL, 'a-1'), ...seen, ...of(OTHER_INSTALL, 'b-1')]) });
  await store.writer.take({ ...upload(of(INSTALL, 'a-2', 'a-3')), receivedAtMs: NOW_MS + 86_400_000 });
  const day = new Date(NOW_MS).toISOString().slice(0, 10);
  const next = new Date(NOW_MS + 86_400_000).toISOString().slice(0, 10);
  const kinds = [
    { kind: 'loot', records: 3 },
    { kind: 'item_seen', records: 1 },
  ];
  assert.deepEqual(await operator.holdings(INSTALL), { kinds, uploads: 2, firstDay: day, lastDay: next, grants: 1 });
  assert.deepEqual(await operator.erase(INSTALL), { records: 4 });
  assert.equal(await operator.holdings(INSTALL), null);
  assert.equal((await operator.holdings(OTHER_INSTALL))?.uploads, 1);
});

storeTest('an erased install is refused in every upload, and its numbers are not reused', async (store) => {
  await take(store, of(OTHER_INSTALL, 'b-1'));
  await take(store, of(INSTALL, 'a-1'));
  const newest = await store.reader.newestSeq();
  await store.writer.operator.erase(INSTALL);
  assert.equal(await store.reader.newestSeq(), newest, 'the highest number ever given');
  assert.deepEqual(await take(store, of(INSTALL, 'a-1', 'a-2')), ['install-erased', 'install-erased']);
  const mixed = [
    ...of(INSTALL, 'a-1'),
    ...of(OTHER_INSTALL, 'b-1'),
    ...of(INSTALL, 'a-9'),
    ...of('install-cccccccc', 'c-1'),
  ];
  assert.deepEqual(await take(store, mixed), ['install-erased', 'duplicate', 'install-erased', 'new']);
  assert.deepEqual(await left(store), ['b-1', 'c-1']);
  const [, last] = await allRecords(store.reader);
  assert.ok(last!.seq > newest);
  assert.deepEqual(
    (await allRecords(store.reader)).map(({ uploadN, installN }) => [uploadN, installN]),
    [
      [1, 1],
      [3, 3],
    ],
  );
});

storeTest('a grant cannot bring back the id of an erased install', async (store) => {
  const { operator } = store.writer;
  const scope = { guildName: null, realm: null, character: null, installId: INSTALL };
  await take(store, of(INSTALL, 'a-1'));
  await operator.erase(INSTALL);
  for (const self of [true, false]) {
    assert.equal(await operator.addGrant(grantOf('a', { scope, self }), 16), 'install-erased');
  }
  assert.deepEqual(await operator.issuedGrants(0, 99), []);
  grantN(await operator.addGrant(grantOf('b', { scope: { ...scope, installId: OTHER_INSTALL }, self: true }), 16));
});

storeTest('an unknown install can be erased, and is refused from then on', async (store) => {
  assert.equal(await store.writer.operator.erase(INSTALL), null);
  assert.equal(await store.writer.operator.erase(INSTALL), null);
  assert.deepEqual(await store.reader.orders(0), []);
  assert.deepEqual(await take(store, of(INSTALL, 'a-1')), ['install-erased']);
  assert.deepEqual(await take(store, of(INSTALL.toUpperCase(), 'a-1')), ['new']);
});

storeTest(
  'each upload that arrives during an erasure is either stored before it or refused after it',
  async (store) => {
    const sent: Promise<readonly Outcome[]>[] = [];
    for (let i = 0; i < 40; i++) {
      sent.push(take(store, [...of(INSTALL, `a-${i}`), ...of(OTHER_INSTALL, `b-${i}`)]));
      if (i === 20) sent.push(store.writer.operator.erase(INSTALL).then(() => []));
    }
    const outcomes = (await Promise.all(sent)).filter((some) => some.length > 0);
    assert.equal(outcomes.filter(([mine]) => mine === 'new').length, 21);
    assert.equal(outcomes.filter(([mine]) => mine === 'install-erased').length, 19);
    assert.ok(outcomes.every(([, other]) => other === 'new'));
    assert.deepEqual(
      await left(store),
      Array.from({ length: 40 }, (_, i) => `b-${i}`),
    );
    assert.deepEqual(await store.reader.verifyChain(null), { links: 41, uploads: 40, records: 40 });
  },
);

/** Counts the occurrences of a text in each file of a folder. Files without it are left out. */
function grep(folder: string, text: string): Readonly<Record<string, number>> {
  return Object.fromEntries(
    readdirSync(folder)
      .map((file) => [file, readFileSync(join(folder, file)).toString('latin1').split(text).length - 1] as const)
      .filter(([, times]) => times > 0),
  );
}

/** Returns the bytes of all files of a folder as one text, in which many others are searched. */
function bytesBelow(folder: string): string {
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('\n');
}

/** Returns a reproducible sequence of random numbers, so that a failure can be repeated. */
function rolls(seed: number) {
  return (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
}

const INSTALLS = 60;
function idOf(n: number): string {
  return `instaLL-${(n * 7_919) % 1_000_003}-${n}`;
}
function eventOf(n: number): string {
  return `Ev-${n}`;
}
function markOf(n: number): string {
  return `MARKED.by.${n}.`;
}

/** Writes uploads with many installs mixed, so that SQLite has to move rows between pages. */
async function fill(writer: UploadsOwner): Promise<void> {
  const roll = rolls(7);
  for (let n = 0; n < 60; n++) {
    const records = Array.from({ length: 80 }, (_, i) => {
      const install = Math.floor(roll() * INSTALLS);
      const long = roll() < 0.02 ? 'long '.repeat(2_000) : 'short '.repeat(Math.floor(roll() * 20));
      const body = `{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","n":"${markOf(install)}${long}${markOf(install)}${n}-${i}"}`;
      const eventId = roll() < 0.7 ? `${eventOf(install)}-${Math.floor(roll() * 1e9)}` : null;
      return admitted({ installId: idOf(install), eventId, body });
    });
    await writer.take(upload(records));
  }
}

/** Returns the packed blocks of an install, or their ends if they span pages, and its identities, as in the file. */
async function storedBytes(path: string, installId: string): Promise<readonly string[]> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 });
  const own = `from installs as i join`;
  const { rows } = await client.execute({
    sql: `select packed ${own} blocks as b on b.install_n = i.n where install_id = ?1
      union all select identity ${own} identities as d on d.install_n = i.n where install_id = ?1`,
    args: [installId],
  });
  client.close();
  const bytes = rows.map((row) => Buffer.from(row[0] as ArrayBuffer).toString('latin1'));
  assert.ok(bytes.length > 60);
  return bytes.map((text) => (text.length > 400 ? text.slice(-24) : text));
}

test('no file contains a byte of an erased install', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    const reader = await openUploadReader(path);
    try {
      await fill(writer);
      assert.ok((await allRecords(reader)).length > 4_000);
      const erased = propertyRuns(25);
      for (let n = 0; n < erased; n++) {
        const scope = { guildName: null, realm: null, character: null, installId: idOf(n) };
        grantN(await writer.operator.addGrant(grantOf('a', { tokenHash: n.toString(16).padStart(64, '0'), scope })));
        await writer.operator.withhold(idOf(n), `${markOf(n)} lied`, NOW_MS);
        const texts = [idOf(n), markOf(n), ...(await storedBytes(path, idOf(n)))];
        const before = bytesBelow(folder);
        for (const text of texts) assert.ok(before.includes(text), 'it can be found while it is there');
        assert.notEqual(await writer.operator.erase(idOf(n)), null);
        const after = bytesBelow(folder);
        for (const text of texts) assert.ok(!after.includes(text), `${JSON.stringify(text)} is left`);
      }
      const client = createClient({ url: `file:${path}`, concurrency: 1 });
      assert.equal((await client.execute('pragma integrity_check')).rows[0]?.[0], 'ok');
      assert.deepEqual((await client.execute('pragma foreign_key_check')).rows, []);
      client.close();
      const kept = (await allRecords(reader)).length;
      const verdict = await reader.verifyChain(null);
      assert.deepEqual(verdict, { links: 60 + erased, uploads: 60, records: kept });
    } finally {
      await reader.close();
      await writer.close();
    }
  }));

test('an erasure reaches a damaged block that names another install', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const before = await openUploadWriter(path, { random: systemRandom, create: true });
    await before.take(upload([...of(INSTALL, 'a-1'), ...of(OTHER_INSTALL, 'b-1')]));
    await before.take(upload(of(INSTALL, 'a-2')));
    await before.close();
    const own = (await runWithReader(path, (client) => client.execute('select packed from blocks where install_n = 1')))
      .rows;
    const texts = own.map((row) => Buffer.from(row[0] as ArrayBuffer).toString('latin1'));
    await tamper(path, 'update blocks set install_n = 7 where install_n = 1');
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    try {
      for (const text of texts) assert.notDeepEqual(grep(folder, text), {});
      await writer.operator.erase(INSTALL);
      for (const text of texts) assert.deepEqual(grep(folder, text), {});
      const reader = await openUploadReader(path);
      assert.deepEqual(
        (await allRecords(reader)).map(({ eventId }) => eventId),
        ['b-1'],
      );
      await reader.close();
    } finally {
      await writer.close();
    }
  }));

test('an erasure waits until no reader blocks it', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    const reader = createClient({ url: `file:${path}`, concurrency: 1 });
    try {
      await writer.take(upload(of(INSTALL, 'a-1')));
      const reading = await reader.transaction('read');
      await reading.execute('select count(*) from blocks');
      let done = false;
      const erasing = writer.operator.erase(INSTALL).then((erased) => {
        done = true;
        return erased;
      });
      await new Promise((resolve) => setTimeout(resolve, 250));
      assert.equal(done, false);
      assert.deepEqual(await writer.take(upload(of(OTHER_INSTALL, 'b-1'))), ['new'], 'uploads go on meanwhile');
      reading.close();
      assert.deepEqual(await erasing, { records: 1 });
      assert.deepEqual(grep(folder, INSTALL), {});
      assert.notDeepEqual(grep(folder, OTHER_INSTALL), {});
    } finally {
      reader.close();
      await writer.close();
    }
  }));

/**
 * Writes a text into unused space of a page, where SQLite leaves deleted data. Here the page belongs to an empty table.
 */
async function leaveBehind(path: string, text: string): Promise<void> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 });
  const page = Number(
    (await client.execute("select rootpage from sqlite_master where name = 'network_places'")).rows[0]?.[0],
  );
  client.close();
  const bytes = readFileSync(path);
  bytes.write(text, (page - 1) * 4096 + 2_000, 'latin1');
  writeFileSync(path, bytes);
}

const LEFT = 'left.behind.by.an.erasure';

/** Runs `work` with the writer of a database that has one upload and LEFT in unused bytes. */
async function withLeftovers(work: (writer: UploadsOwner, folder: string) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const options = { random: systemRandom, create: true };
    const before = await openUploadWriter(path, options);
    await before.take(upload(of(INSTALL, 'a-1')));
    await before.close();
    await leaveBehind(path, LEFT);
    const writer = await openUploadWriter(path, options);
    try {
      await work(writer, folder);
    } finally {
      await writer.close();
    }
  });
}

test('erasing an id without data reads no page of the file, however often it is repeated', () =>
  withLeftovers(async ({ operator }, folder) => {
    for (let time = 0; time < 3; time++) assert.equal(await operator.erase('invented-by-somebody'), null);
    assert.notDeepEqual(grep(folder, LEFT), {});
    assert.deepEqual(await operator.erase(INSTALL), { records: 1 });
    assert.deepEqual(grep(folder, LEFT), {});
    await leaveBehind(join(folder, 'uploads.db'), LEFT);
    assert.equal(await operator.erase(INSTALL), null);
    assert.notDeepEqual(grep(folder, LEFT), {}, 'nor where it was erased before');
  }));

test('erasing an id that has only grants also overwrites their bytes', () =>
  withLeftovers(async ({ operator }, folder) => {
    const scope = { guildName: null, realm: null, character: null, installId: OTHER_INSTALL };
    grantN(await operator.addGrant(grantOf('a', { scope })));
    assert.equal(await operator.erase(OTHER_INSTALL), null);
    assert.deepEqual([grep(folder, LEFT), grep(folder, OTHER_INSTALL)], [{}, {}]);
  }));

test('the bytes that a killed process left after an erasure are overwritten when the database is next opened', () =>
  withLeftovers(async (writer, folder) => {
    const path = join(folder, 'uploads.db');
    await writer.close();
    const client = await openWriter(path, { create: false });
    await client.execute('pragma foreign_keys=off');
    await runInTransaction(client, async (tx) => eraseInstall(tx, await readFeedKey(tx), INSTALL));
    client.close();
    assert.notDeepEqual(grep(folder, LEFT), {});
    const next = await openUploadWriter(path, { random: systemRandom, create: true });
    try {
      for (let waited = 0; waited < 5_000 && Object.keys(grep(folder, LEFT)).length > 0; waited += 20) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.deepEqual([grep(folder, LEFT), grep(folder, INSTALL)], [{}, {}]);
    } finally {
      await next.close();
    }
    await leaveBehind(path, LEFT);
    await (await openUploadWriter(path, { random: systemRandom, create: true })).close();
    assert.notDeepEqual(grep(folder, LEFT), {}, 'it is done once');
  }));
