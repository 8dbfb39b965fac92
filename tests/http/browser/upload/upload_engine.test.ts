import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../../http/browser/upload/engine.ts';
import { createReader, serveCalls, type WorkerCall, type WorkerReply } from '../../../../http/browser/upload/reader.ts';
import { parseEnvelope } from '../../../../schema/parse_envelope.ts';
import { savedFile, type Written } from '../../../domain/saved_variables/lua_writer.ts';
import { HEAD, TOKEN } from '../../../domain/saved_variables/support.ts';

const AT = '2026-03-04T05:06:07Z';
const LOOT = { kind: 'loot', capturedAt: AT, sourceNpcId: 6, sourceEvidence: 'loot-api', items: [] };
const GOLD = { kind: 'gold_snapshot', capturedAt: AT, character: 'Ada', realm: 'Eastmoor', copper: 5 };

const RECORDS: readonly Written[] = [
  { ...LOOT, eventId: 'loot:1' },
  { ...LOOT, eventId: 'loot:2' },
  { ...LOOT, eventId: 'loot:3', sourceNpcId: 0 },
  { ...GOLD, eventId: 'gold:1' },
  { kind: 'nonsense' },
];

function engine() {
  return createEngine();
}

function opened(head: Written = {}, records = RECORDS) {
  const made = engine();
  const read = made.open(savedFile({ ...HEAD, ...(head as object), records }));
  assert.ok(read.ok, read.ok ? '' : read.error.reason);
  return { made, read: read.value };
}

const SESSION = 'aB3_-aB3_-aB3_-aB3_-xy';

const NONE = { share: [], tokens: [], game: null } as const;

test('a file is summarised by kind, with records that would be refused and their lines', () => {
  const { made, read } = opened({ sharing: { gold: true, guild: false } });
  assert.deepEqual(read, { records: 5, shared: ['gold'], hasTokens: false });
  const judged = made.judge(NONE);
  assert.deepEqual(
    [judged.kinds, judged.fit, judged.refused, judged.requests, judged.chosen],
    [
      [
        { kind: 'loot', fit: 2, refused: 1 },
        { kind: '', fit: 0, refused: 1 },
      ],
      ...[2, 2, 1, false],
    ],
  );
  assert.deepEqual(judged.leftOut, { gold: 1 }, 'what the file says chooses nothing');
  const text = new TextDecoder().decode(
    savedFile({ ...HEAD, sharing: { gold: true, guild: false }, records: RECORDS }),
  );
  for (const { reason, lines } of judged.reasons) {
    assert.match(reason, /^(sourceNpcId must be|kind must be)/);
    assert.match(text.split('\r\n')[lines[0]! - 1]!, /\{$/, 'the line on which the record begins');
  }
});

test('requests have only the chosen categories, together with the tokens', () => {
  const { made } = opened();
  const bodies = () => {
    const all = [];
    for (let next = made.next(SESSION); next !== null; next = made.next(SESSION))
      all.push(JSON.parse(new TextDecoder().decode(next.body)));
    return all;
  };
  made.judge(NONE);
  const [body, ...none] = bodies();
  assert.deepEqual(
    [none, body.records.map(({ kind }: { kind: string }) => kind), body.sharing, body.grantTokens],
    [[], ['loot', 'loot'], undefined, undefined],
  );
  assert.ok(parseEnvelope(body).ok);
  assert.equal(body.session, SESSION);
  const without = made.judge({ share: ['gold'], tokens: [], game: null });
  assert.deepEqual(
    [without.fit, without.reasons.some(({ reason }) => reason.includes('needs a grant for the category gold'))],
    [2, true],
  );
  assert.equal(made.judge({ share: ['gold'], tokens: [TOKEN], game: null }).fit, 3);
  const named = bodies().find(({ sharing }) => sharing !== undefined);
  assert.deepEqual([named.records.length, named.sharing, named.grantTokens], [1, { gold: true }, [TOKEN]]);
  const wrong = made.judge({ share: ['gold'], tokens: ['tg_short'], game: null });
  assert.deepEqual([wrong.fit, wrong.faults.length], [0, 1]);
  assert.match(wrong.faults[0]!, /^ThirdWitnessDB: grantTokens/);
});

test('tokens of the file and of the page are sent together, each once', () => {
  const { made, read } = opened({ grantTokens: [TOKEN] });
  assert.equal(read.hasTokens, true);
  const other = `tg_${'B'.repeat(43)}`;
  made.judge({ share: ['gold'], tokens: [TOKEN, other], game: null });
  const tokens = [];
  for (let next = made.next(SESSION); next !== null; next = made.next(SESSION)) {
    tokens.push(...(JSON.parse(new TextDecoder().decode(next.body)).grantTokens ?? []));
  }
  assert.deepEqual(tokens, [TOKEN, other]);
});

test('sets of another game are not sent and are said to be for another website', () => {
  const set = (eventId: string, fields: object): Written => ({
    ...HEAD,
    ...fields,
    records: [
      { ...LOOT, eventId },
      { ...LOOT, eventId: `${eventId}:2` },
    ],
  });
  const sets = [
    set('era', { season: 0, region: 3 }),
    set('sod', { season: 2, region: 3 }),
    set('test', { season: 0, region: 72 }),
  ];
  const made = engine();
  assert.ok(made.open(savedFile({ format: 2, sets })).ok);
  const judged = made.judge({ ...NONE, game: 'sod' });
  assert.deepEqual([judged.fit, judged.requests], [2, 1]);
  assert.equal(
    judged.elsewhere[0],
    '2 records will not be sent. The set is of Classic Era; the instance collects Season of Discovery.',
  );
  assert.match(judged.elsewhere[1]!, /^2 records will not be sent\. The records must be of the released game/);
  const body = JSON.parse(new TextDecoder().decode(made.next(SESSION)!.body));
  assert.deepEqual(
    [body.season, body.region, body.records.map(({ eventId }: { eventId: string }) => eventId)],
    [2, 3, ['sod', 'sod:2']],
  );
  assert.equal(made.next(SESSION), null);
  assert.deepEqual([made.judge(NONE).fit, made.judge(NONE).elsewhere.length], [4, 1], 'a website without a game');
});

test('a truncated file is reported with its position, and a file without records has none', () => {
  const broken = engine().open(savedFile({ ...HEAD, records: RECORDS }).subarray(0, 300));
  assert.ok(!broken.ok && broken.error.line > 5, 'the line is named');
  const empty = engine().open(new TextEncoder().encode('Other = { ["a"] = 1 }'));
  assert.ok(empty.ok && empty.value.records === 0);
});

test('the worker answers every request, and reports its own errors', async () => {
  const replies: WorkerReply[] = [];
  const port: Parameters<typeof serveCalls>[0] = { onmessage: null, postMessage: (reply) => replies.push(reply) };
  serveCalls(port, engine());
  const ask = (question: WorkerCall) => port.onmessage?.({ data: question });
  ask({ id: 1, name: 'judge', args: [NONE] });
  ask({ id: 2, name: 'open', args: [savedFile({ ...HEAD, records: RECORDS })] });
  ask({ id: 3, name: 'judge', args: [NONE] });
  assert.deepEqual(
    replies.map(({ id, ok }) => [id, ok]),
    [
      [1, false],
      [2, true],
      [3, true],
    ],
  );
  for (const reply of replies) structuredClone(reply);
});

const FILE = new Blob([new Uint8Array(savedFile({ ...HEAD, records: RECORDS }))]);

/** Runs `work` with this value as the page's `Worker`. */
async function withWorkers(worker: unknown, work: () => Promise<void>): Promise<void> {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'Worker');
  Object.defineProperty(globalThis, 'Worker', { value: worker, configurable: true });
  try {
    await work();
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'Worker');
    else Object.defineProperty(globalThis, 'Worker', before);
  }
}

