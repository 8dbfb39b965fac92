import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDocument, listDocuments } from '../../schema/published.ts';
import { countCorpusReads, replaceReads } from '../support/replace_reads.ts';
import { createWorld, type Heard, PUBLIC_URL, parsed, publicSource, rowsOf, type World } from './support.ts';

const CORPUS = '/api/corpus/public';
const DROPS = '/api/rollups/drops';

async function world(settings: Parameters<typeof createWorld>[0] = {}): Promise<World> {
  const made = createWorld({ ...settings, settings: { limits: false, ...settings.settings } });
  await made.write({ corpus: [rowsOf('loot', 0, 40)], drops: [publicSource(1, 40)] });
  return made;
}

function field(heard: Heard, name: string): string | null {
  return heard.headers.get(name);
}

test('each answer has its Cache-Control and Vary', async () => {
  const asked = await world();
  const rows: [path: string, cacheControl: string, vary: string, etag: boolean][] = [
    [CORPUS, 'no-store', 'Accept-Encoding', false],
    ['/api/health', 'no-store', 'Accept-Encoding', false],
    [DROPS, 'private, no-cache', 'Authorization, X-API-Key, Accept-Encoding', true],
    ['/schema/index.json', 'public, max-age=3600', 'Accept-Encoding', true],
    ['/', 'public, no-cache', 'Accept-Encoding', true],
    ['/terms', 'public, no-cache', 'Accept-Encoding', true],
    ['/assets/style.1.css', 'public, max-age=31536000, immutable', 'Accept-Encoding', true],
  ];
  for (const [path, cacheControl, vary, etag] of rows) {
    const heard = await asked.ask(path);
    assert.equal(heard.status, 200, path);
    assert.deepEqual([field(heard, 'cache-control'), field(heard, 'vary')], [cacheControl, vary], path);
    assert.equal(field(heard, 'etag') !== null, etag, path);
  }
});

test('only observed answers have a licence, credit and links', async () => {
  const asked = await world({ settings: { serviceName: 'Wächter & 50%\u{1F409}' } });
  const licence = '<https://creativecommons.org/licenses/by-sa/4.0/>; rel="license"';
  const terms = `<${PUBLIC_URL}/terms>; rel="terms-of-service"`;
  for (const path of [`${CORPUS}?limit=3`, `${DROPS}?limit=3`, CORPUS]) {
    const heard = await asked.ask(path);
    const { next, attribution } = JSON.parse(heard.text);
    assert.equal(field(heard, 'x-service-licence'), 'CC BY-SA 4.0');
    assert.equal(field(heard, 'x-service-credit'), 'Data: W%C3%A4chter & 50%25%F0%9F%90%89 contributors');
    assert.equal(attribution.credit, 'Data: Wächter & 50%\u{1F409} contributors');
    assert.equal(
      field(heard, 'link'),
      next === null ? `${licence}, ${terms}` : `${licence}, ${terms}, <${next}>; rel="next"`,
    );
  }
  for (const path of ['/api/health', '/schema/index.json', `${CORPUS}?limit=0`, '/terms']) {
    const heard = await asked.ask(path);
    assert.deepEqual([field(heard, 'x-service-licence'), field(heard, 'link')], [null, null], path);
  }
});

test('every answer keeps browsers from sniffing its type', async () => {
  const asked = await world();
  const paths = [CORPUS, `${CORPUS}?limit=0`, DROPS, '/api/health', '/api/none', '/none', '/', '/terms', '/terms/'];
  for (const path of [...paths, '/schema/limits.json', '/assets/style.1.css']) {
    const heard = await asked.ask(path);
    assert.equal(field(heard, 'x-content-type-options'), 'nosniff', path);
    assert.equal(field(heard, 'referrer-policy'), 'no-referrer', path);
    assert.match(field(heard, 'content-security-policy') ?? '', /default-src 'none'.*frame-ancestors 'none'/, path);
    assert.equal(field(heard, 'strict-transport-security'), 'max-age=31536000', path);
  }
  const plain = await world({ settings: { publicUrl: 'http://localhost:8787' } });
  assert.equal(field(await plain.ask('/'), 'strict-transport-security'), null);
});

