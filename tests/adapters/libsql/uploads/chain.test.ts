import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { toDataDir, WrongDataDir } from '../../../../adapters/data_folder/data_dir.ts';
import { readChainLink, writeChainLink } from '../../../../adapters/data_folder/notes.ts';
import { nodeDigest } from '../../../../adapters/digest.ts';
import { WrongDatabase } from '../../../../adapters/libsql/migrate.ts';
import { openUploadReader } from '../../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import type { AdmittedRecord, ChainLink, ChainProgress, ChainVerdict } from '../../../../domain/ports/uploads.ts';
import { isInChain } from '../../../../domain/proof/check.ts';
import { digestPart, EMPTY_CHAIN, formatUploadContent } from '../../../../domain/proof/digests.ts';
import { admitted, INSTALL, OTHER_INSTALL, upload } from '../../../support/sample_records.ts';
import { flipByte, tamper } from '../../../support/stored_records.ts';
import { inFolder, storeTest } from './uploads_stores.ts';

function body(text: string): string {
  return `{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","n":"${text}"}`;
}

function record(eventId: string, installId = INSTALL): AdmittedRecord {
  return admitted({ installId, eventId, body: body(eventId) });
}

function at(hour: number): number {
  return Date.parse(`2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`);
}

storeTest('every upload that brings new records gets a link, and no other upload does', async ({ writer, reader }) => {
  assert.deepEqual(await reader.newestLink(), EMPTY_CHAIN);
  assert.deepEqual(await reader.verifyChain(null), { links: 0, uploads: 0, records: 0 });
  await writer.take(upload([record('aaa')]));
  const first = await reader.newestLink();
  assert.equal(first.n, 1);
  assert.match(first.digest, /^[0-9a-f]{64}$/);
  await writer.take(upload([record('aaa')]));
  assert.deepEqual(await reader.newestLink(), first);
  await writer.take(upload([record('aaa'), record('bbb')]));
  assert.equal((await reader.newestLink()).n, 2);
  assert.deepEqual(await reader.link(0), EMPTY_CHAIN);
  assert.deepEqual(await reader.link(1), first);
  assert.equal(await reader.link(3), null);
  assert.deepEqual(await reader.verifyChain(first), { links: 2, uploads: 2, records: 2 });
});

storeTest('an erasure adds a link, and the remaining chain stays valid', async ({ writer, reader }) => {
  await writer.take(upload([record('aaa'), record('aaa', OTHER_INSTALL), record('bbb')]));
  await writer.take(upload([record('ccc')]));
  await writer.take(upload([record('ddd', OTHER_INSTALL)]));
  const before = await reader.newestLink();
  await writer.operator.erase(INSTALL);
  assert.equal((await reader.newestLink()).n, 4);
  assert.deepEqual(await reader.verifyChain(before), { links: 4, uploads: 2, records: 2 });
  await writer.take(upload([record('eee', OTHER_INSTALL)]));
  await writer.operator.erase(OTHER_INSTALL);
  assert.deepEqual(await reader.verifyChain(before), { links: 6, uploads: 0, records: 0 });
});

/** Runs `work` on a closed database with three uploads, the first of which has records of two installs. */
function withThree(work: (path: string, newest: ChainLink) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    const uploads = [[record('aaa'), record('aaa', OTHER_INSTALL)], [record('bbb', OTHER_INSTALL)], [record('ccc')]];
    for (const [i, records] of uploads.entries()) {
      await writer.take(upload(records, { receivedAtMs: at(i + 1), clientBuild: '1.15.8' }));
    }
    await writer.close();
    await work(path, await newestLink(path));
  });
}

async function reading<T>(path: string, read: (reader: Awaited<ReturnType<typeof openUploadReader>>) => Promise<T>) {
  const reader = await openUploadReader(path);
  try {
    return await read(reader);
  } finally {
    await reader.close();
  }
}

function newestLink(path: string): Promise<ChainLink> {
  return reading(path, (r) => r.newestLink());
}

function verdict(path: string, known: ChainLink | null): Promise<ChainVerdict> {
  return reading(path, (reader) => reader.verifyChain(known));
}

const other = body('other');
const U1 = 'Upload 1 (received 2026-11-21T01:00:00.000Z)';
const U2 = 'Upload 2 (received 2026-11-21T02:00:00.000Z)';
const ROW_2 = 'Row 2 of installs was altered: its id does not match its digest.';
const DIFFER = 'was altered: its records differ from its link of the chain.';

