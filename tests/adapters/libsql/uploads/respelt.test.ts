import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '@libsql/client';
import { nodeDigest } from '../../../../adapters/digest.ts';
import { openUploadReader } from '../../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import { createIntake } from '../../../../domain/intake/create_intake.ts';
import type { UploadWriter } from '../../../../domain/ports/uploads.ts';
import { answerUpload, presentOutcome } from '../../../../http/intake/present.ts';
import { parseEnvelope } from '../../../../schema/parse_envelope.ts';
import { parseRecord } from '../../../../schema/parse_record.ts';
import { SILENT } from '../../../domain/snapshot/support.ts';
import { createMemoryUploads } from '../../../doubles/uploads.ts';
import { openableFolders, UPLOADS_FILE } from '../../../fixtures/releases.ts';
import {
  bytesOf,
  envelope,
  INSTALL,
  loot,
  NOW_MS,
  OTHER_INSTALL,
  SENDER,
  sha256,
} from '../../../support/sample_records.ts';
import { type OldRecord, storeOldRecords } from '../../../support/stored_records.ts';
import { allRecords, grantN, grantOf, inFolder, storeTest } from './uploads_stores.ts';

/** Returns the outcome of each record in upload order: `new`, `again` or its rejection code. */
function senderTo(uploads: UploadWriter) {
  const intake = createIntake({
    parseEnvelope,
    parseRecord,
    present: presentOutcome,
    uploads,
    digest: nodeDigest,
    random: systemRandom,
    log: SILENT,
    clock: { nowMs: () => NOW_MS },
  });
  return async (body: unknown): Promise<readonly string[]> => {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : bytesOf(body);
    const answer = await answerUpload(intake.take(bytes, SENDER));
    const { accepted, rejected } = JSON.parse(answer.body) as {
      accepted: readonly { index: number; duplicate: boolean }[];
      rejected: readonly { index: number; code: string }[];
    };
    const found: string[] = [];
    for (const { index, duplicate } of accepted) found[index] = duplicate ? 'again' : 'new';
    for (const { index, code } of rejected) found[index] = code;
    return found;
  };
}

/** Spellings of 10:00:00 and of 10:00:00.5 in UTC. */
const WHOLE = ['10:00:00Z', '10:00:00.0Z', '10:00:00.000Z', '10:00:00.000000000Z', '10:00:00+00:00', '10:00:00-00:00'];
const HALF = ['10:00:00.5Z', '10:00:00.50Z', '10:00:00.500Z', '10:00:00.500000Z', '10:00:00.5+00:00', '10:00:00.5009Z'];
const ELSEWHERE = ['15:30:00+05:30', '05:00:00.00-05:00'];
function on(time: string): string {
  return `2026-11-20T${time}`;
}

function bare(capturedAt: string, fields: object = {}) {
  return loot({ eventId: undefined, capturedAt, ...fields });
}

storeTest('different spellings of one instant are one record', async ({ writer, reader }) => {
  const send = senderTo(writer);
  for (const spellings of [[...WHOLE, ...ELSEWHERE], HALF]) {
    const records = spellings.map((time) => bare(on(time)));
    assert.deepEqual(await send(envelope(records)), ['new', ...spellings.slice(1).map(() => 'again')]);
    for (const record of records)
      assert.deepEqual(await send(envelope([record])), ['again'], record['capturedAt'] as string);
  }
  assert.equal((await allRecords(reader)).length, 2);
  assert.deepEqual(await send(envelope([bare(on('10:00:01Z')), bare(on('10:00:00.501Z'))])), ['new', 'new']);
});

storeTest('an event sent again with another spelling of its instant is a repeat', async ({ writer }) => {
  const send = senderTo(writer);
  assert.deepEqual(await send(envelope([loot({ capturedAt: on('10:00:00Z') })])), ['new']);
  for (const time of [...WHOLE, ...ELSEWHERE])
    assert.deepEqual(await send(envelope([loot({ capturedAt: on(time) })])), ['again']);
  assert.deepEqual(await send(envelope([loot({ capturedAt: on('10:00:01Z') })])), ['event-reused']);
});