test('only schema documents are open to every origin', async () => {
  const asked = await world();
  assert.ok(listDocuments().length >= 50);
  for (const path of listDocuments()) {
    const heard = await asked.ask(`/schema${path}`);
    assert.deepEqual(JSON.parse(heard.text), findDocument(path));
    assert.deepEqual([heard.status, field(heard, 'access-control-allow-origin')], [200, '*'], path);
    assert.equal(field(heard, 'content-type'), 'application/json');
  }
  const closed = [CORPUS, DROPS, '/api/health', '/', '/terms', '/assets/style.1.css', '/schema/none.json', '/api/none'];
  for (const path of closed) {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await asked.ask(path, { method, headers: { origin: 'https://other.example' } });
      assert.ok(![...headers.keys()].some((name) => name.startsWith('access-control-')), `${method} ${path}`);
    }
  }
  const preflight = await asked.ask('/schema/index.json', {
    method: 'OPTIONS',
    headers: { origin: 'https://other.example', 'access-control-request-method': 'GET' },
  });
  assert.equal(preflight.status, 204);
  assert.equal(field(preflight, 'access-control-allow-origin'), '*');
  assert.equal(field(preflight, 'access-control-allow-methods'), 'GET, HEAD, OPTIONS');
});

test('methods other than those of a route are refused', async () => {
  const asked = await world();
  const rows: [path: string, method: string, status: number, allow: string | null][] = [
    [CORPUS, 'OPTIONS', 204, 'GET, HEAD, OPTIONS'],
    [CORPUS, 'POST', 405, 'GET, HEAD, OPTIONS'],
    [CORPUS, 'DELETE', 405, 'GET, HEAD, OPTIONS'],
    [CORPUS, 'PROPFIND', 405, 'GET, HEAD, OPTIONS'],
    ['/api/intake', 'OPTIONS', 204, 'POST, OPTIONS'],
    ['/api/intake', 'GET', 405, 'POST, OPTIONS'],
    ['/api/intake', 'HEAD', 405, 'POST, OPTIONS'],
    ['/schema/index.json', 'PUT', 405, 'GET, HEAD, OPTIONS'],
    ['/', 'POST', 405, 'GET, HEAD, OPTIONS'],
    ['/api/none', 'OPTIONS', 404, null],
    ['/api/none', 'POST', 404, null],
  ];
  for (const [path, method, status, allow] of rows) {
    const heard = await asked.ask(path, { method });
    assert.deepEqual([heard.status, field(heard, 'allow')], [status, allow], `${method} ${path}`);
    if (status === 405 && method !== 'HEAD') assert.ok(parsed('apiError', heard.text).error.includes(allow ?? ''));
    if (status === 204) assert.equal(heard.bytes.byteLength, 0);
  }
});

test('HEAD has the same headers as GET, without a body', async () => {
  const asked = await world();
  for (const path of [CORPUS, DROPS, '/api/health', '/schema/index.json', '/', '/api/none', `${CORPUS}?limit=0`]) {
    const get = await asked.ask(path);
    const head = await asked.ask(path, { method: 'HEAD' });
    assert.equal(head.status, get.status);
    assert.equal(head.bytes.byteLength, 0);
    assert.deepEqual([...head.headers], [...get.headers], path);
    assert.equal(field(head, 'content-length'), String(get.bytes.byteLength));
  }
});

test('a trailing slash is redirected to the path without it', async () => {
  const asked = await world();
  const rows: [path: string, location: string][] = [
    ['/api/health/', '/api/health'],
    ['/api/corpus/public/?limit=3&a=%2F', '/api/corpus/public?limit=3&a=%2F'],
    ['/terms//', '/terms'],
    ['/none/', '/none'],
    ['//other.example/', '//other.example'],
  ];
  for (const [path, location] of rows) {
    const heard = await asked.ask(path);
    assert.deepEqual([heard.status, field(heard, 'location')], [308, PUBLIC_URL + location]);
  }
  assert.equal((await asked.ask('/api/intake/', { method: 'POST', body: '{}' })).status, 308);
});

test('an unknown path gets 404, as JSON for programs and as a page otherwise, and never a server error', async () => {
  const asked = await world();
  for (const path of ['/api', '/api/none', '/api/corpus', '/schema/none.json', '/schema', '/api/%zz', '/api/%00']) {
    const heard = await asked.ask(path);
    assert.equal(heard.status, 404, path);
    parsed('apiError', heard.text);
    assert.equal(field(heard, 'cache-control'), 'no-store');
  }
  for (const path of [
    '/none',
    '/apis',
    '/%',
    '/%zz',
    '/%c0%af',
    '/assets/none',
    '/index.html',
    `/${'a/'.repeat(900)}b`,
  ]) {
    const heard = await asked.ask(path);
    assert.equal(heard.status, 404, path);
    assert.match(field(heard, 'content-type') ?? '', /^text\/html/);
    assert.ok(heard.text.startsWith('<!doctype html>'));
  }
  assert.equal((await asked.ask(`${CORPUS}?${'%'.repeat(3000)}`)).status, 200);
});

