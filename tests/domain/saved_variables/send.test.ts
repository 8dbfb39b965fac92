import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeDigest } from '../../../adapters/digest.ts';
import { systemRandom } from '../../../adapters/random.ts';
import type { FileStamp, IntakeReply, UploadFolder } from '../../../domain/ports/uploader.ts';
import { OUTBOX_SUFFIX, readOutboxes, writeOutboxes } from '../../../domain/saved_variables/send/outbox.ts';
import { REFUSED_SUFFIX } from '../../../domain/saved_variables/send/refused_list.ts';
import { createIdleFileWatch } from '../../../domain/saved_variables/send/rest_watch.ts';
import { type FileSendResult, sendFile } from '../../../domain/saved_variables/send/send_file.ts';
import { surveyFile } from '../../../domain/saved_variables/send/survey.ts';
import { err, ok } from '../../../domain/values/result.ts';
import { savedFile, type Written } from './lua_writer.ts';
import { fileOf, HEAD, RULES } from './support.ts';

function loot(n: number): Written {
  return {
    kind: 'loot',
    eventId: `loot-${n}`,
    capturedAt: '2026-11-22T10:00:00Z',
    items: [{ itemId: n + 1, count: 1 }],
  };
}

type Sent = { readonly session?: string; readonly records: readonly { readonly eventId: string }[] };

/** Creates an intake that stores uploads and records by event id, and whose answers a test can replace. */
function createFakeIntake(url = 'http://one') {
  const kept = new Map<string, number>();
  const uploads = new Set<string>();
  const asked: string[] = [];
  const bodies: Sent[] = [];
  let answer: (body: Sent, call: number) => IntakeReply | null = () => null;
  return {
    url,
    kept,
    bodies,
    asked,
    /** Deletes all data, as if the data folder was deleted. */
    lose: () => {
      kept.clear();
      uploads.clear();
    },
    keeps: async (uploadId: string): Promise<boolean | null> => {
      asked.push(uploadId);
      return uploads.has(uploadId);
    },
    describe: async () => null,
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    send: async (text: string): Promise<IntakeReply> => {
      const body = JSON.parse(text) as Sent;
      bodies.push(body);
      const told = answer(body, bodies.length);
      if (told?.kind === 'receipt') uploads.add(told.uploadId);
      if (told !== null) return told;
      const accepted = body.records.map(({ eventId }, index) => {
        const duplicate = kept.has(eventId);
        kept.set(eventId, (kept.get(eventId) ?? 0) + 1);
        return { index, duplicate };
      });
      const uploadId = `upload-${bodies.length}`;
      if (accepted.some(({ duplicate }) => !duplicate)) uploads.add(uploadId);
      return { kind: 'receipt', uploadId, accepted, rejected: [] };
    },
  };
}

function createFakeFolder() {
  const beside = new Map<string, string>();
  let failing: string | null = null;
  const folder: UploadFolder = {
    look: async () => err('ENOENT'),
    read: async () => err('ENOENT'),
    readBeside: async (file, ending) => ok(beside.get(file + ending) ?? null),
    replaceBeside: async (file, ending, text) => {
      if (failing !== null) return err(failing);
      if (text === null) beside.delete(file + ending);
      else beside.set(file + ending, text);
      return ok(undefined);
    },
  };
  const fail = (cause: string | null): void => {
    failing = cause;
  };
  return { folder, beside, fail };
}

interface Run {
  readonly records: readonly Written[];
  readonly intake: ReturnType<typeof createFakeIntake>;
  readonly folder: ReturnType<typeof createFakeFolder>;
  readonly stop?: AbortController;
  /** How long each request takes. */
  readonly takesMs?: number;
}

