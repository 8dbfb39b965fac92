import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildLocalUrl, type Config, chooseHomeUrl, readConfig, resolvePublicUrl } from '../../adapters/config.ts';

function read(env: Record<string, string>, home: string | null = null) {
  return readConfig(env, { terminal: false, home });
}

function config(env: Record<string, string>, home?: string): Config {
  const made = read(env, home);
  assert.ok(made.ok, made.ok ? '' : made.error);
  return made.value;
}

test('an empty environment gives the defaults', () => {
  const { budgets, ...rest } = config({});
  assert.deepEqual(budgets.corpus, { anonymous: 30, keyed: 2000 });
  assert.deepEqual(budgets.keys, { anonymous: 5, keyed: 5 });
  assert.deepEqual(rest, {
    host: '127.0.0.1',
    port: 8787,
    metricsPort: null,
    game: null,
    publicUrl: null,
    publishUrl: null,
    publishToken: null,
    replica: 'off',
    role: 'primary',
    syncUrl: null,
    syncToken: null,
    replicaUrl: null,
    syncIntervalS: 60,
    primaryUrl: null,
    serviceName: 'Third Witness',
    contact: null,
    sourceUrl: null,
    dataDir: './data',
    iconDir: null,
    mapDir: null,
    snapshotIntervalS: 600,
    snapshotMaxAgeS: 1800,
    keys: true,
    limits: true,
    page: { anonymous: 500, keyed: 5000 },
    trustedProxies: 0,
    installAgeDays: 0,
    witnessNetworks: 1,
    locale: 'enUS',
    feedTime: 'exact',
    exportEvidence: false,
    log: 'json',
    selfGrants: false,
  });
});

test('values are read from the environment', () => {
  const cases: [name: string, value: string, key: keyof Config, expected: unknown][] = [
    ['TW_PORT', '0', 'port', 0],
    ['TW_PORT', '', 'port', 8787],
    ['TW_METRICS_PORT', '9100', 'metricsPort', 9100],
    ['TW_METRICS_PORT', 'off', 'metricsPort', null],
    ['TW_PORT', ' ', 'port', 8787],
    ['TW_PUBLIC_URL', 'https://tw.example/base/', 'publicUrl', 'https://tw.example/base'],
    ['TW_PAGE', '10/20', 'page', { anonymous: 10, keyed: 20 }],
    ['TW_KEYS', 'off', 'keys', false],
    ['TW_ICON_DIR', ' ./icons ', 'iconDir', './icons'],
    ['TW_MAP_DIR', './maps', 'mapDir', './maps'],
    ['TW_LOG', 'off', 'log', 'off'],
    ['TW_LOCALE', 'deDE', 'locale', 'deDE'],
    ['TW_LOG', 'debug', 'log', 'debug'],
    ['TW_CONTACT', 'ops@tw.example', 'contact', { name: 'ops@tw.example', url: 'mailto:ops@tw.example' }],
    ['TW_CONTACT', 'mailto:ops@tw.example', 'contact', { name: 'ops@tw.example', url: 'mailto:ops@tw.example' }],
    [
      'TW_CONTACT',
      'https://tw.example/us?a=1',
      'contact',
      { name: 'https://tw.example/us?a=1', url: 'https://tw.example/us?a=1' },
    ],
    ['TW_SOURCE_URL', 'https://code.example/tw', 'sourceUrl', 'https://code.example/tw'],
    // A value that this release uses anyway may be set, and empty lines of container env files are ignored.
    ['TW_ROLE', 'primary', 'role', 'primary'],
    ['TW_ROLE', '', 'role', 'primary'],
    ['TW_PRIMARY_URL', '', 'primaryUrl', null],
    ['TW_SELF_GRANTS', 'off', 'selfGrants', false],
    ['TW_SELF_GRANTS', 'on', 'selfGrants', true],
    ['TW_PROT', '', 'port', 8787],
    // Variables of the tests and of other programs.
    ['TW_TEST_DATA', '/somewhere', 'port', 8787],
    ['TWO_PORTS', '1', 'port', 8787],
  ];
  for (const [name, value, key, expected] of cases) {
    assert.deepEqual(config({ [name]: value })[key], expected, `${name}=${value}`);
  }
  assert.deepEqual(config({ TW_LIMIT_CORPUS: '5' }).budgets.corpus, { anonymous: 5, keyed: 5 });
  assert.deepEqual(config({ TW_LIMIT_KEYS: '9' }).budgets.keys, { anonymous: 9, keyed: 9 });
});