storeTest(
  'spellings of numbers, field order, composed letters and defaults do not make a new record',
  async ({ writer }) => {
    const send = senderTo(writer);
    const record = (fields: string) => `{"addonVersion":"1","records":[{${fields}}]}`;
    const seen = (x: string, name: string) =>
      `"kind":"npc_sighting","installId":"${INSTALL}","capturedAt":"${on('10:00:00Z')}","npcId":${x === '0' ? '7' : '7.0'},"name":"${name}","mapId":1e1,"x":${x},"y":5,"level":10,"reaction":"neutral"`;
    assert.deepEqual(await send(record(seen('0', 'Zo\u00eb'))), ['new']);
    for (const x of ['0.0', '-0', '-0.0', '0e5', '0E-2'])
      assert.deepEqual(await send(record(seen(x, ' Zoe\u0308 '))), ['again'], x);
    const [first, ...rest] = seen('0', 'Zo\u00eb').split(',');
    assert.deepEqual(await send(record([...rest.reverse(), first].join(','))), ['again']);
    const quest = { kind: 'quest', installId: INSTALL, capturedAt: on('10:00:00Z'), questId: 1, title: 'A', level: 1 };
    assert.deepEqual(await send(envelope([quest, { ...quest, rewardItemIds: [] }])), ['new', 'again']);
    const chosen = { ...quest, rewardItemIds: [1, 2] };
    assert.deepEqual(await send(envelope([chosen, { ...chosen, rewardItemIds: [2, 1] }])), ['new', 'new']);
  },
);

/** Rewrites every instant in an upload with another spelling. */
function respelt(upload: unknown, spell: (moment: string) => string): string {
  return JSON.stringify(upload, (key, value: unknown) =>
    key === 'capturedAt' || key === 'resetAt' ? spell(String(value)) : value,
  );
}

for (const folder of openableFolders()) {
  test(`records stored by release ${basename(folder)} are recognised, however their instants are spelled now`, () =>
    inFolder(async (at) => {
      const path = join(at, 'uploads.db');
      copyFileSync(join(folder, 'uploads.db'), path);
      const writer = await openUploadWriter(path, { random: systemRandom, create: true });
      const send = senderTo(writer);
      const uploads = JSON.parse(readFileSync(join(folder, UPLOADS_FILE), 'utf8')) as unknown[];
      for (const spell of [
        (z: string) => z,
        (z: string) => z.replace('Z', '.0Z'),
        (z: string) => z.replace('Z', '.000+00:00'),
      ]) {
        for (const upload of uploads) {
          const outcomes = await send(respelt(upload, spell));
          assert.deepEqual(new Set(outcomes), new Set(['again']));
        }
      }
      await writer.close();
    }));
}

/** The body of a record as 0.4.0 stored it. An instant that ended in Z was stored as it was sent. */
function oldBody(capturedAt: string, items: readonly number[] = []): string {
  return `{"kind":"loot","capturedAt":"${capturedAt}","sourceNpcId":721,"sourceEvidence":"loot-api","items":${JSON.stringify(items.map((itemId) => ({ itemId, count: 1 })))}}`;
}

/** Runs `work` on a database with records of INSTALL that release 0.4.0 stored. */
function withOld(records: readonly OldRecord[], work: (path: string) => Promise<void>): Promise<void> {
  return inFolder(async (at) => {
    const path = join(at, 'uploads.db');
    await opened(path, async () => {});
    await storeOldRecords(path, INSTALL, records);
    await work(path);
  });
}

async function opened(path: string, work: (writer: Awaited<ReturnType<typeof openUploadWriter>>) => Promise<void>) {
  const writer = await openUploadWriter(path, { random: systemRandom, create: true });
  try {
    await work(writer);
  } finally {
    await writer.close();
  }
}

function sentAs(capturedAt: string, fields: object = {}) {
  return bare(capturedAt, { items: [], ...fields });
}