test('JSON of more than a kilobyte is compressed as requested, with a separate ETag for each coding', async () => {
  const asked = await world();
  const heard = async (path: string, coding?: string) =>
    asked.ask(path, coding === undefined ? {} : { headers: { 'accept-encoding': coding } });
  for (const path of [CORPUS, DROPS, '/schema/limits.json', '/', '/terms']) {
    const plain = await heard(path);
    assert.ok(plain.bytes.byteLength > 1024, path);
    assert.equal(field(plain, 'content-encoding'), null);
    const tags = new Set([field(plain, 'etag')]);
    for (const coding of ['br', 'gzip']) {
      const packed = await heard(path, coding);
      assert.equal(field(packed, 'content-encoding'), coding, path);
      assert.equal(packed.text, plain.text);
      assert.ok(packed.bytes.byteLength < plain.bytes.byteLength);
      assert.equal(field(packed, 'content-length'), String(packed.bytes.byteLength));
      tags.add(field(packed, 'etag'));
    }
    assert.equal(tags.size, path === CORPUS ? 1 : 3, path);
  }
  assert.equal(field(await heard('/api/health', 'br'), 'content-encoding'), null, 'short');
  assert.equal(field(await heard('/api/health', 'identity;q=0, br'), 'content-encoding'), 'br', 'plain is refused');
  assert.equal(field(await heard('/api/health'), 'content-encoding'), null);
  const refused = await heard(CORPUS, 'identity;q=0');
  assert.equal(refused.status, 406);
  parsed('apiError', refused.text);
});

