import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeDigest } from '../../../adapters/digest.ts';
import { createKeyCheck } from '../../../domain/operator/key_check.ts';
import type { KeyReader } from '../../../domain/ports/keys.ts';
import { createMemoryOperator } from '../../doubles/operator.ts';
import { storageFails } from '../../support/storage_fails.ts';
import { createWorld, type Heard, PUBLIC_URL, parsed, publicSource, rowsOf, type WorldOptions } from '../support.ts';

const CORPUS = '/api/corpus/public';
const DROPS = '/api/rollups/drops';
const EDGES = '/api/edges';
const MARKET = '/api/market/prices';

const KEY = `tw_${'a'.repeat(43)}`;
const OTHER = `tw_${'b'.repeat(43)}`;
const GONE = `tw_${'c'.repeat(43)}`;

/** 600 rates. */
const SOURCES = Array.from({ length: 15 }, (_, i) => publicSource(i + 1, 40));

/** A world with two live keys and a revoked one. */
async function world(options: WorldOptions = {}, find?: KeyReader['find']) {
  const operator = createMemoryOperator();
  for (const key of [KEY, OTHER, GONE]) await operator.addKey(nodeDigest.sha256(key), 'a key', '2026-11-20');
  await operator.revokeKey({ n: 3 }, 0);
  const noted: string[] = [];
  const keys = createKeyCheck({
    reader: { find: find ?? operator.keyReader.find },
    digest: nodeDigest,
    clock: { nowMs: () => Date.UTC(2026, 10, 21) },
    noteUse: (keyHash) => void noted.push(keyHash),
  });
  const made = createWorld({ ...options, keys, settings: { keys: true, ...options.settings } });
  await made.write({ corpus: [rowsOf('loot', 0, 700)], drops: SOURCES });
  return { ...made, operator, noted };
}

function bearer(key: string) {
  return { headers: { authorization: `Bearer ${key}` } };
}
function named(key: string) {
  return { headers: { 'x-api-key': key } };
}

function limitOf({ headers }: Heard): string | null {
  return headers.get('ratelimit-policy');
}

test('a key raises limits and page size, and its requests are counted together from all addresses', async () => {
  const asked = await world();
  const anonymous = await asked.ask(CORPUS);
  assert.deepEqual(
    [parsed('corpusPublicResponse', anonymous.text).records.length, limitOf(anonymous)],
    [500, '"corpus";q=30;w=3600'],
  );
  const keyed = await asked.ask(`${CORPUS}?limit=5001`, bearer(KEY));
  const body = parsed('corpusPublicResponse', keyed.text);
  assert.deepEqual([body.records.length, body.limit, body.next], [700, 5000, null]);
  assert.deepEqual(
    [limitOf(keyed), keyed.headers.get('ratelimit')],
    ['"corpus";q=2000;w=3600', '"corpus";r=1999;t=3600'],
  );
  const left = async (init: object) => (await asked.ask(CORPUS, init)).headers.get('ratelimit');
  assert.equal(await left({ ...named(KEY), from: '192.0.2.99' }), '"corpus";r=1998;t=3600');
  assert.equal(await left(bearer(OTHER)), '"corpus";r=1999;t=3600');
  assert.equal(await left({}), '"corpus";r=28;t=3600');
  const drops = await asked.ask(`${DROPS}?limit=5000`, named(KEY));
  assert.deepEqual([parsed('dropsResponse', drops.text).rates.length, limitOf(drops)], [600, '"drops";q=2000;w=3600']);
  assert.deepEqual(asked.noted, [KEY, OTHER].map(nodeDigest.sha256));
});

test('the default page size is the same with a key', async () => {
  const asked = await world();
  const { limit, records, next } = parsed('corpusPublicResponse', (await asked.ask(CORPUS, bearer(KEY))).text);
  assert.deepEqual([limit, records.length, typeof next], [500, 500, 'string']);
});

test('answers with and without a key are cached separately', async () => {
  const asked = await world();
  const path = `${DROPS}?limit=5000`;
  const rates = async (init: object = {}) => {
    const { text, headers } = await asked.ask(path, init);
    return [parsed('dropsResponse', text).rates.length, headers.get('etag')] as const;
  };
  const [few, fewTag] = await rates();
  const [many, manyTag] = await rates(bearer(KEY));
  assert.deepEqual([few, many], [500, 600]);
  for (let i = 0; i < 3; i++)
    assert.deepEqual(
      [await rates(bearer(KEY)), await rates()],
      [
        [600, manyTag],
        [500, fewTag],
      ],
    );
  const crossed = await asked.ask(path, { headers: { ...bearer(KEY).headers, 'if-none-match': fewTag! } });
  assert.equal(crossed.status, 200);
  const same = await asked.ask(path, { headers: { ...bearer(KEY).headers, 'if-none-match': manyTag! } });
  assert.equal(same.status, 304);
  assert.equal(same.headers.get('vary'), 'Authorization, X-API-Key, Accept-Encoding');
});