/** Manipulations of the database, and the differences that verify then reports. */
const TAMPERINGS: readonly (readonly [string, string, string | readonly string[]])[] = [
  [
    'a block that became null',
    `pragma writable_schema=on;
     update sqlite_schema set sql = replace(sql, 'not null', '') where name = 'blocks';
     pragma writable_schema=reset; pragma ignore_check_constraints=on;
     update blocks set kinds = null, packed = null, records = null where last_seq = 2`,
    `${U1} was altered: block 2 has changed since it was stored: 1 record is lost.`,
  ],
  [
    'a byte of a block',
    flipByte('last_seq = 2'),
    `${U1} was altered: block 2 has changed since it was stored: 1 record is lost.`,
  ],
  [
    'the number of a block',
    'update blocks set first_seq = 2 where last_seq = 3',
    `${U2} was altered: block 3 has changed since it was stored: 1 record is lost.`,
  ],
  [
    'the install of a block',
    'update blocks set install_n = 1 where last_seq = 3',
    `${U2} was altered: block 3 has changed since it was stored: 1 record is lost.`,
  ],
  [
    'the upload of a block',
    'update blocks set upload_n = 3 where last_seq = 3',
    `${U2} was altered: block 3 has changed since it was stored: 1 record is lost.`,
  ],
  ['a body', `update records set body = '${other}' where seq = 3`, `${U2} ${DIFFER}`],
  [
    'an identity',
    `update identities set identity = randomblob(16) where seq = 3`,
    `${U2} was altered: record 3 (loot) cannot be found by its identity, so a repeat of it would be stored again.`,
  ],
  ['a kind', `update records set kind = 'quest' where seq = 1`, `${U1} ${DIFFER}`],
  ['a time', `update records set captured_at_ms = captured_at_ms + 1 where seq = 3`, `${U2} ${DIFFER}`],
  ['an eventId', `update records set event_id = 'abb' where seq = 3`, `${U2} ${DIFFER}`],
  ['the install of a record', 'update records set install_n = 1 where seq = 3', `${U2} ${DIFFER}`],
  ['a lost record', 'delete from records where seq = 2', `${U1} was altered: it had 2 records and now has 1.`],
  [
    'a lost record, counted out',
    'delete from records where seq = 2; update uploads set records = 1 where n = 1',
    `${U1} ${DIFFER}`,
  ],
  [
    'a record of an install that did not send',
    `update uploads set records = 2 where n = 2;
     insert into records select 99, 2, 1, kind, 'zzz', captured_at_ms, body from records where seq = 3;
     update records set seq = 100 where seq = 4`,
    `${U2} was altered: it contains records that its link of the chain does not cover.`,
  ],
  [
    'a time of receipt',
    'update uploads set received_at_ms = 1 where n = 2',
    'Upload 2 (received 1970-01-01T00:00:00.001Z) was altered: its metadata differs from its link of the chain.',
  ],
  [
    'an addon version',
    `update uploads set addon_version = '9' where n = 1`,
    `${U1} was altered: its metadata differs from its link of the chain.`,
  ],
  [
    'a language that nobody sent',
    `update uploads set locale = 'deDE' where n = 1`,
    `${U1} was altered: its metadata differs from its link of the chain.`,
  ],
  [
    'a season that nobody sent',
    `update uploads set season = 2 where n = 1`,
    `${U1} was altered: its metadata differs from its link of the chain.`,
  ],
  [
    'a region that nobody sent',
    `update uploads set region = 3 where n = 1`,
    `${U1} was altered: its metadata differs from its link of the chain.`,
  ],
  [
    'a part',
    'delete from parts where upload_n = 1 and part = 1',
    `${U1} was altered: its metadata differs from its link of the chain.`,
  ],
  ['an install id that is a text still', `update installs set install_id = 'install-c' where n = 2`, ROW_2],
  [
    'an install id that is no text',
    `update installs set install_id = cast(x'${'e9'.repeat(9)}' as text) where n = 2`,
    ROW_2,
  ],
  ['the digest of an install id', 'update installs set digest = randomblob(32) where n = 2', ROW_2],
  [
    'a lost install',
    'delete from installs where n = 2',
    'Row 2 of installs was lost: uploads of this install exist, but the row is missing.',
  ],
  [
    'two installs in each other’s place',
    'update installs set n = 9 where n = 1; update installs set n = 1 where n = 2; update installs set n = 2 where n = 9',
    [1, 2, 3].map((n) => `Upload ${n} (received 2026-11-21T0${n}:00:00.000Z) ${DIFFER}`),
  ],
  [
    'a lost upload',
    'delete from records where upload_n = 2; delete from uploads where n = 2',
    'Upload 2 (received after upload 1, 2026-11-21T01:00:00.000Z) was lost: its link is in the chain, but the upload is missing.',
  ],
  [
    'a lost first upload',
    'delete from records where upload_n = 1; delete from uploads where n = 1',
    'Upload 1 was lost: its link is in the chain, but the upload is missing.',
  ],
  [
    'an upload lost with its link',
    'delete from records where upload_n = 2; delete from uploads where n = 2; delete from links where n = 2; delete from parts where upload_n = 2',
    'Link 2 of the chain (upload 3, received 2026-11-21T03:00:00.000Z) does not follow the previous link.',
  ],
  [
    'a digest',
    `update links set digest = content where n = 2`,
    'Link 2 of the chain (upload 2, received 2026-11-21T02:00:00.000Z) does not follow the previous link.',
  ],
  [
    'an added upload at the end',
    `insert into uploads select 4, upload_id, received_at_ms, addon_version, client_build, protocol, 1, locale, summary, session, season, region from uploads where n = 2;
     insert into records select 99, 4, install_n, kind, 'zzz', captured_at_ms, body from records where seq = 3`,
    'Upload 4 (received 2026-11-21T02:00:00.000Z) was added: it has no link in the chain.',
  ],
  [
    'an added upload between',
    `update uploads set n = 5 where n = 3; update records set upload_n = 5 where upload_n = 3;
     update links set upload_n = 5 where upload_n = 3; update parts set upload_n = 5 where upload_n = 3;
     insert into uploads select 4, upload_id, received_at_ms, addon_version, client_build, protocol, 1, locale, summary, session, season, region from uploads where n = 2`,
    [
      'Upload 4 (received 2026-11-21T02:00:00.000Z) was added: it has no link in the chain.',
      'Upload 5 (received 2026-11-21T03:00:00.000Z) was altered: its metadata differs from its link of the chain.',
    ],
  ],
];

