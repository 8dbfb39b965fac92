import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { GATE_BOUNDS, type GateBounds } from '../../../http/intake/gate.ts';
import { storageFails } from '../../support/storage_fails.ts';
import { createWorld, type Heard, parsed, RECEIPT, type World } from '../support.ts';

const MAX = 1_000_000;
const JSON_TYPE = { 'content-type': 'application/json' };

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string;

function post(world: World, body: Body | undefined, headers: Record<string, string> = {}): Promise<Heard> {
  return world.ask('/api/intake', {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  } as RequestInit);
}

function free() {
  return createWorld({ settings: { limits: false } });
}
function zeros(bytes: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes).fill(0x20);
}
function packed(bytes: Uint8Array | string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(bytes));
}

/** A body in pieces, without a content length. `read` returns the number of pieces read so far. */
function pieces(count: number, bytes: number): { stream: ReadableStream<Uint8Array>; read: () => number } {
  let read = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (read === count) return controller.close();
        read++;
        controller.enqueue(zeros(bytes));
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, read: () => read };
}

test("a body is passed on complete and decompressed, and the worker's answer is returned unchanged", async () => {
  const rows: [body: Body | undefined, headers: Record<string, string>, handed: number][] = [
    ['{"a":1}', {}, 7],
    ['{"a":1}', { 'content-type': 'application/json; charset=utf-8' }, 7],
    ['{"a":1}', { 'content-type': 'Application/JSON;x=y' }, 7],
    ['{"a":1}', { 'content-type': 'application/json; Charset="UTF-8"' }, 7],
    ['{"a":1}', { 'content-type': 'application/json;q=";charset=latin1"; charset = utf-8 ' }, 7],
    ['{"a":1}', { 'content-type': 'application/json; charset=utf8' }, 7],
    ['{"a":1}', { 'content-length': '7' }, 7],
    ['{"a":1}', { 'content-encoding': 'identity' }, 7],
    ['{"a":1}', { 'sec-fetch-site': 'same-origin' }, 7],
    [packed('{"a":1}'), { 'content-encoding': 'gzip' }, 7],
    [packed('{"a":1}'), { 'content-encoding': 'X-GZIP' }, 7],
    [undefined, {}, 0],
    [zeros(MAX), { 'content-length': String(MAX) }, MAX],
    [pieces(10, MAX / 10).stream, {}, MAX],
    [packed(zeros(MAX)), { 'content-encoding': 'gzip' }, MAX],
  ];
  for (const [i, [body, headers, handed]] of rows.entries()) {
    const world = free();
    const heard = await post(world, body, headers);
    assert.deepEqual([heard.status, heard.text], [200, RECEIPT], String(i));
    assert.deepEqual(
      world.taken.map((one) => one.byteLength),
      [handed],
      String(i),
    );
    assert.equal(heard.headers.get('cache-control'), 'no-store');
    parsed('intakeReceipt', heard.text);
  }
});

test('a refused upload gets the reason and is not passed on', async () => {
  const gzip = { 'content-encoding': 'gzip' };
  const whole = packed('{"a":1}');
  const rows: [name: string, body: Body | undefined, headers: Record<string, string>, status: number, part: string][] =
    [
      [
        'form',
        '{}',
        { 'content-type': 'text/plain' },
        400,
        'Content-Type must be application/json; it is "text/plain"',
      ],
      ['no type', zeros(2), { 'content-type': '' }, 400, 'Content-Type'],
      ['other json', '{}', { 'content-type': 'application/json-seq' }, 400, 'Content-Type'],
      [
        'latin 1',
        '{}',
        { 'content-type': 'application/json; charset=iso-8859-1' },
        400,
        'The charset of Content-Type must be utf-8 or absent; it is "iso-8859-1"',
      ],
      ['utf-16', '{}', { 'content-type': 'application/json;CHARSET="utf-16le"' }, 400, 'it is "utf-16le"'],
      ['escaped', '{}', { 'content-type': 'application/json;charset="lat\\in1"' }, 400, 'it is "latin1"'],
      ['two', '{}', { 'content-type': 'application/json;charset=utf-8;charset=ascii' }, 400, 'it is "ascii"'],
      ['none named', '{}', { 'content-type': 'application/json; charset=' }, 400, 'The charset of Content-Type'],
      ['cross site', '{}', { 'sec-fetch-site': 'cross-site' }, 400, 'Sec-Fetch-Site'],
      ['br', '{}', { 'content-encoding': 'br' }, 400, 'Content-Encoding must be gzip or absent; it is "br"'],
      ['twice', '{}', { 'content-encoding': 'gzip, gzip' }, 400, 'Content-Encoding'],
      ['no gzip', '{}', gzip, 400, 'gzip'],
      ['empty gzip', undefined, gzip, 400, 'gzip'],
      ['cut gzip', whole.slice(0, -1), gzip, 400, 'gzip'],
      ['garbage after gzip', new Uint8Array(Buffer.concat([whole, Buffer.from('x')])), gzip, 400, 'gzip'],
      ['announced', '{}', { 'content-length': String(MAX + 1) }, 413, 'at most 1000000 bytes'],
      ['one byte more', zeros(MAX + 1), {}, 413, 'at most 1000000 bytes'],
      ['in pieces', pieces(11, MAX / 10).stream, {}, 413, 'at most 1000000 bytes'],
      ['unpacked', packed(zeros(MAX + 1)), gzip, 413, 'unpacked'],
      ['packed too large', zeros(MAX + 1), gzip, 413, 'at most 1000000 bytes'],
      ['longer than told', '{"a":1}', { 'content-length': '6' }, 400, 'cut off'],
      ['shorter than told', '{"a":1}', { 'content-length': '8' }, 400, 'cut off'],
    ];
  for (const [name, body, headers, status, part] of rows) {
    const world = free();
    const heard = await post(world, body, headers);
    assert.equal(heard.status, status, name);
    const refused = parsed('intakeRefused', heard.text);
    assert.deepEqual([refused.ok, refused.persisted], [false, false], name);
    assert.ok(refused.error.includes(part), `${name}: ${refused.error}`);
    assert.equal(world.taken.length, 0, name);
  }
});