test('a wrong value is refused with the variable, the requirement and the given value', () => {
  const wrong: [name: string, value: string, needed: RegExp][] = [
    ['TW_PORT', '65536', /whole number from 0 to 65535/],
    ['TW_PORT', '1e3', /whole number/],
    ['TW_PORT', '-1', /whole number/],
    ['TW_PUBLIC_URL', 'localhost:8787', /http or https URL/],
    ['TW_PUBLIC_URL', 'ftp://a.example', /http or https URL/],
    ['TW_PUBLIC_URL', 'https://u:p@a.example', /http or https URL/],
    ['TW_PUBLIC_URL', 'https://a.example/?x=1', /http or https URL/],
    ['TW_PUBLIC_URL', 'https://a.example/t w', /URL/],
    ['TW_PUBLIC_URL', 'https://a.example/tür', /whose path, if any, has only letters, digits/],
    ['TW_PUBLIC_URL', 'https://a.example//tw', /between single slashes/],
    ['TW_PUBLIC_URL', 'https://a.example/api/', /does not begin with one of the instance’s own names: api, /],
    ['TW_SNAPSHOT_INTERVAL_S', '0', /from 1 to 86400/],
    ['TW_SNAPSHOT_INTERVAL_S', '86401', /from 1 to 86400/],
    ['TW_LIMITS', 'no', /on or off/],
    ['TW_KEYS', 'yes', /on or off/],
    ['TW_KEYS', 'On', /on or off/],
    ['TW_LIMIT_CORPUS', '0', /from 1 to/],
    ['TW_LIMIT_DROPS', '30/', /from 1 to/],
    ['TW_PAGE', '500/100001', /from 1 to 100000/],
    ['TW_TRUSTED_PROXIES', '17', /from 0 to 16/],
    ['TW_FEED_TIME', 'hour', /exact or day/],
    ['TW_LOCALE', 'de', /enUS, deDE, esES, .* or zhTW/],
    ['TW_LOCALE', 'enGB', /enUS, deDE/],
    ['TW_LOG', 'verbose', /pretty, json, debug or off/],
    ['TW_SERVICE_NAME', 'a\u0007b', /control characters/],
    ['TW_CONTACT', 'the guild hall', /a mail address, or an http or https URL/],
    ['TW_CONTACT', 'ops@', /a mail address/],
    ['TW_CONTACT', 'javascript:alert(1)', /a mail address/],
    ['TW_SOURCE_URL', 'git@code.example:tw.git', /http or https URL/],
    ['TW_ROLE', 'replica', /primary or edge/],
    ['TW_SELF_GRANTS', 'yes', /on or off/],
    ['TW_LIMIT_KEYS', '0', /from 1 to/],
    ['TW_METRICS_PORT', '99999', /^TW_METRICS_PORT must be off or a whole number from 0 to 65535; it is "99999"\.$/],
    ['TW_INSTALL_AGE_DAYS', '366', /from 0 to 365/],
    ['TW_WITNESS_NETWORKS', '4', /from 1 to 3/],
    ['TW_SYNC_INTERVAL_S', '0', /from 1 to 86400/],
  ];
  for (const [name, value, needed] of wrong) {
    const made = read({ [name]: value });
    assert.ok(!made.ok, `${name}=${value}`);
    assert.ok(made.error.startsWith(`${name} must be `), made.error);
    assert.match(made.error, needed);
    assert.ok(made.error.includes(JSON.stringify(value)), made.error);
  }
});

test('a value that may be a secret is not repeated', () => {
  const names = ['TW_PUBLISH_URL', 'TW_PUBLISH_TOKEN', 'TW_SYNC_URL', 'TW_SYNC_TOKEN', 'TW_PRIMARY_URL', 'TW_TOKEN'];
  for (const name of names) {
    const made = read({ [name]: 'quite-a-secret' });
    assert.ok(!made.ok && made.error.startsWith(`${name} `) && !made.error.includes('secret'), name);
  }
});

test('an edge needs the address of its source, and each role refuses variables of the other', () => {
  const edge = { TW_ROLE: 'edge', TW_SYNC_URL: 'libsql://db.example' };
  const made = config({
    ...edge,
    TW_SYNC_INTERVAL_S: '5',
    TW_SYNC_TOKEN: 'abc',
    TW_PRIMARY_URL: 'http://10.0.0.1:8787/tw/',
  });
  assert.deepEqual(
    [made.role, made.syncUrl, made.syncToken, made.syncIntervalS, made.primaryUrl],
    ['edge', 'libsql://db.example', 'abc', 5, 'http://10.0.0.1:8787/tw'],
  );
  assert.equal(config(edge).syncIntervalS, 60);
  const byFiles = config({ TW_ROLE: 'edge', TW_REPLICA_URL: 'https://cdn.example/replica/' });
  assert.deepEqual([byFiles.syncUrl, byFiles.replicaUrl], [null, 'https://cdn.example/replica']);
  const wrong: [env: Record<string, string>, sentence: RegExp][] = [
    [{ TW_ROLE: 'edge' }, /^TW_SYNC_URL must be the libSQL server .* if TW_ROLE is edge; neither is set\.$/],
    [{ TW_ROLE: 'edge', TW_SYNC_URL: ' ' }, /^TW_SYNC_URL must be the libSQL server/],
    [{ TW_SYNC_URL: 'http://db.example' }, /^TW_SYNC_URL must be left out if TW_ROLE is primary; it is set\.$/],
    [{ TW_SYNC_INTERVAL_S: '60' }, /^TW_SYNC_INTERVAL_S must be left out if TW_ROLE is primary/],
    [{ TW_REPLICA_URL: 'http://a.example' }, /^TW_REPLICA_URL must be left out if TW_ROLE is primary/],
    [{ ...edge, TW_REPLICA: 'public' }, /^TW_REPLICA must be left out if TW_ROLE is edge/],
    [{ ...edge, TW_REPLICA_URL: 'http://a.example' }, /^TW_SYNC_URL and TW_SYNC_TOKEN must be left out/],
    [{ TW_REPLICA: 'on' }, /^TW_REPLICA must be off or public/],
    [{ TW_PRIMARY_URL: 'http://a.example' }, /^TW_PRIMARY_URL must be left out if TW_ROLE is primary/],
    [{ ...edge, TW_PUBLISH_URL: 'http://db.example' }, /^TW_PUBLISH_URL must be left out if TW_ROLE is edge/],
    [{ ...edge, TW_SYNC_URL: 'file:a.db' }, /^TW_SYNC_URL must be an http, https or libsql URL/],
    [{ ...edge, TW_PRIMARY_URL: 'http://a.example/?b' }, /^TW_PRIMARY_URL must be an http or https URL without/],
  ];
  for (const [env, sentence] of wrong) {
    const refused = read(env);
    assert.ok(!refused.ok, JSON.stringify(env));
    assert.match(refused.error, sentence);
  }
});

