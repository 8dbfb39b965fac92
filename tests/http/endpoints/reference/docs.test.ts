import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoutes } from '../../../../http/endpoints/mod.ts';
import { DOCS_PATH, REFERENCE_GROUPS, TOOL_TOPICS } from '../../../../http/endpoints/reference/groups.ts';
import { RECORD_KINDS } from '../../../../schema/record_kinds.ts';
import { TOOLS } from '../../../../schema/tool_contracts.ts';
import { documented } from '../../openapi/openapi_check.ts';
import { contextOf } from '../../openapi/openapi_context.ts';
import { createApiWorld } from '../../openapi/openapi_world.ts';
import { createWorld, type World } from '../../support.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const PAGES = [DOCS_PATH, ...REFERENCE_GROUPS.map(({ path }) => path)];

async function readPages(world: World): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  for (const path of PAGES) {
    const { status, text, headers } = await world.ask(path);
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'], path);
    pages.set(path, text);
  }
  return pages;
}

/** Returns every address that a page loads or links to. */
function addressesOf(text: string): readonly string[] {
  return [...text.replace(/<link rel="canonical"[^>]*>/, '').matchAll(/(?:href|src)="([^"]+)"/g)].map(
    (match) => match[1]!,
  );
}

/** Returns the section of a page with this id, up to the next section. */
function sectionOf(text: string, id: string): string {
  const start = text.indexOf(`<section class="endpoint" id="${id}">`);
  assert.ok(start >= 0, `${id} has a section`);
  return text.slice(start, text.indexOf('</section>', start));
}

test('every link and file of the reference leads to the part that it names', async () => {
  const world = createWorld({ settings: { keys: true } });
  const pages = await readPages(world);
  const outside = new Set<string>();
  for (const [path, text] of pages) {
    assert.ok(
      !/<script(?![^>]* src=)|<style|style=| on[a-z]+="/.test(text),
      'nothing inline: the policy would block it',
    );
    for (const to of addressesOf(text)) {
      const [page = '', part] = to.split('#');
      if (/^https?:/.test(to)) outside.add(to);
      else if (part !== undefined && (page === '' || pages.has(page))) {
        assert.ok(pages.get(page === '' ? path : page)?.includes(` id="${part}"`), `${path} → ${to}`);
      } else assert.equal((await world.ask(page)).status, 200, `${path} → ${to}`);
    }
  }
  assert.deepEqual([...outside].sort(), [
    'https://creativecommons.org/licenses/by-sa/4.0/',
    'https://witness.example/',
  ]);
});

