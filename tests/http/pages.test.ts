import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { minifyStyles, readStyleSheet } from '../../adapters/bundles.ts';
import { storageFails } from '../support/storage_fails.ts';
import { createWorld, PUBLIC_URL, publicSource, rowsOf, SETTINGS } from './support.ts';

const STYLES = fileURLToPath(new URL('../../http/pages/style', import.meta.url));

async function world(serviceName = 'Third Witness', publicUrl = PUBLIC_URL) {
  const made = createWorld({ settings: { serviceName, publicUrl } });
  await made.write({
    corpus: [rowsOf('loot', 0, 1234)],
    drops: [publicSource(1, 2), publicSource(2, 0)],
    queued: 348,
  });
  return made;
}

test('the page about the instance shows the state of the data and links to what programs read', async () => {
  const { text, headers, status } = await (await world()).ask('/about');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  for (const part of [
    '<time datetime="2026-11-21T12:00:00.000Z">2026-11-21 12:00 UTC</time>',
    '<time datetime="2026-11-21T11:59:00.000Z">',
    '<dd>1,234</dd>',
    '<dd>348</dd>',
    'href="/schema/index.json"',
    'href="/api/health"',
    'href="/terms"',
    'href="/assets/style.1.css"',
    `curl --compressed &#39;${PUBLIC_URL}/api/rollups/drops?limit=10&#39;`,
    'CC BY-SA 4.0',
    'AGPL-3.0-only',
    '<html lang="en">',
    '<title>About – Third Witness</title>',
    '<main id="content">',
  ]) {
    assert.ok(text.includes(part), part);
  }
  assert.ok(!/<script(?! src=)|style=/.test(text), 'nothing inline: the policy would block it');
});

test('the home page has one line of numbers, and its search box is the only one', async () => {
  const { text, headers, status } = await (await world()).ask('/');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  for (const part of [
    '1,234 records, 2 drop rates, 0 relations, updated <time datetime="2026-11-21T12:00:00.000Z">',
    'latest upload <time datetime="2026-11-21T11:59:00.000Z">',
    'href="/about"',
    'href="/terms"',
    'CC BY-SA 4.0',
    '<title>Home – Third Witness</title>',
    '<h1>',
  ]) {
    assert.ok(text.includes(part), part);
  }
  assert.equal(text.match(/type="search"/g)?.length, 1);
  assert.doesNotMatch(text, /No reports yet/);
  assert.ok(!/<script(?! src=)|style=/.test(text), 'nothing inline: the policy would block it');
});

test('home leads to creatures and tasks of a level and to the upload of a file', async () => {
  const { ask } = await world();
  const { text } = await ask('/');
  const [, form = ''] = /<form class="choose" method="get" action="\/zones">([\s\S]*?)<\/form>/.exec(text) ?? [];
  assert.match(form, /name="level"/);
  const [, other = ''] = /formaction="([^"]+)"/.exec(form) ?? [];
  for (const path of ['/zones', other]) assert.equal((await ask(`${path}?level=18`)).status, 200, path);
  assert.match(text, /<a href="\/upload">Report what you found<\/a>/);
});