test('an address whose limit is used up can continue with a key, and vice versa', async () => {
  const quota = { anonymous: 2, keyed: 3 };
  const budgets = Object.fromEntries(['corpus', 'drops', 'edges'].map((name) => [name, quota])) as never;
  const asked = await world({ settings: { budgets } });
  const statuses = async (count: number, init: object = {}) => {
    const seen = [];
    for (let i = 0; i < count; i++) seen.push((await asked.ask(DROPS, init)).status);
    return seen;
  };
  assert.deepEqual(await statuses(3), [200, 200, 429]);
  assert.deepEqual(await statuses(4, bearer(KEY)), [200, 200, 200, 429]);
  assert.deepEqual(await statuses(1, bearer(GONE)), [401], 'a wrong key is told, whatever is left');
  assert.deepEqual(await statuses(1, { ...named(OTHER) }), [200]);
});

const WRONG: readonly (readonly [what: string, headers: Record<string, string>])[] = [
  ['an unknown key', { authorization: `Bearer tw_${'z'.repeat(43)}` }],
  ['a revoked key', { authorization: `Bearer ${GONE}` }],
  ['a revoked key in its own field', { 'x-api-key': GONE }],
  ['a malformed key', { authorization: 'Bearer tw_short' }],
  ['a grant token', { 'x-api-key': KEY.replace('tw_', 'tg_') }],
  ['a key of ten thousand characters', { 'x-api-key': `tw_${'a'.repeat(10_000)}` }],
  ['an empty key', { 'x-api-key': '' }],
  ['an empty Authorization', { authorization: '' }],
  ['a scheme without a key', { authorization: 'Bearer' }],
  ['a key without its scheme', { authorization: KEY }],
  ['two keys in one field', { 'x-api-key': `${KEY}, ${OTHER}` }],
  ['a name and password', { authorization: `Basic ${btoa('ada:secret')}` }],
  ['two keys that differ', { authorization: `Bearer ${KEY}`, 'x-api-key': OTHER }],
  ['a good key beside a revoked one', { authorization: `Bearer ${KEY}`, 'x-api-key': GONE }],
  ['a good key beside a password', { authorization: 'Basic abc', 'x-api-key': KEY }],
  ['a good key beside an empty one', { authorization: `Bearer ${KEY}`, 'x-api-key': '' }],
];

for (const [what, headers] of WRONG) {
  test(`an invalid key gets 401: ${what}`, async () => {
    const asked = await world();
    for (const path of [CORPUS, DROPS, `${EDGES}?limit=3`, `${CORPUS}?limit=nonsense`]) {
      const heard = await asked.ask(path, { headers });
      assert.equal(heard.status, 401, path);
      assert.equal(heard.headers.get('www-authenticate'), 'Bearer');
      assert.equal(heard.headers.get('cache-control'), 'no-store');
      assert.equal(limitOf(heard), null);
      const { error, getAKey } = parsed('apiError', heard.text);
      assert.equal(getAKey, `${PUBLIC_URL}/connect#keys`);
      assert.doesNotMatch(error, /aaaa|bbbb|cccc|zzzz|secret/);
    }
    assert.equal((await asked.ask(DROPS)).headers.get('ratelimit'), '"drops";r=29;t=3600', 'it counted for nobody');
    assert.deepEqual(asked.noted, []);
  });
}

test('the same key in both header fields and a scheme in any letter case are accepted', async () => {
  const asked = await world();
  for (const authorization of [`Bearer ${KEY}`, `bearer ${KEY}`, `BEARER  ${KEY} `]) {
    const heard = await asked.ask(CORPUS, { headers: { authorization, 'x-api-key': KEY } });
    assert.deepEqual([heard.status, limitOf(heard)], [200, '"corpus";q=2000;w=3600'], authorization);
  }
});

test('endpoints without keys ignore a key, valid or not', async () => {
  const asked = await world();
  const paths = ['/api/health', '/schema/index.json', '/', '/terms', '/connect', MARKET];
  for (const path of paths) {
    for (const headers of [bearer(KEY).headers, bearer(GONE).headers, { authorization: 'Basic abc' }]) {
      const heard = await asked.ask(path, { headers });
      assert.equal(heard.status, 200, path);
    }
  }
  const upload = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...named(GONE).headers },
    body: '{}',
  };
  assert.equal((await asked.ask('/api/intake', upload)).status, 200);
  assert.deepEqual(asked.noted, []);
});