test('a client that has the current bytes gets 304', async () => {
  const asked = await world();
  for (const path of [DROPS, '/schema/index.json', '/', '/assets/style.1.css']) {
    const first = await asked.ask(path, { headers: { 'accept-encoding': 'br' } });
    const etag = field(first, 'etag') ?? '';
    assert.match(etag, /^"[\w-]+"$/);
    const conditions: [ifNoneMatch: string, status: number][] = [
      [etag, 304],
      [`W/${etag}`, 304],
      [`"other", ${etag}`, 304],
      [`"other",W/${etag} , "more"`, 304],
      ['*', 304],
      ['"other"', 200],
      [etag.replace(/"/g, ''), 200],
      [etag.replace(/.$/, '-gz"'), 200],
      ['', 200],
    ];
    for (const [ifNoneMatch, status] of conditions) {
      const heard = await asked.ask(path, { headers: { 'accept-encoding': 'br', 'if-none-match': ifNoneMatch } });
      assert.equal(heard.status, status, `${path} ${ifNoneMatch}`);
      if (status !== 304) continue;
      assert.equal(heard.bytes.byteLength, 0);
      const kept = [...first.headers].filter(([name]) => !/^content-(type|encoding|length)$/.test(name));
      assert.deepEqual([...heard.headers], kept, 'every other field stands');
    }
  }
  const corpus = await asked.ask(CORPUS, { headers: { 'if-none-match': '*' } });
  assert.equal(corpus.status, 200, 'the corpus has no tag');
  const wrong = await asked.ask(`${DROPS}?limit=0`, { headers: { 'if-none-match': '*' } });
  assert.equal(wrong.status, 400);
});

test('an ETag changes exactly when its bytes change', async () => {
  const asked = await world();
  const before = field(await asked.ask(DROPS), 'etag') ?? '';
  asked.clock.ms += 600_000;
  assert.equal((await asked.ask(DROPS, { headers: { 'if-none-match': before } })).status, 304);
  await asked.write({ drops: [{ ...publicSource(1, 40), topWindows: 21 }] });
  assert.equal((await asked.ask(DROPS, { headers: { 'if-none-match': before } })).status, 200);
});

test('an answer is computed once per snapshot, even for simultaneous requests', async () => {
  const { store, count } = countCorpusReads();
  const asked = await world({ store });
  const many = await Promise.all(
    Array.from({ length: 20 }, () => asked.ask(CORPUS, { headers: { 'accept-encoding': 'br' } })),
  );
  assert.equal(count(), 1);
  assert.equal(new Set(many.map((heard) => heard.text)).size, 1);
  await asked.ask(CORPUS, { headers: { 'accept-encoding': 'br' } });
  assert.equal(count(), 1, 'kept');
  await asked.ask(`${CORPUS}?limit=3`);
  assert.equal(count(), 2, 'another page');
  await asked.write({ corpus: [rowsOf('loot', 500, 1)] });
  assert.equal(JSON.parse((await asked.ask(CORPUS)).text).total, 41);
  assert.equal(count(), 3, 'a newer snapshot');
});

test('a cached answer is ready at once, with the same bytes and headers, whichever way its headers are read', async () => {
  const asked = createWorld();
  await asked.write({ corpus: [rowsOf('loot', 0, 40), rowsOf('item_seen', 0, 9)], drops: [publicSource(1, 40)] });
  const paths = [
    CORPUS,
    `${CORPUS}?limit=7&offset=38`,
    `${DROPS}?limit=7`,
    '/schema/index.json',
    '/',
    `${CORPUS}?limit=0`,
  ];
  for (const path of paths) {
    for (const headers of [{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'identity;q=0, *;q=0' }]) {
      await asked.ask(path, { headers });
      const first = await asked.ask(path, { headers });
      const header = (name: string): string | null => (headers as Readonly<Record<string, string>>)[name] ?? null;
      const answer = asked.app.fetch(new Request(`http://some.host${path}`), { remoteAddress: '192.0.2.1', header });
      const isRefused = first.status === 400;
      assert.equal(answer instanceof Promise, isRefused, path);
      const cached = await answer;
      assert.equal(cached.status, first.status);
      assert.deepEqual(Buffer.from(await cached.arrayBuffer()), Buffer.from(first.bytes), path);
      const fields = Object.fromEntries(cached.headers);
      const expected = Object.fromEntries(first.headers);
      if (expected['ratelimit'] !== undefined) {
        assert.match(fields['ratelimit']!, /r=\d+/);
        fields['ratelimit'] = expected['ratelimit'];
      }
      assert.deepEqual(fields, expected, path);
    }
  }
});

test('cached answers count against limits, and are not served while storage is away', async () => {
  const asked = createWorld();
  await asked.write({ corpus: [rowsOf('loot', 0, 40)] });
  const statusOf = async () => (await asked.ask(CORPUS)).status;
  for (let i = 0; i < 30; i++) assert.equal(await statusOf(), 200);
  assert.equal(await statusOf(), 429);
  asked.clock.ms += 3_600_000;
  asked.breakStorage(true);
  assert.equal(await statusOf(), 503, 'nothing is served from memory while storage is away');
  asked.breakStorage(false);
  for (let i = 0; i < 30; i++) assert.equal(await statusOf(), 200, 'a 503 was not counted');
});

test('an internal error is logged without its message and answered without detail', async () => {
  const asked = await world({
    store: (store) =>
      replaceReads(store, ({ rates }) => ({
        rates: {
          ...rates,
          inPlaces: async () => {
            throw new TypeError('secret of a player');
          },
        },
      })),
  });
  const heard = await asked.ask(DROPS);
  assert.equal(heard.status, 500);
  parsed('apiError', heard.text);
  assert.ok(!heard.text.includes('secret'));
  assert.deepEqual(asked.logged, [{ event: 'http.bug', fields: { route: DROPS, class: 'TypeError' } }]);
});

const WRITING =
  /This instance is writing its first snapshot, so nothing is known yet, which does not mean zero\. Ask again in a few seconds\./;

test('before its first snapshot an instance says that it is writing it, and not that storage cannot be read', async () => {
  const { ask } = createWorld({ settings: { limits: false } });
  const unavailable = [
    ...[CORPUS, `${CORPUS}?format=csv`, `${DROPS}?format=csv`, '/api/edges?format=csv', '/api/items'],
    ...['/api/market/prices', '/api/market/prices?realm=Everlook', '/api/tooltip/item/25', '/api/tooltip/item?ids=25'],
    ...['/coverage.json', '/feeds/recent.atom', '/sitemap.xml', '/api/changes?since=abcd1234.1'],
  ];
  for (const path of unavailable) {
    const heard = await ask(path);
    assert.deepEqual([heard.status, field(heard, 'retry-after')], [503, '10'], path);
    assert.match(heard.text, WRITING, path);
  }
  const table = await ask('/compare', { method: 'POST', headers: { 'content-type': 'text/csv' }, body: '1,2,3' });
  assert.deepEqual([table.status, field(table, 'retry-after')], [503, '10']);
  assert.match(table.text, WRITING);
  const answered = [
    ...['/api/tools/item_page?itemId=25', '/api/tools/search?query=x', '/api/tools/item_categories'],
    ...['/api/tools/everloot_plan', '/about', '/coverage', '/npcs?zone=14', '/quests?zone=14', '/talents', '/zones'],
    ...['/item/25', '/npc/6', '/search?q=linen'],
  ];
  for (const path of answered) assert.match((await ask(path)).text, WRITING, path);
  for (const path of [DROPS, '/api/edges', '/api/health', '/', ...answered, ...unavailable]) {
    assert.doesNotMatch((await ask(path)).text, /cannot be read|has been uploaded|No build of/, path);
  }
});