test('reading stops at the first byte over the limit', async () => {
  const world = free();
  const endless = pieces(1_000_000, 100_000);
  assert.equal((await post(world, endless.stream)).status, 413);
  assert.equal(endless.read(), 11);
});

test("the worker's answer is sent with its status", async () => {
  const refusal = '{"ok":false,"error":"No.","persisted":false}';
  for (const status of [400, 422] as const) {
    const world = createWorld({ intake: { take: async () => ({ status, body: refusal }) } });
    const heard = await post(world, '{}');
    assert.deepEqual([heard.status, heard.text], [status, refusal]);
    assert.equal(heard.headers.get('retry-after'), null);
    assert.equal(heard.headers.get('ratelimit'), '"intake";r=239;t=3600');
    parsed('intakeRefused', heard.text);
  }
});

test('if intake is unreachable, 503 asks to keep the file and retry, and does not count', async () => {
  const world = createWorld({ intake: { take: async () => storageFails('uploads', 'SQLITE_FULL') } });
  const heard = await post(world, '{}');
  assert.equal(heard.status, 503);
  assert.equal(heard.headers.get('retry-after'), '30');
  assert.equal(heard.headers.get('ratelimit'), '"intake";r=240;t=3600');
  const { error, persisted, ...rest } = parsed('intakeRefused', heard.text);
  assert.match(error, /could not confirm the write: keep the file/);
  assert.deepEqual([persisted, rest], [false, { ok: false }]);
});

test('a long receipt is compressed on request, and sent plain if no coding is acceptable', async () => {
  const long = `{"ok":false,"error":"${'x'.repeat(2000)}","persisted":false}`;
  const world = createWorld({ intake: { take: async () => ({ status: 422, body: long }) } });
  const heard = await post(world, '{}', { 'accept-encoding': 'br' });
  assert.deepEqual([heard.headers.get('content-encoding'), heard.text], ['br', long]);
  assert.equal((await post(world, '{}', { 'accept-encoding': '*;q=0' })).status, 422);
});

test('a body that is late or whose sender disconnects is not passed on, and its request counts', async () => {
  const world = createWorld({ bounds: { bodyWithinMs: 20 } });
  let cancelled = false;
  const never = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(zeros(5)),
    cancel: () => {
      cancelled = true;
    },
  });
  const slow = await post(world, never);
  assert.deepEqual([slow.status, slow.headers.get('retry-after')], [503, '30']);
  assert.equal(slow.headers.get('ratelimit'), '"intake";r=239;t=3600');
  assert.match(parsed('intakeRefused', slow.text).error, /in time; it did not\. .*keep the file/);
  assert.equal(cancelled, true);
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.error(new Error('gone')),
  });
  const aborted = await post(world, broken);
  assert.deepEqual([aborted.status, aborted.headers.get('ratelimit')], [400, '"intake";r=238;t=3600']);
  assert.equal(world.taken.length, 0);
});

const GATE: GateBounds = { ...GATE_BOUNDS, headBytes: 0, bytesMax: 2_000_000, bytesPerClientMax: 2_000_000 };

