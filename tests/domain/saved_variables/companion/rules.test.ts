import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { test } from 'node:test';
import { buildAutostartEntry } from '../../../../domain/saved_variables/companion/autostart.ts';
import { findRefusalStatus } from '../../../../domain/saved_variables/companion/judge_request.ts';
import { isNewerVersion, readAddonToc } from '../../../../domain/saved_variables/companion/recording_addon.ts';
import {
  type CompanionSettings,
  changeSettings,
  DEFAULT_SETTINGS,
  readSettings,
  writeSettings,
} from '../../../../domain/saved_variables/companion/settings.ts';

const AGREED: CompanionSettings = changeSettings(DEFAULT_SETTINGS, {
  instances: ['http://a'],
  share: ['gold'],
  installs: true,
  sends: true,
});

test('a player agrees to each instance and each category before anything is sent there', () => {
  assert.equal(AGREED.sends, true);
  const narrower: Partial<CompanionSettings>[] = [{ share: [] }, { folders: ['/x'] }, { installs: false }];
  for (const change of narrower) assert.equal(changeSettings(AGREED, change).sends, true);
  const wider: Partial<CompanionSettings>[] = [
    { instances: ['http://a', 'http://b'] },
    { instances: ['http://b'] },
    { share: ['gold', 'guild'] },
  ];
  for (const change of wider) assert.equal(changeSettings(AGREED, change).sends, false);
  const none = changeSettings(AGREED, { instances: [] });
  assert.deepEqual([none.sends, none.installs], [false, false]);
  assert.equal(changeSettings(DEFAULT_SETTINGS, { sends: true }).sends, false);
});

test('settings are read as they were written, and damaged ones send nothing', () => {
  const isInstance = (text: string): boolean => text.startsWith('http://');
  const text = writeSettings(AGREED);
  assert.deepEqual(readSettings(text, isInstance), AGREED);
  for (let length = 0; length < text.length - 1; length++) {
    assert.equal(readSettings(text.slice(0, length), isInstance).sends, false, text.slice(0, length));
  }
  const damaged = [
    null,
    '[]',
    '7',
    text.replace('"format": 1', '"format": 2'),
    text.replace('http://a', 'file:///etc'),
    text.replace('"sends": true', '"sends": "true"'),
    text.replace('["gold"]', '"gold"').replace(/"share": \[[^\]]*\]/, '"share": "gold"'),
  ];
  for (const one of damaged) assert.equal(readSettings(one, isInstance).sends, false, one ?? 'none');
});

test('only the page itself is answered', () => {
  const address = { port: 4000, token: 'secret' };
  const good = { method: 'GET', path: '/secret/', host: '127.0.0.1:4000', origin: null, fetchSite: null };
  const judge = (change: object) => findRefusalStatus({ ...good, ...change }, address, (a, b) => a === b);
  const own = { method: 'POST', origin: 'http://127.0.0.1:4000' };
  const cases: readonly [change: object, expected: number | null][] = [
    [{}, null],
    [{ fetchSite: 'none' }, null],
    [{ fetchSite: 'same-origin', origin: 'http://127.0.0.1:4000' }, null],
    [own, null],
    // DNS rebinding: a name of the attacker resolves to 127.0.0.1.
    [{ host: 'evil.example:4000' }, 421],
    [{ host: 'localhost:4000' }, 421],
    [{ host: '127.0.0.1:4001' }, 421],
    [{ host: '127.0.0.1' }, 421],
    [{ host: null }, 421],
    // Another page sends a request or shows the page in a frame.
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'https://127.0.0.1:4000' }, 403],
    [{ fetchSite: 'cross-site' }, 403],
    [{ fetchSite: 'same-site' }, 403],
    [{ ...own, origin: null }, 403],
    [{ ...own, origin: 'http://127.0.0.1:4001' }, 403],
    [{ ...own, fetchSite: 'cross-site' }, 403],
    // Without the token.
    [{ path: '/' }, 404],
    [{ path: '/secret' }, 404],
    [{ path: '/secret/x' }, 404],
    [{ path: '/secret/?x' }, 404],
    [{ path: '/Secret/' }, 404],
    [{ ...own, path: '/' }, 404],
    [{ method: 'PUT' }, 405],
    [{ method: 'OPTIONS' }, 405],
  ];
  for (const [change, expected] of cases) assert.equal(judge(change), expected, JSON.stringify(change));
});

test('each system starts a program whose path has quotes, spaces and signs with the computer', () => {
  const windows = buildAutostartEntry(win32, { system: 'windows', home: 'C:\\Users\\Jürgen', env: {} }, [
    'C:\\Spiele & mehr\\100%\\companion.exe',
    '--background',
  ]);
  assert.deepEqual(windows, {
    kind: 'registry',
    key: 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run',
    name: 'Third Witness Companion',
    value: '"C:\\Spiele & mehr\\100%\\companion.exe" "--background"',
  });
  const mac = buildAutostartEntry(posix, { system: 'mac', home: '/Users/j', env: {} }, ['/A & <B>/node', 'x']);
  assert.ok(mac.kind === 'file');
  assert.equal(mac.path, '/Users/j/Library/LaunchAgents/third-witness.companion.plist');
  assert.match(mac.text, /<array><string>\/A &amp; &lt;B&gt;\/node<\/string><string>x<\/string><\/array>/);
  const linux = buildAutostartEntry(posix, { system: 'linux', home: '/home/j', env: {} }, ['/a b/$x"`\\100%/c', '-b']);
  assert.ok(linux.kind === 'file');
  assert.equal(linux.path, '/home/j/.config/autostart/third-witness-companion.desktop');
  assert.match(linux.text, /^Exec="\/a b\/\\\\\$x\\\\"\\\\`\\\\\\\\100%%\/c" "-b"$/m);
  const moved = buildAutostartEntry(posix, { system: 'linux', home: '/h', env: { XDG_CONFIG_HOME: '/c' } }, ['x']);
  assert.ok(moved.kind === 'file' && moved.path.startsWith('/c/autostart/'));
});

test('the recording addon replaces only older releases', () => {
  const toc = '## Interface: 11508, 16001\r\n## Version: 0.10.0\r\n';
  const addon = [{ path: 'ThirdWitness/ThirdWitness.toc', bytes: new TextEncoder().encode(toc) }];
  assert.deepEqual(readAddonToc(addon), { version: '0.10.0', interfaces: '11508, 16001' });
  const cases: readonly [version: string, than: string, expected: boolean][] = [
    ['0.10.0', '0.9.9', true],
    ['0.10.0', '0.10.0', false],
    ['0.10.0', '0.10.1', false],
    ['0.10.0', '1.0', false],
    ['0.10.0', '0.10', true],
    ['0.10.0', 'unknown', true],
    ['unknown', '0.1', false],
  ];
  for (const [version, than, expected] of cases)
    assert.equal(isNewerVersion(version, than), expected, `${version} ${than}`);
});