test('without workers the page reads the file itself', () =>
  withWorkers(undefined, async () => {
    const reader = createReader('/assets/upload.js');
    const read = await reader.open(FILE);
    assert.ok(read.ok && read.value.records === 5);
    assert.equal((await reader.judge(NONE)).fit, 2);
    assert.equal((await reader.next(SESSION))?.records, 2);
    assert.equal(await reader.next(SESSION), null);
  }));

/**
 * A worker that answers this many questions and dies on the next. If the number is 0, the worker dies before the first
 * question.
 */
function mortalWorker(answers: number) {
  return class extends EventTarget {
    left = answers;
    readonly port: Parameters<typeof serveCalls>[0] = {
      onmessage: null,
      postMessage: (data) => void this.dispatchEvent(Object.assign(new Event('message'), { data })),
    };
    constructor() {
      super();
      serveCalls(this.port, engine());
      if (answers === 0) queueMicrotask(() => this.dispatchEvent(new Event('error')));
    }
    terminate(): void {}
    postMessage(data: WorkerCall): void {
      queueMicrotask(() => {
        if (this.left-- > 0) this.port.onmessage?.({ data });
        else if (this.left === -1 && answers > 0) this.dispatchEvent(new Event('error'));
      });
    }
  };
}

test('if the worker dies, the page continues where it was', { timeout: 10_000 }, async () => {
  const two = [...RECORDS, { ...GOLD, eventId: 'gold:2' }];
  const file = new Blob([new Uint8Array(savedFile({ ...HEAD, grantTokens: [TOKEN], records: two }))]);
  for (const answers of [0, 1, 2, 3, 4, 5]) {
    await withWorkers(mortalWorker(answers), async () => {
      const reader = createReader('/assets/upload.js');
      if (answers === 0) await new Promise((resolve) => setTimeout(resolve, 0));
      assert.ok((await reader.open(file)).ok);
      assert.equal((await reader.judge({ share: ['gold'], tokens: [], game: null })).fit, 4, `${answers}`);
      const sizes = [];
      for (let next = await reader.next(SESSION); next !== null; next = await reader.next(SESSION))
        sizes.push(next.records);
      assert.deepEqual(sizes, [2, 2], `${answers}`);
    });
  }
});
