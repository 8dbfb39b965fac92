import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { serveLocalPage } from '../../../adapters/companion/local_page.ts';

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function onPage(
  work: (
    send: (sent: Sent) => Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>,
    address: URL,
    acts: readonly string[],
  ) => Promise<void>,
): Promise<void> {
  const acts: string[] = [];
  const page = await serveLocalPage({
    render: async (nonce) => `secret ${nonce}`,
    act: async (form) => {
      if (form.get('action') === 'fault') throw new Error('secret fault');
      acts.push(String(form));
    },
  });
  const address = new URL(page.address);
  const send = ({ method = 'GET', path = address.pathname, headers = {}, body = '' }: Sent) =>
    new Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: address.port, path, method, headers }, async (response) => {
        let text = '';
        for await (const chunk of response) text += chunk;
        resolve({ status: response.statusCode!, text, headers: response.headers });
      });
      sent.once('error', reject);
      sent.end(body);
    });
  try {
    await work(send, address, acts);
  } finally {
    await page.close();
  }
}

test('the page is for the browser that knows its address, and shown in no frame', () =>
  onPage(async (send, address) => {
    assert.match(address.href, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}\/$/);
    const { status, text, headers } = await send({});
    assert.equal(status, 200);
    const [, nonce] = /^secret (\S+)$/.exec(text) ?? [];
    assert.equal(
      headers['content-security-policy'],
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
    assert.equal(headers['access-control-allow-origin'], undefined);
    assert.notEqual((await send({})).text, text, 'each answer has its own nonce');
  }));

test('a page of the web cannot read it or press its buttons', () =>
  onPage(async (send, address, acts) => {
    const own = address.origin;
    const post = { method: 'POST', body: 'action=send' };
    const attacks: readonly [sent: Sent, status: number][] = [
      [{ headers: { Host: `evil.example:${address.port}` } }, 421],
      [{ headers: { Host: `localhost:${address.port}` } }, 421],
      [{ ...post, headers: { Host: `evil.example:${address.port}`, Origin: own } }, 421],
      [{ ...post, headers: { Origin: 'http://evil.example' } }, 403],
      [{ ...post, headers: { Origin: 'null' } }, 403],
      [{ ...post }, 403],
      [{ ...post, headers: { Origin: own, 'Sec-Fetch-Site': 'cross-site' } }, 403],
      [{ headers: { 'Sec-Fetch-Site': 'cross-site' } }, 403],
      [{ ...post, path: '/', headers: { Origin: own } }, 404],
      [{ path: '/' }, 404],
      [{ path: address.pathname.slice(0, -2) }, 404],
      [{ path: `${address.pathname}../` }, 404],
      [{ path: `http://evil.example${address.pathname}` }, 404],
      [{ method: 'OPTIONS', headers: { Origin: own, 'Access-Control-Request-Method': 'POST' } }, 405],
      [{ method: 'POST', body: 'x'.repeat(20_001), headers: { Origin: own } }, 413],
    ];
    for (const [sent, status] of attacks) {
      const answer = await send(sent);
      assert.deepEqual([answer.status, answer.text], [status, ''], JSON.stringify(sent));
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
    }
    assert.deepEqual(acts, []);
    const done = await send({ ...post, headers: { Origin: own, 'Sec-Fetch-Site': 'same-origin' } });
    assert.deepEqual([done.status, done.headers['location']], [303, address.pathname]);
    assert.deepEqual(acts, ['action=send']);
  }));

test('a fault is answered without its message', () =>
  onPage(async (send, address) => {
    const answer = await send({ method: 'POST', body: 'action=fault', headers: { Origin: address.origin } });
    assert.deepEqual([answer.status, answer.text], [500, '']);
    assert.equal((await send({})).status, 200);
  }));