test('a key in the query is ignored', async () => {
  const asked = await world();
  for (const name of ['key', 'api_key', 'apiKey', 'access_token']) {
    assert.equal(limitOf(await asked.ask(`${CORPUS}?${name}=${KEY}`)), '"corpus";q=30;w=3600');
  }
});

test('if keys are unreachable, a request with a key gets 503 and does not count, and others are served', async () => {
  const asked = await world({}, async () => storageFails('snapshot', 'SQLITE_IOERR'));
  for (const path of [CORPUS, DROPS]) {
    const heard = await asked.ask(path, bearer(KEY));
    assert.equal(heard.status, 503, path);
    parsed('apiError', heard.text);
    assert.equal((await asked.ask(path)).status, 200);
    assert.equal((await asked.ask(path, bearer('tw_short'))).status, 401, 'a malformed one need not be looked up');
  }
});

test('an internal error during a key look-up is 500 without detail', async () => {
  const asked = await world({}, async () => {
    throw new Error(`secret ${KEY}`);
  });
  const heard = await asked.ask(CORPUS, bearer(KEY));
  assert.equal(heard.status, 500);
  assert.ok(!parsed('apiError', heard.text).error.includes('secret'));
  assert.deepEqual(asked.logged, [{ event: 'http.bug', fields: { route: CORPUS, class: 'Error' } }]);
});

test('getAKey is in every apiError while keys are on, and in none while they are off', async () => {
  const refusals: readonly (readonly [path: string, init: RequestInit, status: number])[] = [
    [`${CORPUS}?limit=0`, {}, 400],
    [`${EDGES}?rel=none`, {}, 400],
    [`${MARKET}?house=Horde`, {}, 400],
    ['/api/none', {}, 404],
    ['/schema/none.json', {}, 404],
    [DROPS, { method: 'POST' }, 405],
    [DROPS, { headers: { 'accept-encoding': 'identity;q=0' } }, 406],
  ];
  for (const on of [true, false]) {
    const asked = await world({ settings: { keys: on } });
    for (const [path, init, status] of refusals) {
      const heard = await asked.ask(path, init);
      const { getAKey } = parsed('apiError', heard.text);
      assert.deepEqual([heard.status, getAKey], [status, on ? `${PUBLIC_URL}/connect#keys` : undefined], path);
    }
    asked.breakStorage(true);
    assert.equal('getAKey' in parsed('apiError', (await asked.ask(CORPUS)).text), on);
    const upload = await asked.ask('/api/intake', { method: 'POST', body: '{}' });
    assert.equal('getAKey' in parsed('intakeRefused', upload.text), false);
    const limited = await world({ settings: { keys: on, budgets: { corpus: { anonymous: 1, keyed: 1 } } as never } });
    await limited.ask(CORPUS);
    const refused = await limited.ask(CORPUS);
    assert.deepEqual([refused.status, 'getAKey' in parsed('apiError', refused.text)], [429, on]);
  }
});

test('while keys are off, any key is ignored', async () => {
  const asked = await world({ settings: { keys: false } });
  for (const init of [bearer(KEY), bearer(GONE), named('nonsense'), { headers: { authorization: 'Basic abc' } }]) {
    const heard = await asked.ask(`${CORPUS}?limit=5000`, init);
    assert.deepEqual([heard.status, parsed('corpusPublicResponse', heard.text).limit], [200, 500]);
    assert.equal(limitOf(heard), '"corpus";q=30;w=3600');
  }
  assert.deepEqual(asked.noted, []);
});

test('HEAD and redirects treat keys like GET', async () => {
  const asked = await world();
  const head = await asked.ask(CORPUS, { method: 'HEAD', ...bearer(KEY) });
  assert.deepEqual([head.status, head.headers.get('ratelimit')], [200, '"corpus";r=1999;t=3600']);
  const wrong = await asked.ask(CORPUS, { method: 'HEAD', ...bearer(GONE) });
  assert.deepEqual([wrong.status, wrong.text], [401, '']);
  assert.equal((await asked.ask(`${CORPUS}/`, bearer(GONE))).status, 308);
});

test('no log line contains a key', async () => {
  const asked = await world();
  for (const key of [KEY, GONE, 'tw_short']) await asked.ask(CORPUS, bearer(key));
  assert.doesNotMatch(JSON.stringify(asked.logged), /aaaa|cccc|short/);
});
