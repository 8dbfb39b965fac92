import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairQueue } from '../../../domain/values/fair_queue.ts';

function drain(queue: { next(): string | null }): string[] {
  const taken: string[] = [];
  for (let work = queue.next(); work !== null; work = queue.next()) taken.push(work);
  return taken;
}

test('clients take turns, each with its oldest task first', () => {
  const queue = createFairQueue<string>(10);
  for (const work of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.add(work[0]!, work);
  assert.equal(queue.size(), 6);
  assert.deepEqual(drain(queue), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  assert.equal(queue.size(), 0);
});

test('a client that returns is placed after the waiting ones', () => {
  const queue = createFairQueue<string>(10);
  queue.add('a', 'a1');
  queue.add('b', 'b1');
  assert.equal(queue.next(), 'a1');
  queue.add('a', 'a2');
  assert.deepEqual(drain(queue), ['b1', 'a2']);
});

const FULL: readonly [waitingMax: number, added: string, refused: string | null, left: string][] = [
  [4, 'a1 a2 b1 c1', null, 'a1 b1 c1 a2'],
  [3, 'a1 a2 b1 c1', 'a2', 'a1 b1 c1'],
  [3, 'a1 a2 a3 a4', 'a4', 'a1 a2 a3'],
  [2, 'a1 b1 c1', 'a1', 'b1 c1'],
];

for (const [waitingMax, added, refused, left] of FULL) {
  test(`${added} in a queue of ${waitingMax}: ${refused ?? 'nothing'} is refused`, () => {
    const queue = createFairQueue<string>(waitingMax);
    const out = added.split(' ').map((work) => queue.add(work[0]!, work));
    assert.equal(out.at(-1), refused);
    assert.ok(out.slice(0, -1).every((one) => one === null));
    assert.deepEqual(drain(queue), left.split(' '));
  });
}

test("expired tasks are removed, each client's oldest first, and the others stay", () => {
  const queue = createFairQueue<number>(10);
  for (const at of [1, 5, 9]) queue.add('a', at);
  queue.add('b', 2);
  assert.deepEqual(
    queue.takeExpired((at) => at <= 5),
    [1, 5, 2],
  );
  assert.equal(queue.size(), 1);
  assert.equal(queue.next(), 9);
  assert.equal(queue.next(), null);
});
