import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { findPortHolder } from '../../adapters/start_failure.ts';
import { inTempDir } from '../support/instance.ts';

const HEADER = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
function lineOf(local: string, state: string, inode: number): string {
  return `   0: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0 100 0 0 10 0\n`;
}

test('the holder of a port is the process that listens, on either address family, and not a connected one', () =>
  inTempDir(async (proc) => {
    mkdirSync(join(proc, 'net'));
    mkdirSync(join(proc, '41', 'fd'), { recursive: true });
    mkdirSync(join(proc, '42', 'fd'), { recursive: true });
    // Port 8787 is 2253 in hexadecimal.
    writeFileSync(join(proc, 'net/tcp'), HEADER + lineOf('0100007F:2253', '01', 701));
    writeFileSync(join(proc, 'net/tcp6'), HEADER + lineOf(`${'0'.repeat(32)}:2253`, '0A', 702));
    symlinkSync('socket:[701]', join(proc, '41/fd/3'));
    symlinkSync('socket:[702]', join(proc, '42/fd/7'));
    writeFileSync(join(proc, '42/cmdline'), '/usr/sbin/ngi\u001bnx\0--password=secret\0');
    assert.deepEqual(findPortHolder(8787, proc), { pid: 42, name: 'nginx' });
    assert.equal(findPortHolder(8788, proc), null);
    assert.equal(findPortHolder(8787, join(proc, 'none')), null);
  }));

test('this process is the holder of its own ports', { skip: process.platform !== 'linux' && 'no /proc' }, async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  );
  try {
    assert.equal(findPortHolder(port)?.pid, process.pid);
  } finally {
    server.close();
  }
});
