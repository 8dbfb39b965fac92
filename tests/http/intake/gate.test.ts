import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AdmissionRefusal,
  type BodyReservation,
  createGate,
  GATE_BOUNDS,
  type GateBounds,
  type IntakeGate,
} from '../../../http/intake/gate.ts';

const BOUNDS: GateBounds = {
  bytesMax: 30,
  bytesPerClientMax: 14,
  headBytes: 4,
  bodiesPerClientMax: 3,
  waitersMax: 9,
  waitMs: 60_000,
  stillMs: 60_000,
  stillBytes: 1,
};
const stays = new AbortController().signal;

function enter(gate: IntakeGate, client: string): BodyReservation {
  const pass = gate.enter(client);
  assert.ok(pass !== null);
  return pass;
}

/** Reserves memory, and notes when it was granted. */
async function take(
  pass: BodyReservation,
  bytes: number,
  order: string[],
  name: string,
  signal = stays,
): Promise<void> {
  const taken = await pass.take(bytes, signal);
  order.push(taken.ok ? name : `${name}: ${taken.error}`);
}

function settled(ms = 5) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

test('a body that is only announced reserves no memory, and bodies are limited per client', async () => {
  const gate = createGate(BOUNDS);
  const passes = ['a', 'a', 'a', 'b'].map((client) => enter(gate, client));
  assert.equal(gate.enter('a'), null);
  assert.deepEqual(enter(gate, 'c').take(10, stays), { ok: true, value: null });
  passes[0]!.leave();
  passes[0]!.leave();
  enter(gate, 'a');
  assert.equal(gate.enter('a'), null, 'leaving twice frees once');
});

test('memory is reserved as bytes arrive, up to limits per client and in total, with a reserve for the first body', async () => {
  const gate = createGate(BOUNDS);
  const [a1, a2, b, c, d] = ['a', 'a', 'b', 'c', 'd'].map((client) => enter(gate, client)) as [
    BodyReservation,
    BodyReservation,
    BodyReservation,
    BodyReservation,
    BodyReservation,
  ];
  const order: string[] = [];
  await take(a1, 6, order, 'a1');
  await take(a2, 4, order, 'a2');
  void take(a2, 1, order, 'a2 more');
  await take(b, 10, order, 'b');
  await take(c, 6, order, 'c');
  void take(c, 1, order, 'c more');
  void take(d, 1, order, 'd');
  await settled();
  assert.deepEqual(order, ['a1', 'a2', 'b', 'c'], 'what is kept for the head is kept from all others');
  await take(a1, 4, order, 'a1 more');
  assert.deepEqual(order.at(-1), 'a1 more', 'the first to come can always be finished');
  a1.arrived();
  a1.leave();
  await settled();
  assert.deepEqual(order.slice(5), ['a2 more', 'c more', 'd'], 'then the others, in the order they came');
});

test('bodies that fill the memory are finished one by one', async () => {
  const gate = createGate({ ...BOUNDS, bodiesPerClientMax: 100, waitersMax: 100 });
  let most = 0;
  let held = 0;
  await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      const pass = enter(gate, `client ${i % 3}`);
      for (let part = 0; part < 4; part++) {
        assert.deepEqual(await pass.take(1, stays), { ok: true, value: null });
        held++;
        most = Math.max(most, held);
        await settled(1);
      }
      pass.arrived();
      await settled(1);
      held -= 4;
      pass.leave();
    }),
  );
  assert.ok(most <= BOUNDS.bytesMax && most > BOUNDS.bytesMax / 2, `${most}`);
});

test('while others wait, stalled bodies are dropped, largest first, and none is dropped while there is room', async () => {
  const gate = createGate({ ...BOUNDS, stillMs: 20 });
  const [large, small, honest] = ['a', 'b', 'c'].map((client) => enter(gate, client)) as [
    BodyReservation,
    BodyReservation,
    BodyReservation,
  ];
  assert.ok((await large.take(10, stays)).ok);
  const others = ['d', 'e'].map((client) => enter(gate, client));
  for (const pass of others) {
    assert.ok((await pass.take(7, stays)).ok);
    pass.arrived();
  }
  assert.ok((await small.take(2, stays)).ok);
  await settled(60);
  assert.equal(large.ousted.aborted, false);
  const order: string[] = [];
  large.ousted.addEventListener('abort', () => large.leave());
  await take(honest, 8, order, 'honest');
  assert.deepEqual([order, large.ousted.aborted, small.ousted.aborted], [['honest'], true, false]);
  assert.equal(others[0]!.ousted.aborted, false, 'what is here whole stays');
});

test('a request is turned away if the queue is full, the wait is too long or the sender disconnects', async () => {
  const gate = createGate({ ...BOUNDS, waitersMax: 1, waitMs: 30 });
  const [first, second, third] = ['a', 'a', 'a'].map((client) => enter(gate, client)) as [
    BodyReservation,
    BodyReservation,
    BodyReservation,
  ];
  assert.ok((await first.take(10, stays)).ok);
  const waits = second.take(5, stays);
  const turned = (error: AdmissionRefusal) => ({ ok: false, error });
  assert.deepEqual(await third.take(5, stays), turned('queue-full'));
  assert.deepEqual(await waits, turned('waited-too-long'));
  const leaving = new AbortController();
  const gone = third.take(5, leaving.signal);
  leaving.abort();
  assert.deepEqual([await gone, await third.take(1, leaving.signal)], [turned('gone'), turned('gone')]);
  first.leave();
  assert.ok((await second.take(5, stays)).ok);
});

test('an instance has room for one body of any kind, and for more bodies of a client than a burst of uploads', () => {
  assert.ok(GATE_BOUNDS.headBytes >= 2_000_000);
  assert.ok(GATE_BOUNDS.bytesPerClientMax <= GATE_BOUNDS.bytesMax / 3);
  assert.ok(GATE_BOUNDS.bodiesPerClientMax >= 200);
});