async function run({ records, intake, folder, stop = new AbortController(), takesMs = 0 }: Run) {
  const file = fileOf(savedFile({ ...HEAD, records }));
  const waits: number[] = [];
  const left: number[] = [];
  const lost: string[] = [];
  let nowMs = 5_000;
  const progress: string[] = [];
  const sent = await sendFile(
    {
      folder: folder.folder,
      digest: nodeDigest,
      random: systemRandom,
      rules: RULES,
      share: [],
      protocol: null,
      stop: stop.signal,
      intake: {
        ...intake,
        send: (body) => {
          nowMs += takesMs;
          waits.push(0);
          return intake.send(body);
        },
      },
      stopwatch: { elapsedMs: () => nowMs },
      pause: async (ms) => {
        nowMs += ms;
        waits.push(waits.pop()! + ms / 1000);
      },
      onWait: (_, leftS) => void left.push(leftS),
      onLost: () => void lost.push(intake.url),
      onProgress: (done, of) => progress.push(`${done}/${of}`),
    },
    'F.lua',
    file,
    surveyFile(file, { rules: RULES, share: [] }),
  );
  return { sent, waits: waits.filter((seconds) => seconds > 0), left, lost, progress };
}

async function whole(options: Run): Promise<FileSendResult> {
  const { sent } = await run(options);
  assert.ok(sent.ok, sent.ok ? '' : sent.error);
  return sent.value;
}

function many(count: number, from = 0): Written[] {
  return Array.from({ length: count }, (_, n) => loot(from + n));
}

test('an interrupted upload continues where it stopped, and no confirmed piece is sent twice', async () => {
  const [intake, folder] = [createFakeIntake(), createFakeFolder()];
  const records = many(5_000);
  // The piece was stored, but its answer was lost. It is sent again and counts once.
  intake.answerWith((body, call) => {
    if (call < 2) return null;
    if (call === 2) for (const { eventId } of body.records) intake.kept.set(eventId, 1);
    return { kind: 'refused', error: 'No more for now.', rejected: [] };
  });
  const first = await whole({ records, intake, folder });
  assert.equal(first.end?.kind, 'refused');
  assert.ok(first.stored > 0 && first.stored < 5_000);

  intake.answerWith(() => null);
  const second = await whole({ records, intake, folder });
  assert.deepEqual([second.end, second.before], [null, first.stored]);
  assert.equal(second.stored + second.repeated + second.before, 5_000);
  assert.ok(second.repeated > 0);
  assert.equal(intake.kept.size, 5_000);
  const third = await whole({ records, intake, folder });
  assert.deepEqual([third.stored, third.repeated, third.before, third.session], [0, 0, 5_000, null]);
  const before = intake.bodies.length;
  await whole({ records: [...records, ...many(10, 5_000)], intake, folder });
  assert.equal(intake.bodies.length, before + 1, 'of a file that grew, the last piece');
  assert.equal(intake.kept.size, 5_010);
});

/** Receipts for four records that do not name each of them once, and what is wrong with each. */
const BAD_RECEIPTS: readonly (readonly [accepted: readonly number[], rejected: readonly number[], fault: RegExp])[] = [
  [[0, 1, 2], [], /record 3 is missing/],
  [[], [], /record 0 is missing/],
  [[0, 0, 1, 2], [], /record 0 is named twice/],
  [[0, 1, 2, 3], [3], /record 3 is named twice/],
  [[0, 1, 2], [4], /there is no record 4/],
];

for (const [accepted, rejected, fault] of BAD_RECEIPTS) {
  test(`a receipt of four records that accepts [${accepted}] and refuses [${rejected}] confirms nothing`, async () => {
    const [intake, folder] = [createFakeIntake(), createFakeFolder()];
    const records = many(4);
    const why = { code: 'odd', pointer: '', reason: 'no.' };
    const entries = {
      accepted: accepted.map((index) => ({ index, duplicate: false })),
      rejected: rejected.map((index) => ({ index, ...why })),
    };
    intake.answerWith(() => ({ kind: 'receipt', uploadId: 'A', ...entries }));
    const first = await whole({ records, intake, folder });
    assert.match(first.end?.error ?? '', fault);
    assert.match(first.end?.error ?? '', /^The receipt must name each of the 4 records of the upload once, /);
    assert.equal(first.stored, 0);
    intake.answerWith(() => null);
    const second = await whole({ records, intake, folder });
    assert.deepEqual([second.end, second.stored, second.before], [null, 4, 0]);
  });
}

test('an upload that is refused without a reason for each record counts as not sent', async () => {
  const [intake, folder] = [createFakeIntake(), createFakeFolder()];
  const rejected = [0, 1, 2].map((index) => ({ index, code: 'odd', pointer: '', reason: 'no.' }));
  intake.answerWith(() => ({ kind: 'refused', error: 'All were refused.', rejected }));
  const first = await whole({ records: many(4), intake, folder });
  assert.match(first.end?.error ?? '', /record 3 is missing/);
  intake.answerWith(() => null);
  assert.equal((await whole({ records: many(4), intake, folder })).stored, 4);
});

