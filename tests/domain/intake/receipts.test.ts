import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { nodeDigest } from '../../../adapters/digest.ts';
import { createIntake } from '../../../domain/intake/create_intake.ts';
import type { Log } from '../../../domain/ports/log.ts';
import type { UploadWriter } from '../../../domain/ports/uploads.ts';
import { answerUpload, presentOutcome } from '../../../http/intake/present.ts';
import { parseEnvelope } from '../../../schema/parse_envelope.ts';
import { parseRecord } from '../../../schema/parse_record.ts';
import { intakeReceipt, intakeRefused } from '../../../schema/responses/intake.ts';
import { createMemoryUploads } from '../../doubles/uploads.ts';
import {
  bytesOf,
  envelope,
  INSTALL,
  loot,
  NOW_MS,
  OTHER_INSTALL,
  owned,
  SENDER,
} from '../../support/sample_records.ts';
import { storageFails } from '../../support/storage_fails.ts';

function setUp(broken?: Pick<UploadWriter, 'take'>) {
  const { writer, reader } = createMemoryUploads();
  const lines: string[] = [];
  const note =
    (level: string): Log['info'] =>
    (event, fields) =>
      void lines.push(JSON.stringify({ level, event, ...fields }));
  let drawn = 0;
  const intake = createIntake({
    parseEnvelope,
    parseRecord,
    present: presentOutcome,
    uploads: { ...writer, ...broken },
    digest: nodeDigest,
    clock: { nowMs: () => NOW_MS },
    random: { bytes: (count) => new Uint8Array(count).fill(++drawn) },
    log: { info: note('info'), warn: note('warn'), error: note('error') },
  });
  const send = async (body: Uint8Array<ArrayBuffer>) => {
    const answer = await answerUpload(intake.take(body, SENDER));
    const json: unknown = JSON.parse(answer.body);
    if (answer.status === 200)
      return { status: answer.status, text: answer.body, receipt: v.parse(intakeReceipt, json) };
    return { status: answer.status, text: answer.body, refused: v.parse(intakeRefused, json) };
  };
  const kept = async () => {
    const all = await reader.records(0, 1e9, 1e9);
    return all;
  };
  const summaryOf = async (uploadId: string) => {
    const found = await writer.operator.upload(uploadId);
    return found?.summary;
  };
  return { send, kept, summaryOf, lines };
}

test('refusals are stored if all records of an upload, including the refused ones, name one install', async () => {
  const { send, summaryOf } = setUp();
  const summary = async (...refused: readonly unknown[]) => {
    const { receipt } = await send(bytesOf(envelope([loot({ eventId: `event-${++sent}` }), ...refused])));
    return summaryOf(receipt!.uploadId);
  };
  let sent = 100;
  const counted = { repeats: {}, refused: { 'wrong-type': { loot: 1 }, 'kind-unknown': { '': 1 } } };
  assert.deepEqual(await summary(loot({ items: 3 }), { kind: 'nothing' }), counted);
  assert.deepEqual(await summary(loot({ items: 3 }), { kind: 'nothing', installId: INSTALL }), counted);
  assert.equal(await summary(loot({ items: 3 }), { kind: 'nothing', installId: OTHER_INSTALL }), null);
  assert.equal(await summary(loot({ items: 3, installId: OTHER_INSTALL })), null);
  assert.notEqual(await summary('text', null, 7, { installId: 9 }), null);
});

