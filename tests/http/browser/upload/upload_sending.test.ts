import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NextUpload } from '../../../../http/browser/upload/engine.ts';
import { createPause } from '../../../../http/browser/upload/pause.ts';
import { postUpload } from '../../../../http/browser/upload/post.ts';
import {
  createReasonList,
  type IntakeReply,
  REASONS_KEPT_MAX,
  sendUploads,
  type UploadProgress,
  type WaitReason,
} from '../../../../http/browser/upload/send.ts';

function upload(records: number, anchored = false): NextUpload {
  return {
    body: new TextEncoder().encode(String(records)),
    records: records - (anchored ? 1 : 0),
    anchored,
    lines: Array.from({ length: records }, (_, i) => 10 * (i + 1)),
  };
}

function receipt(id: string, duplicates: readonly boolean[], rejected: readonly number[] = []): IntakeReply {
  return {
    status: 200,
    retryAfterS: null,
    body: {
      ok: true,
      persisted: true,
      uploadId: id,
      accepted: duplicates.map((duplicate, index) => ({ index, kind: 'loot', duplicate })),
      rejected: rejected.map((index) => ({ index, kind: 'loot', reason: 'items is required: a list.' })),
    },
  };
}

function answer(status: number, retryAfterS: number | null = null, body: unknown = null): IntakeReply {
  return {
    status,
    retryAfterS,
    body,
  };
}

/**
 * Sends to an instance that gives these answers in turn. Null means that no answer arrives. Sending gives up after
 * `givesUpAfter` waits.
 */
async function sent(
  uploads: readonly NextUpload[],
  answers: readonly (IntakeReply | 'late' | null)[],
  givesUpAfter = 99,
) {
  const [left, rest] = [[...uploads], [...answers]];
  const posted: string[] = [];
  const waits: number[] = [];
  let nowMs = 0;
  const told: [UploadProgress, WaitReason | null][] = [];
  const ending = await sendUploads({
    next: async () => left.shift() ?? null,
    post: async (body) => {
      posted.push(new TextDecoder().decode(body));
      waits.push(0);
      const next = rest.shift();
      if (next == null) throw new TypeError('Failed to fetch');
      return next;
    },
    wait: async (seconds) => {
      nowMs += 1000 * seconds;
      if (seconds > 0) waits.push(waits.pop()! + seconds);
      return waits.filter((waited) => waited > 0).length < givesUpAfter;
    },
    onProgress: (...state) => void told.push(state),
    nowMs: () => nowMs,
  });
  return { ending, posted, waits: waits.filter((waited) => waited > 0), told, last: told.at(-1)?.[0] };
}

test('the outcome of records is summed up over all requests', async () => {
  const { ending, last, posted } = await sent(
    [upload(3), upload(2), upload(1)],
    [receipt('A', [false, true], [2]), receipt('B', [true, true]), receipt('C', [false])],
  );
  assert.deepEqual([ending, posted], [{ end: 'done' }, ['3', '2', '1']]);
  assert.deepEqual(last, {
    settled: 6,
    stored: 2,
    repeated: 3,
    refused: 1,
    reasons: [{ kind: 'loot', reason: 'items is required: a list.', count: 1, lines: [30] }],
  });
});

test('a record that only names the owner of others is counted once', async () => {
  const { last } = await sent([upload(3, true)], [receipt('A', [true, false, false])]);
  assert.deepEqual([last?.settled, last?.stored, last?.repeated], [2, 2, 0]);
});

test('a receipt that does not name each record once stops the upload', async () => {
  for (const [bad, fault] of [
    [
      receipt('A', [false, false]),
      /^The receipt must name each of the 3 records of the upload once, .* record 2 is missing\./,
    ],
    [receipt('A', [false, false, false], [1]), /record 1 is named twice/],
    [receipt('A', [false, false], [3]), /there is no record 3/],
    [{ ...receipt('', [], [0, 1]), status: 422 }, /record 2 is missing/],
  ] as const) {
    const { ending, last } = await sent([upload(3), upload(1)], [bad, receipt('B', [false])]);
    assert.equal(ending.end, 'stopped');
    assert.match(ending.end === 'stopped' ? ending.error : '', fault);
    assert.equal(last, undefined, 'none of its records is counted');
  }
});

test('an upload whose records are all refused does not stop the others', async () => {
  const all = { ...receipt('', [], [0]), status: 422, body: { ok: false, rejected: [{ index: 0, reason: 'no' }] } };
  const { ending, last } = await sent([upload(1), upload(1)], [all, receipt('B', [false])]);
  assert.deepEqual([ending.end, last?.refused, last?.stored, last?.settled], ['done', 1, 1, 2]);
});