test('the uploads of a run share a random session, which an interrupted run leaves to the next one', async () => {
  const [intake, folder] = [createFakeIntake(), createFakeFolder()];
  const records = many(5_000);
  const sessions = (from = 0) => new Set(intake.bodies.slice(from).map(({ session }) => session));
  intake.answerWith((_, call) => (call < 2 ? null : { kind: 'refused', error: 'No more for now.', rejected: [] }));
  const first = await whole({ records, intake, folder });
  assert.match(first.session ?? '', /^[A-Za-z0-9_-]{22}$/);
  intake.answerWith(() => null);
  const second = await whole({ records, intake, folder });
  assert.ok(intake.bodies.length > 3);
  assert.deepEqual([second.session, [...sessions()]], [first.session, [first.session]]);
  const before = intake.bodies.length;
  const third = await whole({ records: [...records, ...many(10, 5_000)], intake, folder });
  assert.deepEqual([...sessions(before)], [third.session]);
  assert.notEqual(third.session, first.session, 'a complete run ends its session');
});

test('a session in which nothing was stored is not named, and is not continued', async () => {
  const [intake, folder] = [createFakeIntake(), createFakeFolder()];
  const records = many(5_000);
  await whole({ records, intake, folder: createFakeFolder() });
  const before = intake.bodies.length;
  intake.answerWith((_, call) =>
    call < before + 2 ? null : { kind: 'refused', error: 'No more for now.', rejected: [] },
  );
  const repeating = await whole({ records, intake, folder });
  assert.deepEqual([repeating.stored, repeating.repeated > 0, repeating.session], [0, true, null]);
  intake.lose();
  intake.answerWith(() => null);
  const storing = await whole({ records, intake, folder });
  assert.ok(storing.stored > 0);
  assert.equal(storing.session, intake.bodies.at(-1)!.session);
  assert.notEqual(storing.session, intake.bodies[before]!.session);
});

test('an instance that lost confirmed records gets all of them again, and the player is informed', async () => {
  const [intake, folder] = [createFakeIntake(), createFakeFolder()];
  const records = many(3_000);
  await whole({ records, intake, folder });
  const again = async (more: Partial<Run> = {}) => {
    const { sent, lost } = await run({ records, intake, folder, ...more });
    assert.ok(sent.ok);
    const { stored, repeated, before } = sent.value;
    return { lost: lost.length, stored, repeated, before };
  };
  assert.deepEqual(await again(), { lost: 0, stored: 0, repeated: 0, before: 3_000 });
  assert.deepEqual(intake.asked, [`upload-${intake.bodies.length}`], 'the newest, once');
  intake.lose();
  assert.deepEqual(await again(), { lost: 1, stored: 3_000, repeated: 0, before: 0 });
  assert.deepEqual(await again(), { lost: 0, stored: 0, repeated: 0, before: 3_000 });

  const mute = { ...intake, keeps: async () => null };
  assert.deepEqual((await again({ intake: mute })).before, 3_000, 'no answer drops nothing');
  const away = createFakeIntake();
  away.answerWith(() => ({ kind: 'unreachable', cause: 'ECONNREFUSED' }));
  assert.deepEqual((await again({ intake: away })).lost, 1);
  assert.deepEqual((await again()).before, 3_000, 'the outbox stands until there is a new receipt');
});

test('an outbox with only repeats is trusted once the instance recognises one of its pieces', async () => {
  const [intake, folder] = [createFakeIntake(), createFakeFolder()];
  const records = many(3_000);
  await whole({ records, intake, folder: createFakeFolder() });
  await whole({ records, intake, folder });
  const first = await run({ records, intake, folder });
  assert.ok(first.sent.ok);
  assert.deepEqual([first.lost, first.sent.value.stored, first.sent.value.session], [[], 0, null]);
  assert.ok(first.sent.value.repeated > 0 && first.sent.value.before > 0);
  assert.equal(first.sent.value.repeated + first.sent.value.before, 3_000);
  intake.lose();
  const second = await run({ records, intake, folder });
  assert.ok(second.sent.ok);
  assert.deepEqual([second.lost.length, second.sent.value.stored, second.sent.value.before], [1, 3_000, 0]);
});