test('a receipt lists every record in upload order', async () => {
  const { send, kept } = setUp();
  const records = [
    owned(),
    loot({ items: 3 }),
    loot(),
    loot({ eventId: undefined }),
    loot({ items: [] }),
    loot(),
    { kind: 'nothing' },
  ];
  const { status, receipt } = await send(bytesOf(envelope(records)));
  assert.equal(status, 200);
  assert.match(receipt!.uploadId, /^[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.deepEqual(receipt!.accepted, [
    { index: 0, kind: 'achievement_owned', duplicate: false },
    { index: 2, kind: 'loot', eventId: 'event-1', duplicate: false },
    { index: 3, kind: 'loot', duplicate: false },
    { index: 5, kind: 'loot', eventId: 'event-1', duplicate: true },
  ]);
  assert.deepEqual(
    receipt!.rejected.map(({ index, kind, eventId, code, pointer }) => [index, kind, eventId, code, pointer]),
    [
      [1, 'loot', 'event-1', 'wrong-type', '/items'],
      [4, 'loot', 'event-1', 'event-reused', '/eventId'],
      [6, undefined, undefined, 'kind-unknown', '/kind'],
    ],
  );
  assert.equal((await kept()).length, 3);
});

test('an upload of repeats stores nothing and gets a receipt with its own uploadId', async () => {
  const { send, kept } = setUp();
  const first = await send(bytesOf(envelope([loot(), owned()])));
  const again = await send(bytesOf(envelope([loot(), owned()])));
  assert.equal(again.status, 200);
  assert.deepEqual(
    again.receipt!.accepted.map(({ duplicate }) => duplicate),
    [true, true],
  );
  assert.notEqual(again.receipt!.uploadId, first.receipt!.uploadId);
  assert.equal((await kept()).length, 2);
});

test('an achievement that two installs send is stored for each', async () => {
  const { send, kept } = setUp();
  await send(bytesOf(envelope([loot(), owned()])));
  const other = await send(bytesOf(envelope([loot({ installId: OTHER_INSTALL }), owned()])));
  assert.ok(other.receipt!.accepted.every(({ duplicate }) => !duplicate));
  assert.equal((await kept()).length, 4);
});

const REFUSED: readonly (readonly [what: string, body: Uint8Array<ArrayBuffer>, status: number, error: RegExp])[] = [
  ['an empty body', new Uint8Array(0), 400, /JSON/],
  [
    'no JSON',
    new TextEncoder().encode('return {secret}'),
    400,
    /must be one JSON object; its 15 bytes are not JSON\.$/,
  ],
  ['a cut body', bytesOf(envelope([loot()])).slice(0, -1), 400, /not JSON/],
  ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, /UTF-8/],
  ['an overlong slash in UTF-8', new Uint8Array([0x22, 0xc0, 0xaf, 0x22]), 400, /UTF-8/],
  ['a list', bytesOf([]), 422, /upload/],
  ['null', bytesOf(null), 422, /upload/],
  ['no records', bytesOf(envelope([])), 422, /records/],
  ['too many records', bytesOf(envelope(Array.from({ length: 2001 }, () => 1))), 422, /records.* 2000/],
  ['no addonVersion', bytesOf({ records: [loot()] }), 422, /addonVersion/],
  [
    'an addonVersion of 21 characters',
    bytesOf(envelope([loot()], { addonVersion: 'a'.repeat(21) })),
    422,
    /addonVersion/,
  ],
  ['another major of the protocol', bytesOf(envelope([loot()], { protocol: '2.0.0' })), 422, /protocol.*1 or 0/],
  ['a malformed grant', bytesOf(envelope([loot()], { grantTokens: ['tg_short'] })), 400, /grantTokens/],
  ['only bad records', bytesOf(envelope([loot({ items: 3 }), 7])), 422, /All 2 records/],
  ['one bad record', bytesOf(envelope([7])), 422, /The one record/],
];

for (const [what, body, status, error] of REFUSED) {
  test(`refused as a whole: ${what}`, async () => {
    const { send, kept, lines } = setUp();
    const answer = await send(body);
    assert.equal(answer.status, status);
    assert.equal(answer.refused!.persisted, false);
    assert.match(answer.refused!.error!, error);
    assert.ok(!answer.text.includes('secret') && !answer.text.includes(INSTALL));
    assert.deepEqual(await kept(), []);
    assert.deepEqual(lines, []);
  });
}

test('if all records are refused, `rejected` gives each reason, including reasons found by storage', async () => {
  const { send, kept } = setUp();
  await send(bytesOf(envelope([loot()])));
  const { status, refused } = await send(bytesOf(envelope([loot({ items: [] }), 7])));
  assert.equal(status, 422);
  assert.deepEqual(
    refused!.rejected!.map(({ index, code }) => [index, code]),
    [
      [0, 'event-reused'],
      [1, 'wrong-type'],
    ],
  );
  assert.deepEqual(refused!.accepted, []);
  assert.equal((await kept()).length, 1);
});

test('a byte order mark and text beyond ASCII are accepted', async () => {
  const { send, kept } = setUp();
  const realm = 'Каменный 🔥';
  const record = { kind: 'item_seen', installId: INSTALL, capturedAt: '2026-11-20T10:00:00Z', itemId: 1, name: realm };
  const json = bytesOf(envelope([{ ...record, quality: 'rare' }]));
  const { status } = await send(new Uint8Array([0xef, 0xbb, 0xbf, ...json]));
  assert.equal(status, 200);
  assert.equal(JSON.parse((await kept())[0]!.body).name, realm);
});

test('nesting of 100,000 levels is refused like any other wrong value', async () => {
  const { send } = setUp();
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const text = JSON.stringify(envelope([loot(), loot({ eventId: 'event-2', items: 'DEEP' }), 'DEEP'])).replaceAll(
    '"DEEP"',
    deep,
  );
  const answer = await send(new TextEncoder().encode(text));
  assert.equal(answer.status, 200);
  assert.deepEqual(
    answer.receipt!.rejected.map(({ index }) => index),
    [1, 2],
  );
  const whole = await send(new TextEncoder().encode(deep));
  assert.equal(whole.status, 422);
});

test('if storage is unreachable, the answer is 503, tells the client to keep the file, and says nothing about records', async () => {
  const { send, lines } = setUp({ take: async () => storageFails('uploads', 'SQLITE_FULL') });
  const { status, refused, text } = await send(bytesOf(envelope([loot()])));
  assert.equal(status, 503);
  assert.equal(refused!.persisted, false);
  assert.match(refused!.error!, /keep the file/);
  assert.equal(refused!.accepted, undefined);
  assert.ok(!text.includes(INSTALL));
  assert.deepEqual(lines, ['{"level":"warn","event":"intake.unreachable","cause":"SQLITE_FULL"}']);
});
