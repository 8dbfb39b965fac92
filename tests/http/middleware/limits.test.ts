import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorld, type Heard, parsed, publicSource, rowsOf, SETTINGS, type World } from '../support.ts';

const CORPUS = '/api/corpus/public';
const DROPS = '/api/rollups/drops';

async function world(options: Parameters<typeof createWorld>[0] = {}): Promise<World> {
  const made = createWorld(options);
  await made.write({ corpus: [rowsOf('loot', 0, 3)], drops: [publicSource(1, 2)] });
  return made;
}

function told(heard: Heard): readonly (string | null)[] {
  return ['ratelimit-policy', 'ratelimit', 'retry-after'].map((name) => heard.headers.get(name));
}

test('each limit is counted separately, announces what is left, and refuses the next request', async () => {
  const asked = await world();
  assert.deepEqual(told(await asked.ask(CORPUS)), ['"corpus";q=30;w=3600', '"corpus";r=29;t=3600', null]);
  asked.clock.ms += 1_000_500;
  for (let i = 2; i < 30; i++) await asked.ask(CORPUS);
  const last = await asked.ask(CORPUS);
  assert.deepEqual([last.status, ...told(last)], [200, '"corpus";q=30;w=3600', '"corpus";r=0;t=2600', null]);
  const refused = await asked.ask(CORPUS);
  assert.equal(refused.status, 429);
  assert.deepEqual(told(refused), ['"corpus";q=30;w=3600', '"corpus";r=0;t=2600', '2600']);
  assert.match(parsed('apiError', refused.text).error, /30 in 60 minutes.*44 minutes/);
  assert.equal((await asked.ask(DROPS)).headers.get('ratelimit'), '"drops";r=29;t=3600');
  assert.equal((await asked.ask(CORPUS, { from: '192.0.2.2' })).status, 200, 'another client');
  asked.clock.ms += 2_600_000 - 501;
  assert.equal((await asked.ask(CORPUS)).status, 429);
  asked.clock.ms += 501;
  assert.equal((await asked.ask(CORPUS)).headers.get('ratelimit'), '"corpus";r=29;t=3600');
});

test('304, 400 and HEAD count, and server errors do not', async () => {
  const asked = await world();
  const etag = (await asked.ask(DROPS)).headers.get('etag') ?? '';
  const same = await asked.ask(DROPS, { headers: { 'if-none-match': etag } });
  assert.deepEqual([same.status, same.headers.get('ratelimit')], [304, '"drops";r=28;t=3600']);
  assert.equal((await asked.ask(`${DROPS}?limit=0`)).headers.get('ratelimit'), '"drops";r=27;t=3600');
  assert.equal((await asked.ask(DROPS, { method: 'HEAD' })).headers.get('ratelimit'), '"drops";r=26;t=3600');
  await asked.ask(CORPUS);
  asked.breakStorage(true);
  for (let i = 0; i < 40; i++) {
    const heard = await asked.ask(CORPUS);
    assert.deepEqual([heard.status, heard.headers.get('ratelimit')], [503, '"corpus";r=29;t=3600']);
  }
  asked.breakStorage(false);
  assert.equal((await asked.ask(CORPUS)).headers.get('ratelimit'), '"corpus";r=28;t=3600');
});

test('pages that use expensive tools count towards the limit of tools, and other pages towards that of cards', async () => {
  const asked = await world({
    settings: { budgets: { ...SETTINGS.budgets, tools: { anonymous: 3, keyed: 9 } } },
  });
  const pages = ['/search?q=wolf', '/profession/cooking?from=1&to=9', '/upload/01ARZ3NDEKTSV4RRFFQ69G5FAV'];
  const answers = async (paths: readonly string[]) =>
    (await Promise.all(paths.map((path) => asked.ask(path)))).map(({ status }) => status === 429);
  assert.deepEqual(await answers(pages), [false, false, false]);
  assert.deepEqual(await answers([...pages, '/api/tools']), [true, true, true, true]);
  assert.deepEqual(await answers(['/npcs', '/professions', '/coverage', '/search/', '/upload']), Array(5).fill(false));
});

test('a refused upload says that nothing was stored', async () => {
  const asked = await world({ settings: { budgets: budgetsOf({ intake: 1 }) } });
  const post = () =>
    asked.ask('/api/intake', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
  assert.deepEqual(told(await post()), ['"intake";q=1;w=3600', '"intake";r=0;t=3600', null]);
  const refused = await post();
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '3600']);
  assert.equal(parsed('intakeRefused', refused.text).persisted, false);
  assert.equal(asked.taken.length, 1);
});