for (const [what, sql, fault] of TAMPERINGS) {
  test(`verify names the difference: ${what}`, () =>
    withThree(async (path, newest) => {
      assert.deepEqual(await verdict(path, newest), { links: 3, uploads: 3, records: 4 });
      await tamper(path, sql);
      const found = await verdict(path, newest);
      assert.deepEqual(found, { faults: [fault].flat() });
      assert.doesNotMatch(JSON.stringify(found), /install-|0000000/, 'no id of an install or upload is told');
    }));
}

test('verify names parts that an erasure did not empty', () =>
  withThree(async (path) => {
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    await writer.operator.erase(INSTALL);
    await writer.close();
    assert.deepEqual(await verdict(path, null), { links: 4, uploads: 2, records: 2 });
    await tamper(
      path,
      `delete from records where upload_n = 2; delete from uploads where n = 2;
       update parts set install_n = null, erased_by = 4 where upload_n = 2`,
    );
    assert.deepEqual(await verdict(path, null), {
      faults: ['Link 4 of the chain (an erasure) does not cover the parts that are marked as erased by it.'],
    });
  }));

const CUT = `delete from records where upload_n = 3; delete from uploads where n = 3; delete from parts where upload_n = 3;
  delete from links where n = 3`;

test('the loss of the newest uploads together with their links is detected by the link noted outside the database', () =>
  withThree(async (path, newest) => {
    await tamper(path, CUT);
    assert.deepEqual(await verdict(path, null), { links: 2, uploads: 2, records: 3 });
    assert.deepEqual(await verdict(path, newest), {
      faults: [
        'The chain ends with link 2, but link 3 was noted outside the database: uploads after upload 2 (received 2026-11-21T02:00:00.000Z) are lost.',
      ],
    });
    const writer = await openUploadWriter(path, { random: systemRandom, create: true, knownLink: newest });
    await writer.take(upload([record('ddd')], { receivedAtMs: at(9) }));
    await writer.close();
    assert.deepEqual(await verdict(path, newest), {
      faults: [
        'Link 3 of the chain (upload 4, received 2026-11-21T09:00:00.000Z) is not the one that was noted outside the database: uploads were lost, and others were added after them.',
      ],
    });
    await tamper(path, 'delete from records; delete from uploads; delete from parts; delete from links');
    assert.deepEqual(await verdict(path, newest), {
      faults: ['The chain ends with link 0, but link 3 was noted outside the database: every upload is lost.'],
    });
  }));

test('a noted link that is no longer in the chain means that uploads were lost', () =>
  withThree(async (path, newest) => {
    const stands = (noted: ChainLink | null) => reading(path, (reader) => isInChain(reader, noted));
    const first = await reading(path, (reader) => reader.link(1));
    for (const noted of [null, EMPTY_CHAIN, first, newest]) assert.equal(await stands(noted), true);
    await tamper(path, CUT);
    assert.equal(await stands(newest), false);
    assert.equal(await stands({ n: 1, digest: newest.digest }), false);
    assert.equal(await stands(first), true);
  }));

