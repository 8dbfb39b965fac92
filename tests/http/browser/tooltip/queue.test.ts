import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createQueue, type Outcome } from '../../../../http/browser/tooltip/queue.ts';

function turn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

/** Returns a queue whose requests the test answers. */
function underHand() {
  const open = new Map<string, (outcome: Outcome<string>) => void>();
  const sent: string[] = [];
  const pauses: { ms: number; end: () => void }[] = [];
  let most = 0;
  const ask = createQueue<string>({
    send: (key) => {
      sent.push(key);
      return new Promise((done) => {
        open.set(key, done);
        most = Math.max(most, open.size);
      });
    },
    at: (ms, end) => pauses.push({ ms, end }),
  });
  const answer = async (key: string, outcome: Outcome<string> = { state: 'found', card: key }): Promise<void> => {
    const settle = open.get(key);
    assert.ok(settle !== undefined, `${key} was not asked for`);
    open.delete(key);
    settle(outcome);
    await turn();
  };
  return { ask, answer, sent, pauses, open, most: () => most };
}

test('at most four requests run at a time, one per key, and every request is answered', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.boolean()), { maxLength: 60 }),
      fc.array(fc.nat(), { maxLength: 60 }),
      async (questions, picks) => {
        const { ask, answer, sent, open, most } = underHand();
        const answers = questions.map(([key, isAwaited]) => ask(`item/${key}`, isAwaited));
        for (let i = 0; open.size > 0; i++) await answer([...open.keys()][(picks[i] ?? 0) % open.size]!);
        assert.ok(most() <= 4);
        assert.equal(sent.length, new Set(sent).size);
        const found = (await Promise.all(answers)).map((outcome) => (outcome.state === 'found' ? outcome.card : null));
        assert.deepEqual(
          found,
          questions.map(([key]) => `item/${key}`),
        );
      },
    ),
    { numRuns: 50 },
  ));

test('requests that a reader waits for come before those for links in view', async () => {
  const { ask, answer, sent } = underHand();
  for (let i = 1; i <= 8; i++) void ask(`item/${i}`, false);
  void ask('item/8', true);
  void ask('npc/1', true);
  for (const key of ['item/1', 'item/2', 'item/3']) await answer(key);
  assert.deepEqual(sent.slice(4), ['item/8', 'npc/1', 'item/5']);
});

test('found and missing cards are cached, and failed requests are repeated', async () => {
  const { ask, answer, sent } = underHand();
  const outcomes: Outcome<string>[] = [{ state: 'found', card: 'x' }, { state: 'none' }, { state: 'failed' }];
  for (const [i, outcome] of outcomes.entries()) {
    const first = ask(`item/${i}`, true);
    await answer(`item/${i}`, outcome);
    assert.deepEqual(await first, outcome);
    void ask(`item/${i}`, true);
  }
  assert.deepEqual(sent, ['item/0', 'item/1', 'item/2', 'item/2']);
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
  const inView = [1, 2, 3, 4, 5, 6].map((i) => ask(`item/${i}`, false));
  const waiting = ask('item/7', true);
  const busy = { state: 'busy', untilMs: 30_000 } as const;
  await answer('item/1', busy);
  assert.deepEqual(await waiting, busy, 'it had not been sent');
  assert.deepEqual(await ask('item/9', true), busy);
  await answer('item/2', busy);
  await answer('item/3');
  await answer('item/4');
  assert.equal(sent.length, 4, 'nothing more is sent');
  assert.equal(pauses[0]!.ms, 30_000);
  for (const { end } of pauses) end();
  await turn();
  for (const key of ['item/1', 'item/2', 'item/5', 'item/6']) await answer(key);
  const found = (await Promise.all(inView)).map((outcome) => outcome.state);
  assert.deepEqual(found, Array(6).fill('found'));
});

test('a request that throws is a failure, and the others continue', async () => {
  const ask = createQueue<string>({
    send: async (key) => {
      if (key === 'item/1') throw new TypeError('network');
      return { state: 'none' };
    },
    at: () => {},
  });
  assert.deepEqual(await ask('item/1', true), { state: 'failed' });
  assert.deepEqual(await ask('item/2', true), { state: 'none' });
});