test("requests that other sites cause in a visitor's browser do not count", async () => {
  const budgets = Object.fromEntries(
    Object.keys(SETTINGS.budgets).map((name) => [name, { anonymous: 2, keyed: 2 }]),
  ) as never;
  const json = { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' };
  // What browsers let any page send without a preflight, and without Sec-Fetch-Site if the page uses plain http.
  const simple = { 'content-type': 'text/plain', origin: 'https://evil.example' };
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' };
  const strangers: readonly (readonly [path: string, headers: Record<string, string>, status: number])[] = [
    ['/api/intake', json, 400],
    ['/api/intake', simple, 400],
    ['/api/intake', form, 400],
    ['/api/intake', { ...json, 'content-encoding': 'zip' }, 400],
    ['/mcp', { ...simple, host: 'witness.example' }, 403],
    ...FORMS.flatMap((path) => [
      [path, form, 403] as const,
      [path, { ...form, 'sec-fetch-site': 'cross-site' }, 403] as const,
    ]),
  ];
  const asked = await world({ settings: { budgets, keys: true, selfGrants: true } });
  for (const [path, headers, status] of strangers) {
    for (let i = 0; i < 5; i++) {
      const heard = await asked.ask(path, { method: 'POST', headers, body: 'a=b' });
      assert.deepEqual([heard.status, /;r=2;/.test(heard.headers.get('ratelimit') ?? '')], [status, true], path);
    }
  }
  const own = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const left = async () => told(await asked.ask('/api/intake', { method: 'POST', headers: own, body: '{}' }))[1];
  assert.deepEqual(
    [await left(), await left(), await left()].map((field) => field?.slice(0, 14)),
    ['"intake";r=1;t', '"intake";r=0;t', '"intake";r=0;t'],
  );
  const late = await asked.ask('/api/intake', { method: 'POST', headers: json, body: '{}' });
  assert.equal(late.status, 429, 'to be refused is no way around the limit');
  assert.equal(asked.taken.length, 2);
});

const FORMS = [
  '/connect/keys',
  '/connect/keys/revoke',
  '/connect/grants',
  '/connect/grants/revoke',
  '/connect/erase',
  '/connect/erase/preview',
  '/connect/erase/confirm',
] as const;

function budgetsOf(anonymous: { intake: number }) {
  return Object.fromEntries(
    Object.entries({ corpus: 30, drops: 30, ...anonymous }).map(([name, quota]) => [
      name,
      { anonymous: quota, keyed: quota },
    ]),
  ) as never;
}

test('unlimited routes have no limit, and nothing has one if limits are off', async () => {
  const asked = await world();
  for (const path of ['/api/health', '/schema/index.json', '/', '/terms', '/api/none']) {
    for (let i = 0; i < 40; i++) {
      const heard = await asked.ask(path);
      assert.deepEqual([heard.status !== 429, ...told(heard)], [true, null, null, null], path);
    }
  }
  const free = await world({ settings: { limits: false } });
  for (let i = 0; i < 40; i++) assert.deepEqual(told(await free.ask(CORPUS)), [null, null, null]);
});

test('clients are distinguished by the address that trusted proxies report', async () => {
  const asked = await world({ settings: { trustedProxies: 1 } });
  const via = (forwarded: string) => asked.ask(CORPUS, { from: '10.0.0.1', headers: { 'x-forwarded-for': forwarded } });
  assert.match((await via('203.0.113.1, 2001:db8:1:2::1')).headers.get('ratelimit') ?? '', /r=29/);
  assert.match((await via('203.0.113.2, 2001:db8:1:2::2')).headers.get('ratelimit') ?? '', /r=28/, 'the same /64');
  assert.match((await via('2001:db8:1:3::2')).headers.get('ratelimit') ?? '', /r=29/);
  const untrusting = await world();
  await untrusting.ask(CORPUS, { headers: { 'x-forwarded-for': '203.0.113.1' } });
  const second = await untrusting.ask(CORPUS, { headers: { 'x-forwarded-for': '203.0.113.2' } });
  assert.match(second.headers.get('ratelimit') ?? '', /r=28/);
});

test('a key sent while keys are off is ignored', async () => {
  const asked = await world();
  const first = await asked.ask(CORPUS, { headers: { authorization: `Bearer tw_${'a'.repeat(43)}` } });
  assert.deepEqual([first.status, JSON.parse(first.text).limit], [200, 500]);
  const second = await asked.ask(CORPUS, { headers: { 'x-api-key': 'no key at all' } });
  assert.deepEqual([second.status, second.headers.get('ratelimit')], [200, '"corpus";r=28;t=3600']);
});
