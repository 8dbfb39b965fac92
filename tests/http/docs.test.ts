import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocsAssets } from '../../adapters/assets.ts';
import { createWorld } from './support.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Every address that a page loads or leads to. */
const addressesOf = (text: string): readonly string[] =>
  [...text.replace(/<link rel="canonical"[^>]*>/, '').matchAll(/(?:href|src)="([^"#]+)"/g)].map((match) => match[1]!);

test('the page of the reference loads its own files and nothing else', async () => {
  const world = createWorld();
  const { status, text, headers } = await world.ask('/docs');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  const addresses = addressesOf(text);
  assert.ok(addresses.length >= 6);
  for (const to of addresses) {
    assert.ok(to.startsWith('/') && !to.startsWith('//'), to);
    assert.equal((await world.ask(to)).status, 200, to);
  }
  assert.ok(!/<script(?![^>]* src=)|<style|style=| on[a-z]+="/.test(text), 'nothing inline: the policy would block it');
});

test('pages run the instance’s own scripts alone; data and scripts run none', async () => {
  const world = createWorld();
  for (const path of ['/docs', '/', '/terms', '/connect', '/docs/none']) {
    assert.equal((await world.ask(path)).headers.get('content-security-policy'), POLICY, path);
  }
  for (const path of ['/docs/start.js', '/api/openapi.json', '/assets/style.1.css']) {
    const policy = (await world.ask(path)).headers.get('content-security-policy') ?? '';
    assert.equal(policy, "default-src 'none'; frame-ancestors 'none'", path);
  }
});

test('files named after their content are kept for ever, the script that starts it for an hour', async () => {
  const world = createWorld();
  const rows: readonly (readonly [path: string, type: string, cacheControl: string])[] = [
    ['/docs/reference.1.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/docs/reference.1.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/docs/start.js', 'text/javascript; charset=utf-8', 'public, max-age=3600'],
  ];
  for (const [path, type, cacheControl] of rows) {
    const { status, headers } = await world.ask(path);
    assert.deepEqual(
      [status, headers.get('content-type'), headers.get('cache-control')],
      [200, type, cacheControl],
      path,
    );
    const etag = headers.get('etag') ?? '';
    assert.equal((await world.ask(path, { headers: { 'if-none-match': etag } })).status, 304, path);
  }
});

test('under a path of its host the reference stays within it', async () => {
  const world = createWorld({ settings: { publicUrl: 'https://a.example/data' } });
  for (const to of addressesOf((await world.ask('/docs')).text)) assert.ok(to.startsWith('/data/'), to);
  assert.ok((await world.ask('/docs/start.js')).text.includes('location.origin + "/data"'));
});

test('the name of the instance is only ever text there', async () => {
  const world = createWorld({ settings: { serviceName: '"><script>alert(1)</script>' } });
  assert.ok(!(await world.ask('/docs')).text.includes('<script>'));
});

test('the files come from their package, named after their content', () => {
  const { script, styleSheet } = readDocsAssets();
  assert.match(script.name, /^reference\.[0-9a-f]{10}\.js$/);
  assert.match(styleSheet.name, /^reference\.[0-9a-f]{10}\.css$/);
  assert.ok(script.bytes.byteLength > 500_000 && styleSheet.bytes.byteLength > 50_000);
  assert.ok(!/url\((?!["']?data:)/.test(new TextDecoder().decode(styleSheet.bytes)), 'it loads nothing from elsewhere');
});

test('the first page leads there', async () => {
  const { text } = await createWorld().ask('/');
  assert.ok(text.includes('href="/docs"') && text.includes('href="/api/openapi.json"'));
});
