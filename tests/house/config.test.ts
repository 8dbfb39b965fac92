import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../../adapters/config.ts';

const read = (env: Record<string, string>) => readConfig(env, false);

test('an empty environment gives the defaults', () => {
  const config = read({});
  assert.ok(config.ok);
  assert.equal(config.value.port, 8787);
  assert.equal(config.value.publicUrl, 'http://localhost:8787');
  assert.equal(config.value.snapshotIntervalS, 600);
  assert.deepEqual(config.value.budgets.corpus, { anonymous: 30, keyed: 2000 });
  assert.deepEqual(config.value.page, { anonymous: 500, keyed: 5000 });
  assert.equal(config.value.log, 'json');
  assert.deepEqual([config.value.keys, config.value.selfGrants], [true, false]);
  assert.equal(config.value.iconDir, null);
});

test('values are read', () => {
  const config = read({
    TW_PORT: '0',
    TW_PUBLIC_URL: 'https://tw.example/base/',
    TW_LIMIT_CORPUS: '5',
    TW_PAGE: '10/20',
    TW_KEYS: 'off',
    TW_SELF_GRANTS: 'on',
    TW_ICON_DIR: ' ./icons ',
  });
  assert.ok(config.ok);
  assert.equal(config.value.port, 0);
  assert.equal(config.value.publicUrl, 'https://tw.example/base');
  assert.deepEqual(config.value.budgets.corpus, { anonymous: 5, keyed: 5 });
  assert.deepEqual(config.value.page, { anonymous: 10, keyed: 20 });
  assert.deepEqual([config.value.keys, config.value.selfGrants], [false, true]);
  assert.equal(config.value.iconDir, './icons');
});

test('an empty value counts as not set', () => {
  const config = read({ TW_PORT: '' });
  assert.ok(config.ok && config.value.port === 8787);
});

test('a wrong value is refused with the variable, what is needed and what came', () => {
  const wrong: [name: string, value: string, needed: RegExp][] = [
    ['TW_PORT', '65536', /whole number from 0 to 65535/],
    ['TW_PORT', '1e3', /whole number/],
    ['TW_PORT', '-1', /whole number/],
    ['TW_PUBLIC_URL', 'localhost:8787', /http or https URL/],
    ['TW_PUBLIC_URL', 'ftp://a.example', /http or https URL/],
    ['TW_PUBLIC_URL', 'https://u:p@a.example', /http or https URL/],
    ['TW_PUBLIC_URL', 'https://a.example/?x=1', /http or https URL/],
    ['TW_SNAPSHOT_INTERVAL_S', '0', /from 1 to 86400/],
    ['TW_SNAPSHOT_INTERVAL_S', '86401', /from 1 to 86400/],
    ['TW_LIMITS', 'no', /on or off/],
    ['TW_KEYS', 'yes', /on or off/],
    ['TW_KEYS', 'On', /on or off/],
    ['TW_SELF_GRANTS', 'true', /on or off/],
    ['TW_LIMIT_CORPUS', '0', /from 1 to/],
    ['TW_LIMIT_DROPS', '30/', /from 1 to/],
    ['TW_PAGE', '500/100001', /from 1 to 100000/],
    ['TW_TRUSTED_PROXIES', '17', /from 0 to 16/],
    ['TW_FEED_TIME', 'hour', /exact or day/],
    ['TW_LOG', 'xml', /pretty or json or off/],
    ['TW_SERVICE_NAME', 'a\u0007b', /control characters/],
  ];
  for (const [name, value, needed] of wrong) {
    const config = read({ [name]: value });
    assert.ok(!config.ok, `${name}=${value}`);
    assert.ok(config.error.startsWith(`${name} must be `), config.error);
    assert.match(config.error, needed);
    assert.ok(config.error.includes(JSON.stringify(value)), config.error);
  }
});
