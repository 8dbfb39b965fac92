import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  askInstance,
  type CommandHandler,
  type InstanceSocket,
  serveInstance,
} from '../../adapters/instance_socket.ts';
import { SILENT, withFolder } from '../domain/snapshot/support.ts';

const HANDLERS: Readonly<Record<string, CommandHandler>> = {
  echo: async (args) => ({ ok: true, value: args }),
  refuse: async () => ({ ok: false, error: 'No, and here is why.' }),
  fail: async () => {
    throw new Error('quotes a secret');
  },
  slow: async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { ok: true, value: 'late' };
  },
};

function withInstance(work: (path: string, close: () => Promise<void>) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const path = join(folder, 'instance.sock');
    const events: string[] = [];
    const instance = await serveInstance(path, HANDLERS, {
      ...SILENT,
      error: (event, fields) => events.push(`${event} ${JSON.stringify(fields)}`),
    });
    let closed = false;
    const close = async (): Promise<void> => {
      if (!closed) await instance.close();
      closed = true;
    };
    try {
      await work(path, close);
    } finally {
      await close();
    }
    assert.ok(!events.join().includes('secret'), 'a message reached the log');
  });
}

function error(text: RegExp) {
  return (reply: unknown) => {
    const { ok, error: said } = (reply as { reply: { ok: boolean; error: string } }).reply;
    assert.equal(ok, false);
    assert.match(said, text);
  };
}

test('a command succeeds, is refused or fails, each with its answer', () =>
  withInstance(async (path) => {
    assert.deepEqual(await askInstance(path, 'echo', { a: ['ä', 1] }), {
      reached: true,
      reply: { ok: true, value: { a: ['ä', 1] } },
    });
    error(/^No, and here is why\.$/)(await askInstance(path, 'refuse', null));
    error(/^The command failed in the running instance/)(await askInstance(path, 'fail', null));
    error(/must be one of echo, refuse, fail, slow; got "toString"/)(await askInstance(path, 'toString', null));
  }));

test('only the owner may connect', () =>
  withInstance(async (path) => {
    assert.equal((await stat(path)).mode & 0o777, 0o600);
  }));

test('simultaneous commands each get their own answer', () =>
  withInstance(async (path) => {
    const asked = Array.from({ length: 20 }, (_, i) => askInstance(path, i % 2 === 0 ? 'echo' : 'slow', i));
    const replies = await Promise.all(asked);
    replies.forEach((reply, i) => {
      assert.deepEqual(reply, { reached: true, reply: { ok: true, value: i % 2 === 0 ? i : 'late' } });
    });
  }));

test('without a listener nothing is reached, and the socket of a dead instance is replaced', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'instance.sock');
    assert.deepEqual(await askInstance(path, 'echo', 1), { reached: false });
    await writeFile(path, '');
    const instance = await serveInstance(path, HANDLERS, SILENT);
    assert.equal((await askInstance(path, 'echo', 1)).reached, true);
    await instance.close();
    assert.deepEqual(await askInstance(path, 'echo', 1), { reached: false });
  }));

test('a deleted socket is created again, and one in a folder that is no longer ours is left alone', () =>
  withFolder(async (folder) => {
    const path = join(folder, 'instance.sock');
    let isOurs = true;
    const instance = await serveInstance(path, HANDLERS, SILENT, () => {
      if (!isOurs) throw new Error('another folder');
    });
    await rm(path);
    await instance.keep();
    assert.equal((await askInstance(path, 'echo', 1)).reached, true);
    await rm(path);
    await writeFile(path, 'theirs');
    isOurs = false;
    await assert.rejects(instance.keep(), /another folder/);
    assert.equal(await readFile(path, 'utf8'), 'theirs');
    await instance.close();
  }));

const CLOSINGS: readonly [name: string, closing: (instance: InstanceSocket, path: string) => Promise<unknown>][] = [
  ['closed, then looked for', async (instance) => [await instance.close(), await instance.keep()]],
  ['looked for while it closes', (instance) => Promise.all([instance.close(), instance.keep()])],
  [
    'closed while it is made anew',
    async (instance, path) => [await rm(path), await Promise.all([instance.keep(), instance.close()])],
  ],
];

test('a socket that was closed is not created again', async (t) => {
  for (const [name, closing] of CLOSINGS) {
    await t.test(name, () =>
      withFolder(async (folder) => {
        const path = join(folder, 'instance.sock');
        const instance = await serveInstance(path, HANDLERS, SILENT);
        await closing(instance, path);
        assert.equal(existsSync(path), false);
        assert.deepEqual(await askInstance(path, 'echo', 1), { reached: false });
      }),
    );
  }
});

test('closing first answers the current commands', () =>
  withInstance(async (path, close) => {
    const asked = askInstance(path, 'slow', null);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await close();
    assert.deepEqual(await asked, { reached: true, reply: { ok: true, value: 'late' } });
  }));

test('an instance that does not answer in time is an error', () =>
  withInstance(async (path) => {
    error(/did not answer in time/)(await askInstance(path, 'slow', null, 20));
  }));

const LINES: readonly [name: string, sent: string, said: RegExp][] = [
  ['no JSON', 'refresh\n', /must be a JSON object with a "command"/],
  ['no object', '[]\n', /must be a JSON object with a "command"/],
  ['no command', '{"args":1}\n', /must be a JSON object with a "command"/],
  ['a line at the limit', `{"command":"echo","args":"${'x'.repeat(65_536 - 29)}"}\n`, /^none$/],
  ['a line past it', `${'x'.repeat(65_537)}\n`, /at most 65536 bytes/],
  ['a line without end', 'x'.repeat(65_537), /at most 65536 bytes/],
];

test('unknown messages on the socket are refused', async (t) => {
  for (const [name, sent, said] of LINES) {
    await t.test(name, () =>
      withInstance(async (path) => {
        const socket = connect(path);
        socket.write(sent);
        let heard = '';
        while (!heard.includes('\n')) heard += String((await once(socket, 'data'))[0]);
        assert.match((JSON.parse(heard) as { error?: string }).error ?? 'none', said);
        socket.destroy();
      }),
    );
  }
});