test('the first page begins with an example and the pages that most readers look for', async () => {
  const { text } = await createWorld().ask('/docs');
  const [start = ''] = text.slice(text.indexOf('<h1>')).split('<h2>');
  assert.match(start, /<code>curl &#39;[^<]+\/api\/tools\/search\?query=linen&#39;<\/code>/);
  const leads = [...start.matchAll(/<li><a href="([^"]+)"><b>/g)].map((match) => match[1]);
  assert.deepEqual(leads, ['/docs/tools', '/docs/observed', '/docs/files', '/tooltips', '/clients', '/connect/keys']);
});

test('every operation of the OpenAPI document has its section, with all parameters and statuses, and a table entry', async () => {
  const world = createWorld({ settings: { keys: true } });
  const pages = await readPages(world);
  const contents = pages.get(DOCS_PATH)!;
  const { operations, follow } = documented(JSON.parse((await world.ask('/api/openapi.json')).text));
  assert.ok(operations.length > 40);
  for (const { path, method, operation } of operations) {
    const { operationId: id, tags, parameters, responses } = operation;
    const page = REFERENCE_GROUPS.find(({ tag }) => tag === tags[0])!.path;
    assert.ok(contents.includes(`<a href="${page}#${id}">`), `${id} is in the contents`);
    const section = sectionOf(pages.get(page)!, id);
    assert.ok(section.includes(`<b>${method.toUpperCase()}</b> <code>${path}</code>`), id);
    const isTool = TOOLS.has(id);
    for (const { name, in: place } of parameters.map(follow)) {
      assert.equal(section.includes(`id="${id}.${name}"`), !isTool || place === 'query', `${id} ${name}`);
    }
    if (!isTool) for (const status of Object.keys(responses)) assert.match(section, new RegExp(`\\b${status}\\b`), id);
    for (const language of ['curl', 'JavaScript', 'Python']) {
      assert.ok(
        section.includes(`<summary>${language}</summary>\n<div class="copyable"><pre><code>`),
        `${id} in ${language}`,
      );
    }
    const isTried = section.includes(`action="/docs/try/${id}"`);
    assert.equal(isTried, method === 'get' && !['callTool', 'followChanges'].includes(id), `${id} can be tried`);
  }
});

test('an answer lists its fields, including nested ones, with types and optional fields', async () => {
  const { text } = await createWorld().ask('/docs/observed');
  const section = sectionOf(text, 'listDropRates');
  assert.ok(section.includes('<code>rates</code> <small class="quiet">array of object</small>'), section);
  assert.ok(section.includes('<code>sourceNpcId</code> <small class="quiet">integer, may be absent</small>'));
  assert.ok(section.includes('<code>dataAsOf</code> <small class="quiet">string or null</small>'));
  assert.ok(section.includes('<a href="/schema/api/dropsResponse.json">'));
  assert.ok(sectionOf(text, 'listPublicRecords').includes('<a href="/schema/records/loot.json">loot</a>'));
  const prices = sectionOf(text, 'getMarketPrices');
  assert.ok(prices.includes('Fields of marketRealmsResponse') && prices.includes('Fields of marketPricesResponse'));
  assert.ok(prices.includes('<code>[0]</code>'), 'places of a tuple');
});

test('limits, keys and caching are those of this instance', async () => {
  const drops = async (settings: Parameters<typeof createWorld>[0]): Promise<string> =>
    sectionOf((await createWorld(settings).ask('/docs/observed')).text, 'listDropRates');
  assert.match(await drops({ settings: { keys: true } }), /30 requests an hour, 2,000 with a key/);
  assert.match(await drops({ settings: { keys: true } }), /Send its ETag as If-None-Match/);
  const alone = await drops({});
  assert.ok(alone.includes('30 requests an hour<') && alone.includes('<dt>Key</dt><dd>not read</dd>'));
  assert.ok((await drops({ settings: { limits: false } })).includes('<dt>Limit</dt><dd>none</dd>'));
  const overview = await createWorld({ settings: { limits: false } }).ask('/docs');
  assert.ok(overview.text.includes('no hourly limits') && overview.text.includes('Keys are switched off here'));
});

test('a form leads to the request of its fields, without empty ones', async () => {
  const world = createWorld();
  await world.write();
  const rows: readonly (readonly [form: string, location: string, status: number])[] = [
    ['listRelations?from_kind=item&from_id=25&rel=&limit=', '/api/edges?from_kind=item&from_id=25', 200],
    ['getTooltip?type=item&id=25', '/api/tooltip/item/25', 404],
    ['getTooltip?type=%2F%2Fevil.example&id=..%2F', '/api/tooltip/%2F%2Fevil.example/..%2F', 400],
    ['getRecordSchema?kind=loot', '/schema/records/loot.json', 200],
    ['get_by_name?name=a%20b%26c', '/api/tools/get_by_name?name=a+b%26c', 200],
    ['getHealth', '/api/health', 200],
  ];
  for (const [form, location, status] of rows) {
    const { status: redirected, headers } = await world.ask(`/docs/try/${form}`);
    assert.deepEqual([redirected, headers.get('location')], [303, location], form);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal((await world.ask(location)).status, status, location);
  }
  const none = await world.ask('/docs/try/nothing');
  assert.equal(none.status, 404);
  assert.match(none.text, /The API has no operation &quot;nothing&quot;/);
});

test('the form of each operation gets an answer with its prefilled values', async () => {
  const world = await createApiWorld();
  let sent = 0;
  for (const text of (await readPages(world)).values()) {
    for (const [, action, fields] of text.matchAll(
      /<form class="try" method="get" action="([^"]+)">([\s\S]*?)<\/form>/g,
    )) {
      const query = new URLSearchParams(
        [...fields!.matchAll(/<input id="[^"]+" name="([^"]+)"[^>]* value="([^"]*)"/g)].map(([, name, value]) => [
          name!,
          value!,
        ]),
      );
      for (const [, name, options] of fields!.matchAll(/<select id="[^"]+" name="([^"]+)"[^>]*>(.*?)<\/select>/g)) {
        query.append(name!, /<option selected>([^<]+)/.exec(options!)?.[1] ?? '');
      }
      const location = (await world.ask(`${action}?${query}`)).headers.get('location') ?? '';
      const { status, text: answer } = await world.ask(location);
      assert.equal(status, 200, `${location}: ${answer.slice(0, 200)}`);
      sent++;
    }
  }
  assert.ok(sent > 40, `${sent} forms`);
});