test('every link on the pages works', async () => {
  const asked = await world();
  for (const page of ['/', '/about', '/zones', '/terms', '/connect', '/upload']) {
    const { text } = await asked.ask(page);
    const links = [...text.matchAll(/href="([^"]+)"/g)]
      .map((match) => match[1]!)
      .filter((to) => !/^(#|(data|https?):)/.test(to));
    assert.ok(links.length >= 3);
    for (const to of links) {
      const { pathname } = new URL(to, `http://a.example${page}`);
      assert.equal((await asked.ask(pathname)).status, 200, to);
    }
  }
});

test('every page that names the probability of a drop rate’s range names the same', async () => {
  const asked = await world();
  for (const page of ['/about', '/terms', '/addons']) {
    const text = (await asked.ask(page)).text.replaceAll('\n', ' ');
    assert.match(text, /with a probability of 96%/, page);
    assert.doesNotMatch(text, /95%/, page);
  }
});

test('the terms have every required statement', async () => {
  const { text } = await (await world()).ask('/terms');
  for (const part of [
    'https://creativecommons.org/licenses/by-sa/4.0/',
    'Data: Third Witness contributors',
    `${PUBLIC_URL}/`,
    'time and place',
    'removing them from backups is the operator’s duty',
    'belong to the game’s publisher',
    'AGPL-3.0-only',
  ]) {
    assert.ok(text.replace(/\s+/g, ' ').includes(part), part);
  }
});

/** Texts that each page below /connect must contain. */
const CONNECT: Readonly<Record<string, readonly string[]>> = {
  '/connect': ['at most 2,000 records and 1,000,000 bytes', `${PUBLIC_URL}/api/intake`, 'id="uploading"'],
  '/connect/keys': [
    'action="/connect/keys"',
    'You can make 5 keys a day from one address.',
    'Authorization: Bearer tw_…',
    'X-API-Key: tw_…',
    '2,000 times an hour instead of 30',
    '5,000 rows instead of 500',
    `${PUBLIC_URL}/api/rollups/drops?limit=5000`,
  ],
  '/connect/grants': ['The operator issues grants', 'npm run job -- grant issue'],
  '/connect/erase': ['npm run job -- erase --install ID', 'You first see what would go'],
};

test('the pages about connecting explain keys, grants, erasure and uploads', async () => {
  const asked = createWorld({ settings: { keys: true } });
  for (const [page, parts] of Object.entries(CONNECT)) {
    const { text, headers, status } = await asked.ask(page);
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8']);
    const words = text.replace(/\s+/g, ' ').replaceAll('&#39;', "'");
    for (const part of [...parts, 'href="/connect"']) assert.ok(words.includes(part), `${part} on ${page}`);
    assert.ok(!/<script(?! src=)|style=/.test(text));
  }
  for (const page of ['/', '/terms']) assert.ok((await asked.ask(page)).text.includes('href="/connect"'), page);
});

test('while keys are off the page says so, and does not explain how to get one', async () => {
  const { text } = await createWorld({ settings: { keys: false } }).ask('/connect/keys');
  assert.match(text.replace(/\s+/g, ' '), /<h1>API keys<\/h1> <p>Keys are switched off here/);
  assert.ok(!text.includes('key create') && !text.includes('Bearer'));
});

test('if limits are off, the page promises only larger pages', async () => {
  const { text } = await createWorld({ settings: { keys: true, limits: false } }).ask('/connect/keys');
  assert.ok(text.includes('5,000 rows') && !text.includes('times an hour'));
});

test('the name of the instance is always escaped', async () => {
  const asked = await world('Tom & Jürgen\'s "<script>alert(1)</script>"');
  for (const path of ['/', '/terms', '/connect', '/none']) {
    const { text } = await asked.ask(path);
    assert.ok(!text.includes('<script>'), path);
    assert.ok(text.includes('Tom &amp; Jürgen&#39;s &quot;&lt;script&gt;'), path);
  }
});

test('a page that does not exist looks like the others', async () => {
  const asked = await world();
  const style = '<link rel="stylesheet" href="/assets/style.1.css">';
  assert.ok((await asked.ask('/terms')).text.includes(style));
  for (const path of ['/none', '/npc/999', '/npc/x']) {
    const { status, text, headers } = await asked.ask(path);
    assert.deepEqual(
      [status, headers.get('content-type')],
      [path === '/npc/x' ? 400 : 404, 'text/html; charset=utf-8'],
    );
    assert.ok(text.includes(style), path);
    assert.match(headers.get('content-security-policy') ?? '', /style-src 'self'/);
  }
});

test('pages and refusals say how to reach the operator and where the source is', async () => {
  const settings = {
    contact: { name: 'ops@tw.example', url: 'mailto:ops@tw.example' },
    sourceUrl: 'https://code.example/tw',
    budgets: { ...SETTINGS.budgets, edges: { anonymous: 1, keyed: 1 } },
  };
  const asked = createWorld({ settings });
  await asked.write();
  const mail = '<a href="mailto:ops@tw.example">ops@tw.example</a>';
  assert.ok((await asked.ask('/connect')).text.includes(mail));
  for (const path of ['/', '/terms', '/connect', '/none']) {
    assert.ok((await asked.ask(path)).text.includes('<a href="https://code.example/tw">its source</a>'), path);
  }
  assert.match(
    (await asked.ask('/terms')).text,
    /Source code of this instance: <a href="https:\/\/code\.example\/tw">/,
  );
  const { info } = JSON.parse((await asked.ask('/api/openapi.json')).text);
  assert.match(info.description, /<https:\/\/code\.example\/tw>/);
  assert.match(info.description, /ops@tw\.example/);
  for (const path of ['/api/none', '/none', '/api/tooltip/npc/999']) {
    assert.match((await asked.ask(path)).text, /Operator: ops@tw\.example/, path);
  }
  await asked.ask('/api/edges');
  const limited = await asked.ask('/api/edges');
  assert.equal(limited.status, 429);
  assert.match(JSON.parse(limited.text).error, /again in 60 minutes\. Operator: ops@tw\.example$/);
  assert.ok(!(await asked.ask('/api/rollups/drops?limit=x')).text.includes('ops@'), 'other refusals do not');
});

test('without an operator or a source the pages about them say so, and no other page mentions a source', async () => {
  const asked = await world();
  assert.match((await asked.ask('/connect')).text, /The operator of this instance has not published a contact address/);
  for (const path of ['/', '/items', '/none', '/connect', '/api/openapi.json']) {
    assert.doesNotMatch((await asked.ask(path)).text, /(?:has not published|: ) ?(?:its|the) source/, path);
  }
  assert.match((await asked.ask('/')).text, /Third Witness, is AGPL-3\.0-only\.<\/small>/);
  assert.match((await asked.ask('/terms')).text, /has not published the source code/);
  assert.ok(!(await asked.ask('/none')).text.includes('Operator:'));
});

test('pages below a path of their host link within it', async () => {
  const { text } = await (await world('x', 'https://a.example/data')).ask('/terms');
  assert.ok(text.includes('href="/data/"') && text.includes('href="/data/assets/style.1.css"'));
});

test('if the data is unreachable the page says so and is not cached', async () => {
  const asked = createWorld();
  assert.match((await asked.ask('/about')).text, /is writing its first snapshot/);
  assert.match((await asked.ask('/')).text, /No reports yet/);
  await asked.write();
  asked.breakStorage(true);
  for (const path of ['/', '/about']) {
    const { status, text } = await asked.ask(path);
    assert.equal(status, 200, path);
    assert.match(text, /cannot be read right now: they are unknown, not zero/, path);
    assert.doesNotMatch(text, /No reports yet|first snapshot|Public records|records,/, path);
  }
  asked.breakStorage(false);
  assert.match((await asked.ask('/about')).text, /Public records/);
  assert.match((await asked.ask('/')).text, /0 records,/);
});

test('a page rendered while the data became unreachable is not cached', async () => {
  for (const [path, known] of [
    ['/', /0 records,/],
    ['/about', /Public records/],
  ] as const) {
    let views = 0;
    const asked = createWorld({
      store: (store) => ({
        ...store,
        // `newest` is called first by the response cache and then by the page. Only the page's call fails.
        newest: async () => (++views === 2 ? storageFails('snapshot', 'SQLITE_IOERR') : store.newest()),
      }),
    });
    await asked.write();
    assert.match((await asked.ask(path)).text, /cannot be read/, path);
    assert.match((await asked.ask(path)).text, known, path);
  }
});

test('the name of the style sheet contains a digest of its content', () => {
  const sheet = readStyleSheet();
  assert.match(sheet.name, /^site\.[0-9a-f]{10}\.css$/);
  assert.ok(sheet.bytes.byteLength > 10_000);
  const text = new TextDecoder().decode(sheet.bytes);
  assert.ok(!/url\((?!"data:)/.test(text), 'it loads nothing from elsewhere');
  for (const file of readdirSync(STYLES)) {
    assert.ok(text.includes(minifyStyles(readFileSync(join(STYLES, file), 'utf8'))), file);
  }
});