test('verify works while uploads arrive and an install is erased', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    for (let i = 0; i < 250; i++) {
      await writer.take(upload([record(`a-${i}`), record(`b-${i}`, OTHER_INSTALL)]));
    }
    const seen: ChainProgress[] = [];
    const found = await reading(
      path,
      async (reader) =>
        await reader.verifyChain(null, async (done) => {
          seen.push(done);
          await writer.take(upload([record(`c-${seen.length}`, OTHER_INSTALL)]));
          if (seen.length === 1) await writer.operator.erase(INSTALL);
        }),
    );
    // Verify started over after the erasure, including the upload that had arrived by then.
    assert.deepEqual(found, { links: 252, uploads: 251, records: 251 });
    assert.ok(seen.length > 3);
    assert.ok(seen.every(({ seq, toSeq }) => seq <= toSeq));
    await writer.close();
  }));

const KNOWN: ChainLink = { n: 5, digest: 'ab'.repeat(32) };

test('a start is refused if the database is empty but a link was noted', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const open = (knownLink: ChainLink | null) =>
      openUploadWriter(path, { random: systemRandom, create: true, knownLink });
    const refused = (error: unknown) =>
      error instanceof WrongDatabase && /5 links: its uploads were lost/.test(error.message);
    await assert.rejects(open(KNOWN), refused);
    assert.deepEqual(readdirSync(folder), [], 'nothing was begun');
    writeFileSync(path, '');
    await assert.rejects(open(KNOWN), refused);
    await (await open(EMPTY_CHAIN)).close();
    await assert.rejects(open(KNOWN), refused);
    const writer = await open(null);
    await writer.take(upload([record('aaa')]));
    await writer.close();
    await (await open(KNOWN)).close();
  }));

test('the link file in the data folder is written atomically', () =>
  inFolder(async (folder) => {
    const { linkFile } = toDataDir(folder);
    assert.equal(readChainLink(linkFile), null);
    await writeChainLink(linkFile, KNOWN);
    assert.equal(readFileSync(linkFile, 'utf8'), `5 ${KNOWN.digest}\n`);
    assert.deepEqual(readChainLink(linkFile), KNOWN);
    await writeChainLink(linkFile, { ...KNOWN, n: 60 });
    assert.deepEqual(readChainLink(linkFile), { ...KNOWN, n: 60 });
    assert.deepEqual(readdirSync(folder), ['link']);
    for (const text of [
      '',
      '5',
      `5 ${KNOWN.digest}0`,
      `05 ${KNOWN.digest}`,
      `-1 ${KNOWN.digest}`,
      `5 ${'AB'.repeat(32)}`,
    ]) {
      writeFileSync(linkFile, text);
      assert.throws(() => readChainLink(linkFile), WrongDataDir, JSON.stringify(text));
    }
    assert.ok(!existsSync(`${linkFile}.new`));
  }));

test('digests change with everything they cover', () => {
  const key = '5a'.repeat(32);
  const one = { kind: 'loot', eventId: 'aaa', capturedAtMs: 1, digest: 'd1' };
  const parts = [
    [],
    [one],
    [one, one],
    [{ ...one, kind: 'quest' }],
    [{ ...one, eventId: 'aab' }],
    [{ ...one, eventId: null }],
    [{ ...one, capturedAtMs: 2 }],
    [{ ...one, digest: 'd2' }],
    [one, { ...one, digest: 'd2' }],
    [{ ...one, digest: 'd2' }, one],
  ];
  const digests = [null, 'd1', 'd2'].flatMap((install) =>
    parts.map((records) => digestPart(nodeDigest, key, records, install)),
  );
  assert.equal(new Set(digests).size, 3 * parts.length);
  assert.notEqual(digestPart(nodeDigest, key, [one], null), digestPart(nodeDigest, '5b'.repeat(32), [one], null));
  const head = {
    uploadN: 1,
    uploadId: 'u',
    receivedAtMs: 1,
    addonVersion: '1',
    clientBuild: null,
    protocol: null,
    locale: null,
  };
  const contentsOf = [
    formatUploadContent(nodeDigest, head, []),
    ...[
      { uploadN: 2 },
      { uploadId: 'v' },
      { receivedAtMs: 2 },
      { addonVersion: '2' },
      { clientBuild: '1' },
      { protocol: '1' },
      { locale: 'deDE' },
      { locale: 'frFR' },
      { season: 0 },
      { season: 3 },
      { region: 3 },
      { season: 3, region: 3 },
      { locale: 'deDE', season: 3 },
      { locale: 'deDE', region: 3 },
    ].map((fields) => formatUploadContent(nodeDigest, { ...head, ...fields }, [])),
    formatUploadContent(nodeDigest, head, ['a']),
    formatUploadContent(nodeDigest, head, ['a', 'b']),
    formatUploadContent(nodeDigest, head, ['b', 'a']),
  ];
  assert.equal(new Set(contentsOf).size, contentsOf.length);
  // Links of 1.4.0 stay valid.
  assert.equal(formatUploadContent(nodeDigest, { ...head, season: null, region: null }, []), contentsOf[0]);
});
