import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHostWatch } from '../../http/host_watch.ts';

/** Returns the names that are logged for these Host fields. */
function told(publicUrl: string, hosts: readonly (string | null)[], trustedProxies = 0): unknown[] {
  const names: unknown[] = [];
  const note = (event: string, fields: object = {}): void => void names.push({ event, ...fields });
  const watch = createHostWatch({ publicUrl, trustedProxies }, { info: note, warn: note, error: note });
  for (const host of hosts) watch(host);
  return names.map((one) => {
    const { event, name } = one as { event: string; name: string };
    assert.equal(event, 'http.other-host');
    return name;
  });
}

test('a host name other than the public one is logged once', () => {
  assert.deepEqual(told('http://localhost:8787', ['tw.lan:8787', 'TW.lan', 'tw.lan:8787', null, 'other.lan']), [
    'tw.lan',
    'other.lan',
  ]);
});

test('the public name, loopback names and invalid names are ignored', () => {
  const hosts = [
    'tw.example',
    'TW.example:443',
    'tw.example.',
    '127.0.0.1:8787',
    'localhost',
    '[::1]:80',
    '',
    'a b',
    '<x>',
  ];
  assert.deepEqual(told('https://tw.example/base', [...hosts, 'x'.repeat(300)]), []);
});

test('if links lead to this machine, the port must match too', () => {
  assert.deepEqual(told('http://localhost:8787', ['localhost:8787', '127.0.0.1:8787', 'localhost:9200', 'localhost']), [
    'localhost:9200',
    'localhost:80',
  ]);
});

test('addresses are not repeated, and the number of logged names is bounded', () => {
  assert.deepEqual(told('https://tw.example', ['192.0.2.7:8787', '[2001:db8::7]', '198.51.100.1']), [
    'a numeric address',
  ]);
  const many = Array.from({ length: 100 }, (_, i) => `name-${i}.example`);
  assert.equal(told('https://tw.example', many).length, 8);
});

test('behind a trusted proxy, Host is not checked', () => {
  assert.deepEqual(told('https://tw.example', ['app:8787', 'other.example'], 1), []);
});