test('an upload that the instance cannot accept now is retried after the given time, or with increasing delays', async () => {
  const { ending, posted, waits, told } = await sent(
    [upload(1)],
    [answer(429, 1800), answer(503, 30), answer(503), null, 'late', answer(502), null, null, receipt('A', [false])],
  );
  assert.equal(ending.end, 'done');
  assert.deepEqual(waits, [1800, 30, 20, 40, 60, 60, 60, 60]);
  assert.deepEqual(new Set(posted), new Set(['1']));
  const because = told.map(([, waiting]) => waiting?.because ?? null);
  assert.deepEqual(
    because.filter((why, at) => at === 0 || why !== because[at - 1]),
    ['limit', 'busy', 'offline', 'late', 'busy', 'offline', null],
  );
  const left = told.flatMap(([, waiting]) => (waiting?.because === 'limit' ? [waiting.seconds] : []));
  assert.deepEqual([left[0], left[1], left.at(-1)], [1800, 1740, 10], 'what remains is told on the way');
  assert.deepEqual(left.slice(-13, -10), [180, 120, 110]);
});

test('delays start from the beginning for each request', async () => {
  const { waits } = await sent([upload(1), upload(1)], [null, receipt('A', [false]), null, receipt('B', [false])]);
  assert.deepEqual(waits, [5, 5]);
});

test('an error that waiting does not fix ends the upload with the sentence of the instance', async () => {
  for (const [came, error] of [
    [answer(400, null, { ok: false, error: 'grantTokens[0] must be a token.' }), 'grantTokens[0] must be a token.'],
    [answer(422, null, { ok: false, error: 'protocol must be 1.', rejected: [] }), 'protocol must be 1.'],
    [answer(413), 'The instance answered 413 without a receipt.'],
    // A proxy or portal answered instead of the instance.
    [answer(200, null, null), 'The instance answered 200 without a receipt.'],
    [answer(200, null, { hello: 'world' }), 'The instance answered 200 without a receipt.'],
  ] as const) {
    const { ending, posted } = await sent([upload(1), upload(1)], [came]);
    assert.deepEqual([ending, posted.length], [{ end: 'stopped', error }, 1]);
  }
});

test('nothing more is sent after the player gives up during a delay', async () => {
  const { ending, posted } = await sent([upload(1), upload(1)], [answer(503, 30), receipt('A', [false])], 1);
  assert.deepEqual([ending, posted], [{ end: 'cancelled' }, ['1']]);
});

test('a request that hangs times out, and ends when the player gives up', { timeout: 10_000 }, async () => {
  const before = globalThis.fetch;
  let body: ReadableStream | null = null;
  globalThis.fetch = ((_: string, { signal }: { signal: AbortSignal }) =>
    body === null
      ? new Promise((_resolve, reject) => {
          if (signal.aborted) reject(signal.reason);
          signal.addEventListener('abort', () => reject(signal.reason));
        })
      : Promise.resolve(new Response(body.pipeThrough(new TransformStream(), { signal })))) as typeof fetch;
  try {
    const bytes = new Uint8Array([1]);
    assert.equal(await postUpload('/', bytes, new AbortController().signal, 20), 'late');
    body = new ReadableStream({ start: (control) => control.enqueue(new TextEncoder().encode('{"ok":')) });
    assert.equal(await postUpload('/', bytes, new AbortController().signal, 20), 'late', 'an answer that does not end');
    body = null;
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 20);
    await assert.rejects(postUpload('/', bytes, stop.signal));
    await assert.rejects(postUpload('/', bytes, AbortSignal.abort()));
  } finally {
    globalThis.fetch = before;
  }
});

test('a pause lasts until it is ended, and giving up ends it', async () => {
  const pause = createPause(() => Date.now());
  assert.equal(await pause.wait(0), true);
  pause.hold(true);
  let isOver = false;
  const held = pause.wait(0).then((goesOn) => {
    isOver = true;
    return goesOn;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual([isOver, pause.isHeld()], [false, true]);
  pause.hold(false);
  assert.equal(await held, true);
  const waiting = pause.wait(3600);
  pause.cancel();
  assert.deepEqual([await waiting, await pause.wait(0)], [false, false]);
});

test('each reason is listed once, the most frequent first, and the list is bounded', () => {
  const reasons = createReasonList();
  for (let i = 0; i < REASONS_KEPT_MAX + 50; i++) reasons.note({ kind: 'loot', reason: `reason ${i}` }, i);
  for (let line = 1; line < 9; line++) reasons.note({ reason: 'reason of none' }, line);
  reasons.note({ kind: 'loot', reason: 'reason 7' }, 700);
  const list = reasons.list();
  assert.equal(list.length, REASONS_KEPT_MAX + 1);
  assert.deepEqual(list[0], {
    kind: null,
    reason: 'Refused for other reasons.',
    count: 58,
    lines: [200, 201, 202, 203, 204],
  });
  assert.deepEqual(list[1], { kind: 'loot', reason: 'reason 7', count: 2, lines: [7, 700] });
});