test('memory is reserved until the worker has answered, and always released', async () => {
  const answers: (() => void)[] = [];
  const gate = { ...GATE, waitersMax: 1 };
  const world = createWorld({
    bounds: { gate },
    intake: {
      take: () => new Promise((resolve) => answers.push(() => resolve({ status: 200, body: RECEIPT }))),
    },
  });
  const turn = () => new Promise((resolve) => setTimeout(resolve, 10));
  const one = post(world, zeros(1_000_000));
  const two = post(world, zeros(600_000), { 'content-length': '600000' });
  const waits = post(world, zeros(600_000), { 'content-length': '600000' });
  await turn();
  assert.equal(answers.length, 2, 'the third waits: its bytes are not free');
  const turned = await post(world, zeros(600_000));
  assert.deepEqual([turned.status, turned.headers.get('retry-after')], [503, '30']);
  assert.equal(turned.headers.get('ratelimit'), '"intake";r=237;t=3600', 'that is no fault of the sender');
  assert.match(parsed('intakeRefused', turned.text).error, /keep the file/);
  answers.shift()?.();
  assert.equal((await one).status, 200);
  await turn();
  assert.equal(answers.length, 2);
  for (const answer of answers) answer();
  assert.deepEqual([(await two).status, (await waits).status], [200, 200]);
  // Refused bodies release their memory as well.
  for (let i = 0; i < 5; i++) assert.equal((await post(world, zeros(MAX + 1))).status, 413);
  const last = post(world, zeros(1_000_000));
  await turn();
  answers.at(-1)?.();
  assert.equal((await last).status, 200);
});

test('a compressed body reserves memory for its decompressed size', async () => {
  let held = 0;
  let most = 0;
  const world = createWorld({
    bounds: { gate: { ...GATE, bytesMax: 1_900_000, bytesPerClientMax: 1_900_000 } },
    intake: {
      take: async () => {
        most = Math.max(most, ++held);
        await new Promise((resolve) => setTimeout(resolve, 5));
        held--;
        return { status: 200, body: RECEIPT };
      },
    },
  });
  const small = (headers: Record<string, string>) =>
    Promise.all([1, 2, 3].map(() => post(world, packed('{}'), { 'content-length': '22', ...headers })));
  assert.equal(packed('{}').byteLength, 22);
  for (const heard of await small({ 'content-encoding': 'gzip' })) assert.equal(heard.status, 200);
  assert.equal(most, 1);
  await small({});
  assert.equal(most, 3);
});

test('bodies that are announced and never sent block neither uploads nor MCP messages', async () => {
  const stalled = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(zeros(5)) });
  for (const path of ['/api/intake', '/mcp']) {
    const world = createWorld({
      settings: { publicUrl: 'http://some.host' },
      bounds: { gate: { ...GATE, bodiesPerClientMax: 40 }, bodyWithinMs: 300 },
    });
    const send = (body: Body, from: string, length: number) =>
      world.ask(path, {
        method: 'POST',
        body,
        duplex: 'half',
        from,
        headers: {
          ...JSON_TYPE,
          host: 'some.host',
          'content-length': String(length),
          accept: 'application/json, text/event-stream',
        },
      } as RequestInit & { from: string });
    const attack = ['192.0.2.7', '192.0.2.8', '192.0.2.9'].flatMap((from) =>
      Array.from({ length: 41 }, () => send(stalled(), from, 100_000)),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const honest = await Promise.all(['192.0.2.1', '192.0.2.2'].map((from) => send(ping, from, ping.length)));
    assert.deepEqual(
      honest.map(({ status }) => status),
      [200, 200],
      path,
    );
    const told = await Promise.all(attack);
    assert.deepEqual([...new Set(told.map(({ status }) => status))], [503], path);
    assert.equal(told.filter(({ text }) => text.includes('Send fewer uploads at the same time')).length, 3, path);
    const left = (await send(stalled(), '192.0.2.7', 100_000)).headers.get('ratelimit');
    assert.match(left ?? '', /;r=198;/, `${path}: each of 42 requests counts`);
  }
});

test('a failing worker is an internal error, and the answer does not claim that nothing was stored', async () => {
  const world = createWorld({ intake: { take: async () => Promise.reject(new RangeError('quotes the upload')) } });
  const heard = await post(world, '{}');
  assert.equal(heard.status, 500);
  assert.deepEqual(Object.keys(parsed('intakeRefused', heard.text)), ['ok', 'error']);
  assert.deepEqual(world.logged, [{ event: 'http.bug', fields: { route: '/api/intake', class: 'RangeError' } }]);
});