test('the outbox belongs to one instance and contains only receipts', async () => {
  const [one, two, folder] = [createFakeIntake('http://one'), createFakeIntake('http://two'), createFakeFolder()];
  const records = many(3);
  await whole({ records, intake: one, folder });
  await whole({ records, intake: two, folder });
  assert.equal(two.kept.size, 3);
  const boxes = readOutboxes(folder.beside.get(`F.lua${OUTBOX_SUFFIX}`) ?? '');
  assert.deepEqual([...(boxes ?? new Map()).keys()], ['http://one', 'http://two']);
  assert.equal(readOutboxes(writeOutboxes(boxes!))?.size, 2);

  for (const text of ['', '[]', '{"format":2,"instances":{}}', '{"format":1,"instances":{"http://one":{"a":{}}}}']) {
    assert.equal(readOutboxes(text), null, text);
    folder.beside.set(`F.lua${OUTBOX_SUFFIX}`, text);
    assert.equal((await whole({ records, intake: one, folder })).repeated, 3);
  }

  const refusing = createFakeIntake('http://three');
  refusing.answerWith(({ records: sent }) => ({
    kind: 'refused',
    error: 'All were refused.',
    rejected: sent.map((_, index) => ({ index, code: 'day-quota', pointer: '', reason: 'Too much.' })),
  }));
  const refused = await whole({ records, intake: refusing, folder });
  assert.deepEqual([refused.end, refused.stored, refused.refused], [null, 0, 3]);
  await whole({ records, intake: refusing, folder });
  assert.equal(refusing.bodies.length, 2, 'what was not confirmed is sent again');
});

test('refused records are written beside the file with their line, including those refused in an earlier run', async () => {
  const [intake, folder] = [createFakeIntake(), createFakeFolder()];
  intake.answerWith(({ records }) => ({
    kind: 'receipt',
    uploadId: 'u',
    accepted: [{ index: 0, duplicate: false }],
    rejected: records
      .slice(1)
      .map((_, n) => ({ index: n + 1, code: 'event-reused', pointer: '/eventId', reason: 'No.' })),
  }));
  const records = [loot(1), { kind: 'loot' }, loot(2)];
  for (const runs of [1, 2]) {
    const sent = await whole({ records, intake, folder });
    assert.equal(sent.refused, 2, `run ${runs}`);
    const lines = (folder.beside.get(`F.lua${REFUSED_SUFFIX}`) ?? '').trim().split('\n');
    const told = lines.map((line) => JSON.parse(line) as { line: number; code: string; kind: string });
    assert.deepEqual(
      told.map(({ code, kind }) => `${kind} ${code}`),
      ['loot field-missing', 'loot event-reused'],
    );
    assert.ok(told[0]!.line > 8 && told[1]!.line > told[0]!.line);
  }
  assert.equal(intake.bodies.length, 1);
  await whole({ records: [loot(1)], intake: createFakeIntake('http://other'), folder });
  assert.equal(folder.beside.has(`F.lua${REFUSED_SUFFIX}`), false, 'nothing refused: no file');
});

test('an interrupted run reports what earlier runs know about the rest', async () => {
  const [intake, folder] = [createFakeIntake(), createFakeFolder()];
  intake.answerWith(({ records }) => ({
    kind: 'receipt',
    uploadId: 'u',
    accepted: records.slice(1).map((_, n) => ({ index: n + 1, duplicate: false })),
    rejected: [{ index: 0, code: 'event-reused', pointer: '/eventId', reason: 'No.' }],
  }));
  const records: Written[] = [...many(3_000), { kind: 'loot' }];
  const first = await run({ records, intake, folder });
  assert.ok(first.sent.ok);
  const told = () => (folder.beside.get(`F.lua${REFUSED_SUFFIX}`) ?? '').trim().split('\n');
  const before = told().length;
  assert.ok(before >= 3, 'one of each piece, and one of the file');

  const away = { ...createFakeIntake(), keeps: async () => true };
  away.answerWith(() => ({ kind: 'refused', error: 'No.', rejected: [] }));
  const second = await run({ records: [loot(9_000), ...records], intake: away, folder });
  assert.ok(second.sent.ok);
  assert.equal(second.sent.value.end?.kind, 'refused');
  assert.ok(away.bodies.length === 1 && second.sent.value.before > 0);
  assert.equal(told().length, second.sent.value.refused);
  assert.ok(
    told().some((line) => line.includes('field-missing')),
    'what stands behind the end',
  );
  assert.ok(
    told().some((line) => line.includes('event-reused')),
    'what an earlier run was told',
  );
});