test('an unknown variable is refused with the nearest known name', () => {
  const near: [name: string, nearest: string][] = [
    ['TW_PROT', 'TW_PORT'],
    ['TW_DATADIR', 'TW_DATA_DIR'],
    ['TW_PUBLIC_URI', 'TW_PUBLIC_URL'],
    ['TW_LIMIT', 'TW_LIMITS'],
    ['TW_LIMIT_CORPSE', 'TW_LIMIT_CORPUS'],
    ['TW_SNAPSHOT_INTERVAL', 'TW_SNAPSHOT_INTERVAL_S'],
    ['TW_TRUSTED_PROXY', 'TW_TRUSTED_PROXIES'],
    ['TW_ROLL', 'TW_ROLE'],
    ['TW_SYNC_TOKN', 'TW_SYNC_TOKEN'],
  ];
  for (const [name, nearest] of near) {
    const made = read({ [name]: 'x' });
    assert.deepEqual(made, {
      ok: false,
      error: `${name} is not known to this release; the nearest variable is ${nearest}.`,
    });
  }
  const far = read({ TW_XYZZY: 'x' });
  assert.ok(!far.ok);
  assert.match(far.error, /^TW_XYZZY is not known to this release; the variables are TW_HOST, TW_PORT, /);
});

test('links use the host and port unless a public URL is set', () => {
  const cases: [env: Record<string, string>, port: number, expected: string | null][] = [
    [{}, 8787, 'http://localhost:8787'],
    [{ TW_PORT: '9200' }, 9200, 'http://localhost:9200'],
    [{ TW_PORT: '0' }, 41_234, 'http://localhost:41234'],
    [{ TW_PORT: '0' }, 0, null],
    [{ TW_HOST: '0.0.0.0' }, 8787, 'http://localhost:8787'],
    [{ TW_HOST: '::' }, 8787, 'http://localhost:8787'],
    [{ TW_HOST: '192.168.1.5' }, 8787, 'http://192.168.1.5:8787'],
    [{ TW_HOST: 'fd00::5' }, 8787, 'http://[fd00::5]:8787'],
    [{ TW_HOST: 'witness.lan' }, 80, 'http://witness.lan'],
    [{ TW_HOST: 'no host' }, 80, null],
    [{ TW_PORT: '9200', TW_PUBLIC_URL: 'https://tw.example' }, 9200, 'https://tw.example'],
  ];
  for (const [env, port, expected] of cases) {
    const url = resolvePublicUrl(config(env), port);
    assert.equal(url.ok ? url.value : null, expected, JSON.stringify(env));
  }
  assert.equal(buildLocalUrl(config({ TW_PUBLIC_URL: 'https://tw.example' }), 9200), 'http://localhost:9200');
});

test('the source link is that of package.json unless the operator sets another', () => {
  assert.equal(config({}, 'https://code.example/tw').sourceUrl, 'https://code.example/tw');
  const changed = config({ TW_SOURCE_URL: 'https://code.example/ours' }, 'https://code.example/tw');
  assert.equal(changed.sourceUrl, 'https://code.example/ours');
  assert.equal(chooseHomeUrl({ repository: { url: 'git+https://code.example/tw.git' } }), 'https://code.example/tw');
  assert.equal(chooseHomeUrl({ repository: 'https://code.example/tw' }), 'https://code.example/tw');
  assert.equal(
    chooseHomeUrl({ repository: 'git@code.example:tw.git', homepage: 'https://tw.example' }),
    'https://tw.example',
  );
  assert.equal(chooseHomeUrl({}), null);
});