test('a record without eventId that 0.4.0 stored is a repeat in every spelling', async () => {
  for (const kept of ['10:00:00Z', '10:00:00.0Z', '10:00:00.000Z', '10:00:00.000000Z']) {
    await withOld([{ body: oldBody(on(kept)) }], (path) =>
      opened(path, async (writer) => {
        const send = senderTo(writer);
        const sent = [...WHOLE, ...ELSEWHERE].map((time) => sentAs(on(time)));
        assert.deepEqual(new Set(await send(envelope(sent))), new Set(['again']), kept);
        for (const record of sent) assert.deepEqual(await send(envelope([record])), ['again'], kept);
        const beside = [sentAs(on('10:00:01Z')), sentAs(on('10:00:00Z'), { installId: OTHER_INSTALL })];
        assert.deepEqual(await send(envelope([sent[1], ...beside, sent[2]])), ['again', 'new', 'new', 'again'], kept);
      }),
    );
  }
  // 0.4.0 truncated instants with an offset to milliseconds, and stored nine digits of instants in Z.
  await withOld([{ body: oldBody(on('10:00:00.123Z')) }, { body: oldBody(on('10:00:00.456789Z')) }], (path) =>
    opened(path, async (writer) => {
      const sent = ['12:00:00.1234+02:00', '10:00:00.123Z', '10:00:00.456789Z', '10:00:00.456Z', '10:00:00.45Z'];
      assert.deepEqual(await senderTo(writer)(envelope(sent.map((time) => sentAs(on(time))))), [
        ...['again', 'again', 'again', 'again', 'new'],
      ]);
    }),
  );
});

test('an event that 0.4.0 stored is a repeat in every spelling, and reused only with other content', () =>
  withOld(
    [
      { eventId: 'a:1', body: oldBody(on('10:00:00.000Z')) },
      { eventId: 'a:2', body: oldBody(on('10:00:00Z')) },
    ],
    (path) =>
      opened(path, async (writer) => {
        const send = senderTo(writer);
        for (const eventId of ['a:1', 'a:2']) {
          for (const time of [...WHOLE, ...ELSEWHERE]) {
            assert.deepEqual(await send(envelope([sentAs(on(time), { eventId })])), ['again'], `${eventId} ${time}`);
          }
          const other = [
            sentAs(on('10:00:00.001Z'), { eventId }),
            sentAs(on('10:00:00Z'), { eventId, items: [{ itemId: 9, count: 1 }] }),
          ];
          assert.deepEqual(await send(envelope(other)), ['event-reused', 'event-reused'], eventId);
        }
      }),
  ));

test('an erased record is not recognised by another spelling, and its identity is removed', () =>
  withOld([{ body: oldBody(on('10:00:00.000Z')) }], async (path) => {
    await opened(path, async (writer) => {
      assert.deepEqual(await writer.operator.erase(INSTALL), { records: 1 });
      assert.deepEqual(await senderTo(writer)(envelope([sentAs(on('10:00:00Z'))])), ['install-erased']);
    });
    const client = createClient({ url: `file:${path}`, intMode: 'number' });
    const { rows } = await client.execute(
      'select count(*) from identities where install_n not in (select n from installs)',
    );
    client.close();
    assert.equal(rows[0]?.[0], 0);
  }));

test('a named record that 0.4.0 stored is covered by grants that are sent with another spelling of it', () => {
  const own = '"character":"Ada","realm":"Realm","equipped":[{"slot":"Head","itemId":5,"itemLevel":6}]';
  const body = `{"kind":"gear_snapshot","capturedAt":"${on('10:00:00.000Z')}",${own}}`;
  return withOld([{ body }], async (path) => {
    await opened(path, async (writer) => {
      const token = `tg_${'A'.repeat(43)}`;
      const grant = grantOf('0', { tokenHash: sha256(token), expiresAtMs: NOW_MS + 1 });
      const n = grantN(await writer.operator.addGrant(grant));
      const record = {
        kind: 'gear_snapshot',
        installId: INSTALL,
        capturedAt: on('10:00:00Z'),
        ...JSON.parse(`{${own}}`),
      };
      const sharing = { sharing: { gear: true }, grantTokens: [token] };
      assert.deepEqual(await senderTo(writer)(envelope([record], sharing)), ['again']);
      const reader = await openUploadReader(path);
      const covered = (await allRecords(reader)).filter(({ kind }) => kind === 'gear_snapshot');
      await reader.close();
      assert.deepEqual(
        covered.map(({ grants }) => grants.map((one) => one.n)),
        [[n]],
      );
    });
  });
});

test('three installs that each send one window in three spellings have three windows', async () => {
  const { writer, reader } = createMemoryUploads();
  const send = senderTo(writer);
  for (const installId of ['install-1', 'install-2', 'install-3']) {
    for (const time of ['10:00:00Z', '10:00:00.0Z', '10:00:00.000Z'])
      await send(envelope([bare(on(time), { installId })]));
  }
  assert.equal((await allRecords(reader)).length, 3);
});