test('the uploader waits as long as an instance asks, and retries with increasing delays if it does not answer', async () => {
  const folder = createFakeFolder();
  const busy = createFakeIntake();
  busy.answerWith((_, call) => (call <= 2 ? { kind: 'later', error: 'Busy.', afterS: call === 1 ? 40 : 0 } : null));
  const waited = await run({ records: many(2), intake: busy, folder });
  assert.deepEqual(waited.waits, [40, 1], 'as long as it says, a second at least');
  assert.deepEqual(waited.left, [40, 30, 20, 10, 1]);
  assert.ok(waited.sent.ok && waited.sent.value.stored === 2);
  assert.deepEqual(waited.progress, ['2/2']);

  const away = createFakeIntake('http://away');
  away.answerWith(() => ({ kind: 'unreachable', cause: 'ECONNREFUSED' }));
  const tried = await run({ records: many(2), intake: away, folder });
  assert.deepEqual(tried.waits, [1, 2, 4, 8, 16, 32, 60]);
  assert.ok(tried.sent.ok && tried.sent.value.end?.kind === 'later');
  assert.match(tried.sent.value.end.error, /does not answer \(ECONNREFUSED\)/);

  const hangs = await run({ records: many(2), intake: away, folder, takesMs: 120_000 });
  assert.deepEqual(hangs.waits, [1], 'asked twice, four minutes in all');

  const long = createFakeIntake('http://long');
  long.answerWith(() => ({ kind: 'later', error: 'Not today.', afterS: 90_000 }));
  const refused = await run({ records: many(2), intake: long, folder });
  assert.deepEqual(refused.waits, []);
  assert.ok(refused.sent.ok && /try again in 25 hours/.test(refused.sent.value.end?.error ?? ''));
});

test('a stop ends the run after the current piece, and a full disk before the next one', async () => {
  const [intake, folder, stop] = [createFakeIntake(), createFakeFolder(), new AbortController()];
  intake.answerWith((_, call) => {
    if (call === 1) stop.abort();
    return null;
  });
  const stopped = await whole({ records: many(5_000), intake, folder, stop });
  assert.equal(stopped.end?.kind, 'stopped');
  assert.equal(intake.bodies.length, 1);
  assert.equal(stopped.stored, intake.kept.size);

  const full = createFakeIntake('http://full');
  folder.fail('ENOSPC');
  const { sent } = await run({ records: many(5_000), intake: full, folder });
  assert.ok(!sent.ok && /could not be written \(ENOSPC\)/.test(sent.error));
  assert.equal(full.bodies.length, 1);
});

test('messages of the server are shortened and escaped', async () => {
  const [intake, folder] = [createFakeIntake(), createFakeFolder()];
  intake.answerWith(() => ({ kind: 'refused', error: `\u001b[2J${'x'.repeat(5_000)}`, rejected: [] }));
  const { end } = await whole({ records: many(1), intake, folder });
  assert.ok(end !== null && end.error.length < 200 && !end.error.includes('\u001b'));
});

test('a file is ready to send after two equal checks, until it is settled', () => {
  const watch = createIdleFileWatch();
  const at = (bytes: number, changedMs: number): FileStamp => ({ bytes, changedMs });
  assert.equal(watch.rests(at(1, 1)), false);
  assert.equal(watch.rests(at(2, 1)), false);
  assert.equal(watch.rests(at(2, 2)), false);
  assert.equal(watch.rests(at(2, 2)), true);
  assert.equal(watch.rests(at(2, 2)), true, 'until it is settled');
  watch.settle();
  assert.equal(watch.rests(at(2, 2)), false);
  assert.equal(watch.rests(null), false);
  assert.equal(watch.rests(null), false, 'what is gone does not rest');
  assert.equal(watch.rests(at(2, 2)), false);
  assert.equal(watch.rests(at(2, 2)), true);
});
