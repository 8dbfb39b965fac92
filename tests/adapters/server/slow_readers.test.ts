import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import type { TextPiece } from '../../../domain/ports/rows.ts';
import { toResponse } from '../../../http/middleware/middleware.ts';
import { createWorld } from '../../http/support.ts';
import { dial, open, pause, QUICK, serving, within } from './dial.ts';

const CORPUS = '/api/corpus/public';
const PATIENT = { slowReader: { ...QUICK.slowReader, spanMs: 60_000 }, requestWithinMs: 60_000 };

function largeRows(count: number) {
  return {
    kind: 'item_seen',
    rows: Array.from(
      { length: count },
      (_, i) =>
        `{"kind":"item_seen","eventId":"${String(i).padStart(24, '0')}","capturedAt":"2026-11-20T10:00:00.000Z","itemId":${i + 1},"name":"${'x'.repeat(20_000)}","quality":"common"}`,
    ),
  };
}

test('a long answer that is being sent to others is sent to the next reader as the same bytes', async () => {
  const world = createWorld({ settings: { limits: false, keys: true } });
  await world.write({ corpus: [largeRows(100)] });
  const ask = async (headers: Readonly<Record<string, string>> = {}) => {
    const bodies: object[] = [];
    const holds = (body: object): void => {
      bodies.push(body);
    };
    const request = new Request(`http://x${CORPUS}`, { headers });
    const { status } = await world.app.fetch(request, { remoteAddress: '192.0.2.1', holds });
    return { status, body: bodies[0] };
  };
  const first = await ask();
  assert.ok(Array.isArray(first.body) && first.body.length > 0);
  for (let i = 0; i < 12; i++) assert.equal((await ask()).body, first.body);
  assert.equal((await ask({ 'x-api-key': 'tw_unknown' })).status, 401);
  // All readers have one copy if a condition does not hold, too.
  for (const i of [1, 2]) assert.equal((await ask({ 'if-none-match': `"${i}"` })).body, first.body);
  await world.write({ corpus: [largeRows(1)] });
  assert.notEqual((await ask()).body, first.body, 'of a newer snapshot it is another answer');
});

test('memory for slow readers is bounded, and the longest waiting of the busiest address is dropped first', async () => {
  const bodies = Array.from({ length: 6 }, () => new Uint8Array(12_000_000).fill(0x78));
  const served = serving(({ url }, connection) =>
    toResponse(
      { status: 200, fields: { 'Content-Length': '12000000' }, body: bodies[Number(url.at(-1))]! },
      connection,
    ),
  );
  const server = await open(served, { ...PATIENT, waitingBytesMax: 50_000_000 });
  const read = async (body: number, from: string) => {
    const line = await dial(server, { from });
    line.socket.on('error', () => {});
    line.socket.write(`GET /${body} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    line.socket.pause();
    await pause(50);
    return line;
  };
  const honest = await read(0, '127.0.0.9');
  // Twelve readers of one answer use as much memory as one.
  const sharing = await Promise.all(Array.from({ length: 12 }, () => read(1, '127.0.0.8')));
  const hoard = [await read(2, '127.0.0.7'), await read(3, '127.0.0.7'), await read(4, '127.0.0.7')];
  const lines = [honest, ...sharing, ...hoard];
  for (const { socket } of lines) socket.resume();
  await within(20_000, Promise.all(lines.map(({ closed }) => closed)));
  const cutOff = lines.flatMap((line, i) => (line.bytes() > 12_000_000 ? [] : [i]));
  assert.deepEqual(cutOff, [13], 'five answers do not fit: of the three of one address, the first to wait goes');
  await server.close();
});

/** Returns compressed pieces with a megabyte of text, which count how often they are decompressed. */
function packedPieces(count: number, fails: (n: number) => boolean = () => false) {
  const unpacked: number[] = [];
  const text = Buffer.alloc(1_000_000, 'y');
  const pieces = Array.from(
    { length: count },
    (_, n): TextPiece => ({
      deflated: new Uint8Array(1_000),
      crc32: 0,
      byteLength: text.byteLength,
      text: () => {
        if (fails(n)) throw new Error('damaged');
        unpacked.push(n);
        return new Uint8Array(text);
      },
    }),
  );
  const body = [Buffer.from('head'), ...pieces, Buffer.from('tail')];
  const answer = { status: 200, fields: { 'Content-Length': String(8 + count * text.byteLength) }, body };
  return { unpacked, served: serving((_, connection) => toResponse(answer, connection)) };
}

async function asking(server: Awaited<ReturnType<typeof open>>) {
  const line = await dial(server, { from: '127.0.0.9' });
  line.socket.on('error', () => {});
  line.socket.pause();
  line.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await pause(100);
  return line;
}

test('compressed data is decompressed only as fast as its reader accepts it', async () => {
  const { unpacked, served } = packedPieces(40);
  const server = await open(served, PATIENT);
  const [gone, stays] = [await asking(server), await asking(server)];
  assert.ok(unpacked.length < 40, `${unpacked.length} pieces for two readers who took nothing`);
  gone.socket.destroy();
  stays.socket.resume();
  await within(20_000, stays.closed);
  assert.ok(stays.bytes() > 40_000_008 && stays.bytes() < 40_001_000, String(stays.bytes()));
  assert.ok(unpacked.length < 80, 'nothing is unpacked for a reader who is gone');
  await server.close();
});

test('a block that cannot be decompressed ends the connection before the announced length', async () => {
  const { served } = packedPieces(6, (n) => n === 4);
  const server = await open(served, PATIENT);
  const line = await asking(server);
  line.socket.resume();
  await within(20_000, line.closed);
  assert.ok(line.bytes() > 3_000_000 && line.bytes() < 5_000_000, String(line.bytes()));
  await server.close();
});
