import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { dial, type Line, UPLOAD, within } from '../adapters/server/dial.ts';
import { seeded } from '../bench/world.ts';
import { sampleOf } from '../soak/samples.ts';
import { postRecords } from '../support/client.ts';
import { type Instance, inTempDir, sleep, startInstance } from '../support/instance.ts';
import { recordsOf } from './power.ts';

/** Hostile clients attack a running instance, which must keep serving everyone else. */

const HEAD = 'GET /api/health HTTP/1.1\r\nHost: x\r\n';

/** Maximum growth of the instance's memory during an attack, in MiB. */
const RISE_MAX_MIB = 150;

function onInstance(work: (instance: Instance, dataDir: string) => Promise<void>): Promise<void> {
  return inTempDir(async (dataDir) => {
    const instance = await startInstance({ dataDir });
    try {
      const before = sampleOf(instance.pid, dataDir, { atS: 0, life: 1 })!;
      await work(instance, dataDir);
      const after = sampleOf(instance.pid, dataDir, { atS: 0, life: 1 })!;
      const rise = after.instanceMiB - before.instanceMiB;
      assert.ok(rise <= RISE_MAX_MIB, `memory rose by ${rise.toFixed(0)} MiB`);
      assert.equal(await instance.stop(), 0, instance.log());
      assert.ok(!instance.log().includes('"level":"error"'), instance.log());
    } finally {
      await instance.kill();
    }
  });
}

/** Asserts that an honest client is served: a new upload is confirmed, and not as a duplicate. */
async function serves({ url }: Instance, upload: number): Promise<void> {
  const { status, receipt } = await within(10_000, postRecords(url, recordsOf(upload)));
  assert.deepEqual([status, receipt.accepted?.some(({ duplicate }) => duplicate)], [200, false]);
  assert.equal((await within(10_000, fetch(`${url}/api/health`))).status, 200);
}

function ended(line: Line): boolean {
  return line.socket.destroyed || !line.socket.readable;
}

async function dialQuietly(instance: Instance, from?: string): Promise<Line> {
  const line = await dial(instance, from === undefined ? {} : { from });
  line.socket.on('error', () => {});
  return line;
}

test('with 3,000 idle connections from 30 addresses, others are served and few connections stay open', () =>
  onInstance(async (instance, dataDir) => {
    const before = sampleOf(instance.pid, dataDir, { atS: 0, life: 1 })!;
    const lines: Line[] = [];
    for (let address = 2; address < 32; address++) {
      const from = `127.0.0.${address}`;
      lines.push(...(await Promise.all(Array.from({ length: 100 }, () => dialQuietly(instance, from)))));
      if (address % 10 === 0) await serves(instance, address);
    }
    assert.equal(lines.length, 3_000);
    const during = sampleOf(instance.pid, dataDir, { atS: 0, life: 1 })!;
    assert.ok(during.others - before.others <= 1_100, `${during.others - before.others} connections`);
    await serves(instance, 1);
    // Silent connections are closed within the ten-second timeout for a request's head.
    for (let waited = 0; waited < 20_000 && !lines.every(ended); waited += 100) await sleep(100);
    assert.equal(lines.filter((line) => !ended(line)).length, 0, 'connections that never said anything');
    const after = sampleOf(instance.pid, dataDir, { atS: 0, life: 1 })!;
    assert.ok(after.others <= before.others + 5, `${before.others} descriptors before, ${after.others} after`);
  }));

test('endless headers, in size or in number, are refused before they end', () =>
  onInstance(async (instance) => {
    const field = (i: number): string => `X-Bomb-${i}: ${'b'.repeat(20)}\r\n`;
    const bombs: readonly [what: string, head: string][] = [
      ['one field of a megabyte', `${HEAD}X-Bomb: ${'b'.repeat(1_000_000)}\r\n\r\n`],
      ['fifty thousand fields', `${HEAD}${Array.from({ length: 50_000 }, (_, i) => field(i)).join('')}\r\n`],
      ['an address of a megabyte', `GET /${'b'.repeat(1_000_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ];
    for (const [what, head] of bombs) {
      const lines = await Promise.all(Array.from({ length: 20 }, () => dialQuietly(instance)));
      for (const { socket } of lines) socket.write(head);
      await within(15_000, Promise.all(lines.map(({ closed }) => closed)));
      for (const line of lines) assert.match(line.heard(), /^(?:HTTP\/1\.1 (?:4\d\d) [\s\S]*)?$/, what);
    }
    await serves(instance, 0);
  }));

test('decompression of gzip bombs stops at the size limit, also with twenty at a time', () =>
  onInstance(async (instance) => {
    const bomb = gzipSync(Buffer.alloc(500_000_000), { level: 9 });
    assert.ok(bomb.byteLength < 1_000_000, `${bomb.byteLength} bytes`);
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const post = async (): Promise<number> =>
      (await fetch(`${instance.url}/api/intake`, { method: 'POST', headers, body: bomb })).status;
    const statuses = await within(30_000, Promise.all(Array.from({ length: 20 }, post)));
    assert.deepEqual([...new Set(statuses)], [413]);
    await serves(instance, 0);
  }));

test('bytes that are not HTTP, or almost are, end only their own connection', () =>
  onInstance(async (instance) => {
    const random = seeded(5);
    const good = `${UPLOAD}Content-Length: 2\r\n\r\n{}${HEAD}\r\n`;
    /** Returns two valid requests with some bytes changed, removed or inserted. */
    const spoilt = (): Buffer => {
      const bytes = [...Buffer.from(good)];
      for (let n = 1 + Math.floor(random() * 6); n > 0; n--) {
        const at = Math.floor(random() * bytes.length);
        const how = Math.floor(random() * 3);
        bytes.splice(at, how === 2 ? 0 : 1, ...(how === 1 ? [] : [Math.floor(random() * 256)]));
      }
      return Buffer.from(bytes);
    };
    for (let round = 0; round < 20; round++) {
      const lines = await Promise.all(Array.from({ length: 25 }, () => dialQuietly(instance)));
      for (const { socket } of lines) socket.end(spoilt());
      await within(15_000, Promise.all(lines.map(({ closed }) => closed)));
      for (const line of lines) {
        const statuses = line.heard().match(/HTTP\/1\.1 \d+/g) ?? [];
        assert.ok(
          statuses.every((status) => !/ 5(?!03)/.test(status)),
          statuses.join(),
        );
      }
    }
    await serves(instance, 0);
  }));
