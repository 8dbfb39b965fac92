import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createBundleReader } from '../../../../adapters/bundles.ts';
import type { PictureFolder } from '../../../../domain/ports/picture_folder.ts';
import { CORS_REFUSAL_FIELDS } from '../../../../http/pipeline/headers.ts';
import { createWorld, PUBLIC_URL, parsed, publicSource, SETTINGS } from '../../support.ts';

const bundles = createBundleReader();
const NO_ICONS: PictureFolder = { find: async () => null, read: async () => null };

function world(publicUrl = PUBLIC_URL, icons?: PictureFolder) {
  return createWorld({ bundles, settings: { publicUrl }, ...(icons === undefined ? {} : { icons }) });
}

/** Returns the address of the current version from the page about hover cards. */
function pinnedOf(text: string) {
  return /&lt;script src=&quot;([^ ]*)(\/tooltip-[0-9a-f]{12}\.js)&quot;\s+integrity=&quot;(sha384-[\w+/]{64})&quot;\s+crossorigin=&quot;anonymous&quot; defer&gt;/.exec(
    text,
  )!;
}

test('the script has less than 6 KB compressed, is open to every origin, and is cached for an hour', async () => {
  const asked = world('https://a-rather-long-name-of-a-host.witness.example/and/a/path');
  const { status, headers, text, bytes } = await asked.ask('/tooltip.js', { headers: { 'accept-encoding': 'gzip' } });
  const fields = [
    ...['content-type', 'cache-control', 'access-control-allow-origin', 'x-content-type-options'],
    'cross-origin-resource-policy',
  ];
  assert.equal(status, 200);
  assert.deepEqual(
    fields.map((name) => headers.get(name)),
    ['text/javascript; charset=utf-8', 'public, max-age=3600', '*', 'nosniff', 'cross-origin'],
  );
  assert.ok(bytes.byteLength < 6_000, `${bytes.byteLength} bytes as sent`);
  assert.ok(gzipSync(text, { level: 9 }).byteLength < 6_000);
  assert.match(text, /AGPL-3\.0-only/);
  assert.equal(text.split('https://a-rather-long-name-of-a-host.witness.example/and/a/path"').length, 2);
  assert.ok(!text.includes('THIRD_WITNESS_INSTANCE'));
  assert.doesNotMatch(
    text,
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|localStorage|sessionStorage|indexedDB|\.cookie|eval\(/,
  );
});

test('a version is cached forever and has its digest at /tooltips, and other versions get 404', async () => {
  const asked = world();
  const connect = (await asked.ask('/tooltips')).text;
  assert.match(connect, /<section id="pin">/);
  const [, origin, path, integrity] = pinnedOf(connect) as unknown as [string, string, string, string];
  assert.equal(origin, PUBLIC_URL);
  const pinned = await asked.ask(path);
  assert.equal(pinned.status, 200);
  assert.equal(pinned.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(pinned.headers.get('access-control-allow-origin'), '*');
  assert.equal(`sha384-${createHash('sha384').update(pinned.text).digest('base64')}`, integrity);
  assert.equal((await asked.ask('/tooltip.js')).text, pinned.text);
  const others = [
    '/tooltip-000000000000.js',
    '/tooltip-.js',
    `${path}x`,
    path.replace('.js', ''),
    '/tooltip-__proto__.js',
  ];
  for (const other of others) assert.equal((await asked.ask(other)).status, 404, other);
  const gone = await asked.ask('/tooltip-000000000000.js');
  assert.equal(
    parsed('apiError', gone.text).error,
    `The current version is ${path}, and /tooltip.js is always that; got "/tooltip-000000000000.js".`,
  );
  assert.equal(gone.headers.get('access-control-allow-origin'), '*');
});

test('an instance with another address or with pictures of icons has its own version', async () => {
  const worlds = [world(), world('https://a.example/tw'), world(PUBLIC_URL, NO_ICONS)];
  const paths = await Promise.all(worlds.map(async ({ ask }) => pinnedOf((await ask('/tooltips')).text)[2]));
  assert.equal(new Set(paths).size, 3);
  assert.match((await worlds[2]!.ask('/tooltip.js')).text, /"icons":true/);
});

test('special characters in an address are escaped in the script', async () => {
  const { text } = await world('https://a.example/"+alert(1)+"/$&').ask('/tooltip.js');
  assert.match(text, /"base":"https:\/\/a\.example\/%22\+alert\(1\)\+%22\/\$&"/);
  assert.doesNotThrow(() => new Function(text));
});

test('the page about hover cards shows the lines to add, and examples if there is public data', async () => {
  const asked = world();
  const empty = await asked.ask('/tooltips');
  assert.equal(empty.status, 200);
  assert.match(empty.text, /No facts about items, NPCs, quests or objects are public here yet/);
  await asked.write({
    drops: [publicSource(1, 2), publicSource(2, 0)],
    changes: [
      { atMs: 1, change: 'became-public', family: 'drops', subject: 'npc:1', field: 'kills' },
      { atMs: 1, change: 'became-public', family: 'drops', subject: 'object:2', field: 'kills' },
    ],
  } as never);
  const { text } = await asked.ask('/tooltips');
  for (const part of [
    `&lt;script src=&quot;${PUBLIC_URL}/tooltip.js&quot; defer&gt;`,
    `data-compat=&quot;wowhead&quot;`,
    `script-src ${PUBLIC_URL}; connect-src ${PUBLIC_URL}`,
    'data-third-witness=&quot;',
  ]) {
    assert.ok(text.includes(part), part);
  }
  assert.ok(pinnedOf(text) !== null);
  assert.match(text, /latest upload <time/, 'how old they are');
  await asked.write({});
  asked.breakStorage(true);
  const away = await asked.ask('/tooltips');
  assert.equal(away.status, 503, 'what cannot be read is not nothing');
  assert.equal(away.headers.get('cache-control'), 'no-store');
  asked.breakStorage(false);
  assert.equal((await asked.ask('/tooltips')).status, 200);
});

test('a line to copy contains no name that players sent, which another site would parse as markup', async () => {
  const asked = world();
  const name = '<img src=x onerror=alert(1)>';
  await asked.write({
    drops: [publicSource(1, 2)],
    facts: [{ family: 'npcs', subject: '1', body: { name: { value: name, installs: 3 } } }],
    changes: [{ atMs: 1, change: 'became-public', family: 'npcs', subject: '1', field: 'name' }],
  } as never);
  const { text } = await asked.ask('/tooltips');
  assert.ok(text.includes('<bdi>&lt;img src=x'), 'it is one of those to try');
  for (const [, lines] of text.matchAll(/<pre><code>([\s\S]*?)<\/code>/g))
    assert.ok(!lines!.includes('onerror'), lines);
});

test('a script of another origin can read how long to wait', async () => {
  const asked = createWorld({ settings: { budgets: { ...SETTINGS.budgets, tooltip: { anonymous: 1, keyed: 1 } } } });
  await asked.write({ drops: [publicSource(1, 2)] });
  await asked.ask('/api/tooltip/npc/1');
  const { status, headers } = await asked.ask('/api/tooltip/npc/1');
  assert.equal(status, 429);
  assert.ok(Number(headers.get('retry-after')) > 0);
  for (const [name, value] of Object.entries(CORS_REFUSAL_FIELDS)) assert.equal(headers.get(name), value);
});
