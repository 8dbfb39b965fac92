import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type CardOutcome, createQueue, type FindOutcome } from '../../../../http/browser/tooltip/queue.ts';

function turn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

interface OpenRequest {
  readonly keys: readonly string[];
  readonly settle: (outcomes: FindOutcome<string>) => void;
}

/** Returns a queue whose requests the test answers. */
function underHand() {
  const open = new Set<OpenRequest>();
  /** The keys of each request. */
  const sent: (readonly string[])[] = [];
  const pauses: { ms: number; end: () => void }[] = [];
  const ask = createQueue<string>({
    send: (type, ids) => {
      const keys = ids.map((id) => `${type}/${id}`);
      sent.push(keys);
      return new Promise((settle) => open.add({ keys, settle }));
    },
    at: (ms, end) => pauses.push({ ms, end }),
  });
  /** Answers the request that contains the key. All of its cards are found, unless another outcome is given. */
  const answer = async (key: string, outcome?: CardOutcome<string>): Promise<void> => {
    await turn();
    const request = [...open].find(({ keys }) => keys.includes(key));
    assert.ok(request !== undefined, `${key} was not asked for`);
    open.delete(request);
    const type = key.split('/')[0];
    request.settle((id) => outcome ?? { state: 'found', card: `${type}/${id}` });
    await turn();
  };
  return { ask, answer, sent, pauses, open };
}

test('each key is sent once, with keys of its type, and every question is answered', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('item', 'npc', 'quest'), fc.integer({ min: 0, max: 12 }), fc.boolean()), {
        maxLength: 60,
      }),
      fc.array(fc.nat(), { maxLength: 60 }),
      async (questions, picks) => {
        const { ask, answer, sent, open } = underHand();
        const keys = questions.map(([type, id]) => `${type}/${id}`);
        const answers = questions.map(([, , isAwaited], at) => ask(keys[at]!, isAwaited));
        await turn();
        for (let i = 0; open.size > 0; i++) await answer([...open][(picks[i] ?? 0) % open.size]!.keys[0]!);
        assert.equal(sent.flat().length, new Set(keys).size);
        assert.deepEqual(new Set(sent.flat()), new Set(keys));
        const found = (await Promise.all(answers)).map((outcome) => (outcome.state === 'found' ? outcome.card : null));
        assert.deepEqual(found, keys);
      },
    ),
    { numRuns: 50 },
  ));

test('links that come into view together are asked for together, at most 100 of one type', async () => {
  const { ask, sent } = underHand();
  for (let i = 1; i <= 120; i++) {
    void ask(`item/${i}`, false);
    if (i % 40 === 0) void ask(`npc/${i}`, false);
  }
  assert.equal(sent.length, 0, 'nothing is sent before all are known');
  await turn();
  assert.deepEqual(
    sent.map((keys) => [keys.length, keys[0], keys.at(-1)]),
    [
      [100, 'item/1', 'item/100'],
      [3, 'npc/40', 'npc/120'],
      [20, 'item/101', 'item/120'],
    ],
  );
});

test('links that come into view later are collected until the earlier ones have been answered', async () => {
  const { ask, answer, sent } = underHand();
  for (const key of ['item/1', 'npc/1']) void ask(key, false);
  await turn();
  for (const key of ['item/2', 'quest/1', 'item/3']) {
    void ask(key, false);
    await turn();
  }
  await answer('npc/1');
  assert.deepEqual(sent, [['item/1'], ['npc/1']]);
  await answer('item/1');
  assert.deepEqual(sent.slice(2), [['item/2', 'item/3'], ['quest/1']]);
});

test('what a reader waits for is requested alone and at once, also before links that came into view earlier', async () => {
  const { ask, sent, answer } = underHand();
  void ask('item/1', false);
  await turn();
  const inView = ['item/2', 'item/3'].map((key) => ask(key, false));
  const awaited = ['item/3', 'npc/2'].map((key) => ask(key, true));
  assert.deepEqual(sent.slice(1), [['item/3'], ['npc/2']]);
  await answer('item/3');
  assert.deepEqual(await awaited[0], { state: 'found', card: 'item/3' });
  await answer('item/1');
  assert.deepEqual(sent.slice(3), [['item/2']], 'and is not requested again');
  assert.deepEqual(await inView[1], { state: 'found', card: 'item/3' });
});

test('found and missing cards are cached, and failed requests are repeated', async () => {
  const { ask, answer, sent } = underHand();
  const outcomes: CardOutcome<string>[] = [{ state: 'found', card: 'x' }, { state: 'none' }, { state: 'failed' }];
  for (const [i, outcome] of outcomes.entries()) {
    const first = ask(`item/${i}`, false);
    await answer(`item/${i}`, outcome);
    assert.deepEqual(await first, outcome);
    void ask(`item/${i}`, true);
  }
  assert.deepEqual(sent.flat(), ['item/0', 'item/1', 'item/2', 'item/2']);
});

test('the cache is bounded: of 501 answers the oldest is requested again', async () => {
  const { ask, answer, sent } = underHand();
  for (let i = 0; i <= 500; i++) {
    void ask(`item/${i}`, true);
    await answer(`item/${i}`);
  }
  void ask('item/1', true);
  assert.equal(sent.length, 501);
  void ask('item/0', true);
  assert.equal(sent.length, 502);
});

test('while the instance is busy, readers are told so, and requests for links in view wait', async () => {
  const { ask, answer, sent, pauses } = underHand();
  const inView = ['item/1', 'npc/1', 'item/1'].map((key) => ask(key, false));
  await turn();
  inView.push(ask('item/2', false));
  const [sentBefore, known] = [ask('item/7', true), ask('item/8', true)];
  const busy = { state: 'busy', untilMs: 30_000 } as const;
  await answer('item/8');
  await answer('item/7', busy);
  assert.deepEqual(await sentBefore, busy);
  assert.deepEqual(await ask('item/9', true), busy);
  assert.deepEqual(await ask('item/2', true), busy);
  assert.deepEqual(await ask('item/8', true), await known, 'what is known is shown');
  await answer('item/1', busy);
  assert.deepEqual(await ask('item/1', true), busy);
  await answer('npc/1');
  inView.push(ask('item/3', false), ask('quest/1', false));
  await turn();
  assert.equal(sent.length, 4, 'nothing more is sent');
  assert.deepEqual(
    pauses.map(({ ms }) => ms),
    [30_000],
  );
  for (const { end } of pauses) end();
  await turn();
  assert.deepEqual(
    sent.slice(4).map((keys) => [...keys].sort()),
    [['item/1', 'item/2', 'item/3'], ['quest/1']],
  );
  for (const key of ['quest/1', 'item/2']) await answer(key);
  const found = (await Promise.all(inView)).map((outcome) => outcome.state);
  assert.deepEqual(found, Array(6).fill('found'));
  void ask('item/9', true);
  assert.deepEqual(sent.at(-1), ['item/9']);
});

test('a request that throws is a failure, and the others continue', async () => {
  const ask = createQueue<string>({
    send: async (type) => {
      if (type === 'item') throw new TypeError('network');
      return () => ({ state: 'none' });
    },
    at: () => {},
  });
  assert.deepEqual(await Promise.all([ask('item/1', false), ask('item/2', true), ask('npc/2', false)]), [
    { state: 'failed' },
    { state: 'failed' },
    { state: 'none' },
  ]);
  assert.deepEqual(await ask('npc/3', false), { state: 'none' });
});