test('examples use what the instance has', async () => {
  const world = await createApiWorld();
  const [, first = ''] =
    /curl &#39;([^&]*?\/api\/tools\/search\?[^&]*)&#39;/.exec((await world.ask(DOCS_PATH)).text) ?? [];
  const { answer } = JSON.parse((await world.ask(first.slice(first.indexOf('/api/')))).text);
  assert.notDeepEqual(answer.results, [], first);
});

test('headings are in order, ids are unique, and every field has a label', async () => {
  for (const [path, text] of await readPages(createWorld({ settings: { keys: true } }))) {
    const levels = [...text.matchAll(/<h([1-6])/g)].map((match) => Number(match[1]));
    assert.equal(levels.filter((level) => level === 1).length, 1, path);
    levels.forEach((level, at) => {
      assert.ok(level <= (levels[at - 1] ?? 0) + 1, `${path}: h${levels[at - 1]} is followed by h${level}`);
    });
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!);
    assert.equal(new Set(ids).size, ids.length, path);
    for (const [, id] of text.matchAll(/<(?:input|select) id="([^"]+)" name=/g)) {
      assert.ok(text.includes(`<label for="${id}">`), `${path}: ${id}`);
    }
  }
});

test('pages are small, rendered once and cached', async () => {
  const world = createWorld({ settings: { keys: true } });
  const routes = createRoutes(contextOf());
  for (const path of PAGES) {
    for (const coding of ['br', 'gzip']) {
      const { bytes, headers } = await world.ask(path, { headers: { 'accept-encoding': coding } });
      assert.equal(headers.get('content-encoding'), coding);
      assert.ok(bytes.byteLength < 60_000, `${path}: ${bytes.byteLength} bytes as ${coding}`);
      const etag = headers.get('etag') ?? '';
      const again = await world.ask(path, { headers: { 'accept-encoding': coding, 'if-none-match': etag } });
      assert.equal(again.status, 304, path);
    }
    // Longer answers are not cached (http/middleware/serve_from_cache.ts).
    assert.ok((await world.ask(path)).bytes.byteLength < 512 * 1024, path);
    const isOverview = path === DOCS_PATH;
    assert.deepEqual(routes.find((route) => route.path === path)?.cachePolicy, {
      while: isOverview ? 'snapshot' : 'process',
      by: 'path',
    });
  }
});

test('every tool is listed under exactly one topic', () => {
  assert.deepEqual(TOOL_TOPICS.flatMap(({ tools }) => tools).toSorted(), [...TOOLS.keys()].toSorted());
});

test('pages run only scripts of the instance, and data runs none', async () => {
  const world = createWorld();
  for (const path of [...PAGES, '/', '/terms', '/connect', '/docs/none', '/docs/try/getHealth']) {
    assert.equal((await world.ask(path)).headers.get('content-security-policy'), POLICY, path);
  }
  for (const path of ['/api/openapi.json', '/assets/style.1.css']) {
    const policy = (await world.ask(path)).headers.get('content-security-policy') ?? '';
    assert.equal(policy, "default-src 'none'; frame-ancestors 'none'", path);
  }
  const { text } = await world.ask('/docs');
  const scripts = [...text.matchAll(/<script src="([^"]+)"/g)].map((match) => match[1]);
  const others = [...(await world.ask('/terms')).text.matchAll(/<script src="([^"]+)"/g)].map((match) => match[1]);
  assert.deepEqual(scripts, others, 'the reference needs no script of its own');
});

test('the name of the instance is always escaped', async () => {
  const world = createWorld({ settings: { serviceName: '"><script>alert(1)</script>' } });
  for (const text of (await readPages(world)).values()) assert.ok(!text.includes('<script>'));
});

test('every page links to the reference, and the page about the instance also to its document', async () => {
  const world = createWorld();
  for (const path of ['/', '/about']) assert.ok((await world.ask(path)).text.includes('href="/docs"'), path);
  assert.ok((await world.ask('/about')).text.includes('href="/api/openapi.json"'));
});

test('the page about uploads lists the fields of each kind of record', async () => {
  const world = createWorld();
  const { text } = await world.ask('/docs/uploads');
  for (const kind of RECORD_KINDS.keys()) {
    const [, after = ''] = text.split(`<summary>${kind}</summary>`);
    const [list = ''] = after.split('/schema/records/').slice(1, 2);
    const schema = JSON.parse((await world.ask(`/schema/records/${kind}.json`)).text);
    for (const field of Object.keys(schema.properties))
      assert.ok(list.includes(`<code>${field}</code>`), `${kind}.${field}`);
  }
});
