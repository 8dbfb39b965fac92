import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGate, type IntakeGate, type Pass } from '../../http/intake/gate.ts';

const BOUNDS = { bytesMax: 30, bytesPerClientMax: 10, waitersMax: 3, waitMs: 60_000 };
const stays = new AbortController().signal;

const inside = async (gate: IntakeGate, client: string, bytes: number): Promise<Pass> => {
  const pass = await gate.enter(client, bytes, stays);
  assert.ok(pass.ok);
  return pass.value;
};

/** Enters, and notes when it was let in. */
const queue = (gate: IntakeGate, client: string, bytes: number, order: string[], name: string): Promise<Pass> =>
  gate.enter(client, bytes, stays).then((pass) => {
    assert.ok(pass.ok);
    order.push(name);
    return pass.value;
  });

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

test('bodies are let in up to the bound of all and of one client, then in the order they came', async () => {
  const gate = createGate(BOUNDS);
  const a = await inside(gate, 'a', 10);
  const order: string[] = [];
  const second = queue(gate, 'a', 1, order, 'a2');
  const b = await inside(gate, 'b', 10);
  const c = await inside(gate, 'c', 10);
  const fourth = queue(gate, 'd', 5, order, 'd');
  const fifth = queue(gate, 'e', 5, order, 'e');
  await settled();
  assert.deepEqual(order, [], 'one past either bound waits');
  b.leave();
  b.leave();
  await settled();
  assert.deepEqual(order, ['d', 'e'], 'those that fit, first come first; leaving twice frees once');
  const sixth = queue(gate, 'f', 1, order, 'f');
  await settled();
  assert.deepEqual(order, ['d', 'e'], 'nothing is free');
  a.leave();
  await settled();
  assert.deepEqual(order, ['d', 'e', 'a2', 'f']);
  for (const pass of [c, await second, await fourth, await fifth, await sixth]) pass.leave();
  const whole = await Promise.all(['a', 'b', 'c'].map((client) => inside(gate, client, 10)));
  for (const pass of whole) pass.leave();
});

test('a queue that is full turns away, and so does a wait that is too long', async () => {
  const gate = createGate({ ...BOUNDS, waitersMax: 1, waitMs: 20 });
  const pass = await inside(gate, 'a', 10);
  const waiting = gate.enter('a', 10, stays);
  assert.deepEqual(await gate.enter('a', 10, stays), { ok: false, error: 'queue-full' });
  assert.deepEqual(await waiting, { ok: false, error: 'waited-too-long' });
  pass.leave();
  (await inside(gate, 'a', 10)).leave();
});

test('whoever goes away loses the place, and only that', async () => {
  const gate = createGate(BOUNDS);
  const pass = await inside(gate, 'a', 10);
  const leaving = new AbortController();
  const gone = gate.enter('a', 10, leaving.signal);
  const order: string[] = [];
  const next = queue(gate, 'a', 10, order, 'next');
  leaving.abort();
  assert.deepEqual(await gone, { ok: false, error: 'gone' });
  assert.deepEqual(await gate.enter('b', 1, leaving.signal), { ok: false, error: 'gone' });
  pass.leave();
  (await next).leave();
  assert.deepEqual(order, ['next']);
});
