import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js';
import { MCP_VERSIONS } from '../../../http/endpoints/discovery/route.ts';
import { PROTOCOL_VERSION } from '../../../schema/protocol.ts';
import { TOOLS } from '../../../schema/tool_contracts.ts';
import { createWorld, type WorldOptions } from '../support.ts';
import { itemFact } from './browse_support.ts';
import { axePages } from './support.ts';

const ROOT = 'https://data.a.example/game';

async function publicWorld(settings: WorldOptions['settings'] = {}) {
  const world = createWorld({ settings: { publicUrl: ROOT, limits: false, ...settings } });
  await world.write({ facts: [itemFact(5, 'Axe'), itemFact(6, 'Axe & <Bar>')] });
  return world;
}

test('/llms.txt names the game, the licence, every tool and addresses that answer', async () => {
  const world = await publicWorld({ game: 'era', serviceName: 'Our Witness' });
  const { status, headers, text } = await world.ask('/llms.txt');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
  const [title, blank, summary] = text.split('\n');
  assert.equal(title, '# Our Witness, Classic Era');
  assert.equal(blank, '');
  assert.match(summary!, /^> Drops, prices and locations in Classic Era, .*CC BY-SA 4\.0/);
  const links = [...text.matchAll(/^- \[[^\]\n]+\]\((\S+)\): .+$/gm)].map(([, address]) => address!);
  assert.equal(links.length, [...text.matchAll(/^- /gm)].length);
  for (const name of TOOLS.keys()) assert.ok(links.includes(`${ROOT}/schema/mcp/${name}.json`), name);
  for (const address of links) {
    assert.ok(address.startsWith(ROOT), address);
    const heard = await world.ask(address.slice(ROOT.length));
    // No export was written in this world, and MCP is asked with POST.
    const expected = /\/export\//.test(address) ? 404 : address.endsWith('/mcp') ? 405 : 200;
    assert.equal(heard.status, expected, address);
  }
  assert.ok(text.length < 6_000, `${text.length} characters`);
});

test('these files answer before the first snapshot, without a game', async () => {
  const world = createWorld({ settings: { game: null, publicUrl: ROOT } });
  for (const path of ['/llms.txt', '/opensearch.xml', '/mcp/server-card', '/.well-known/ai-catalog.json']) {
    const { status, text } = await world.ask(path);
    assert.equal(status, 200, path);
    assert.doesNotMatch(text, /in null|"null|undefined/, path);
  }
});

test('/.well-known/security.txt has the contact, and exists only if one is set', async () => {
  const path = '/.well-known/security.txt';
  const mail = { name: 'us@a.example', url: 'mailto:us@a.example' };
  assert.equal((await (await publicWorld({ contact: null })).ask(path)).status, 404);
  const plain = { name: 'x', url: 'http://a.example/' };
  assert.equal((await (await publicWorld({ contact: plain })).ask(path)).status, 404);
  const world = await publicWorld({ contact: mail });
  const { status, headers, text } = await world.ask(path);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8');
  const fields = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(': ') as [string, string]);
  assert.deepEqual(
    fields.filter(([name]) => name !== 'Expires'),
    [
      ['Contact', mail.url],
      ['Preferred-Languages', 'en'],
      ['Canonical', `${ROOT}${path}`],
    ],
  );
  const expiresMs = Date.parse(fields.find(([name]) => name === 'Expires')![1]);
  const days = (expiresMs - world.clock.ms) / 86_400_000;
  assert.ok(days > 170 && days < 365, `${days} days`);
  const local = await publicWorld({ contact: mail, publicUrl: 'http://127.0.0.1:8787' });
  assert.doesNotMatch((await local.ask(path)).text, /Canonical/);
});

test('the server card and the catalogue lead a client from the host name to /mcp', async () => {
  const world = await publicWorld({ game: 'wrath', serviceName: 'Witness of Everyone' });
  const catalogue = await world.ask('/.well-known/ai-catalog.json');
  assert.equal(catalogue.headers.get('access-control-allow-origin'), '*');
  const { specVersion, entries } = JSON.parse(catalogue.text);
  assert.equal(specVersion, '1.0');
  assert.deepEqual(entries, [
    {
      identifier: 'urn:air:data.a.example:mcp:third-witness',
      type: 'application/mcp-server-card+json',
      url: `${ROOT}/mcp/server-card`,
    },
  ]);
  const { status, headers, text } = await world.ask('/mcp/server-card');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/mcp-server-card+json');
  assert.equal(headers.get('access-control-allow-origin'), '*');
  assert.equal(headers.get('cache-control'), 'public, max-age=3600');
  const card = JSON.parse(text);
  assert.equal(card.name, 'example.a.data/third-witness');
  assert.equal(card.version, PROTOCOL_VERSION);
  assert.ok(card.description.length <= 100 && card.title.length <= 100);
  assert.equal(card.remotes[0].url, `${ROOT}/mcp`);
  assert.deepEqual(MCP_VERSIONS, SUPPORTED_PROTOCOL_VERSIONS);
  assert.equal((await world.ask('/.well-known/mcp/server-card.json')).text, text);
  const numeric = await publicWorld({ publicUrl: 'http://[::1]:8787' });
  const { name } = JSON.parse((await numeric.ask('/mcp/server-card')).text);
  assert.match(name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
});

test('the version that the server card names is the one that a client learns after it connects', async () => {
  const world = await publicWorld({ serviceName: 'Witness of Everyone' });
  const card = JSON.parse((await world.ask('/mcp/server-card')).text);
  const { result } = JSON.parse(
    (
      await world.ask('/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', host: 'data.a.example' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: MCP_VERSIONS[0], capabilities: {}, clientInfo: { name: 'test', version: '1' } },
        }),
      })
    ).text,
  );
  assert.deepEqual(
    [result.serverInfo.version, result.serverInfo.title, result.protocolVersion],
    [card.version, card.title, MCP_VERSIONS[0]],
  );
});

test('browsers find the search on every page, and suggestions in the form that they read', async () => {
  const world = await publicWorld({ game: 'era', serviceName: 'A & B <Witness of All>' });
  const page = (await world.ask('/about')).text;
  assert.match(
    page,
    /<link rel="search" type="application\/opensearchdescription\+xml" title="[^"]+" href="\/game\/opensearch\.xml">/,
  );
  const { status, headers, text } = await world.ask('/opensearch.xml');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/opensearchdescription+xml; charset=utf-8');
  assert.ok(text.includes('<ShortName>A &amp; B &lt;Witness o</ShortName>'), text);
  const templates = [...text.matchAll(/<Url type="([^"]+)"[^>]* template="([^"]+)"\/>/g)];
  assert.deepEqual(
    templates.map(([, type]) => type),
    ['text/html', 'application/x-suggestions+json', 'application/opensearchdescription+xml'],
  );
  for (const [, type, template] of templates) {
    const address = template!.replace('{searchTerms}', 'axe');
    assert.ok(address.startsWith(ROOT));
    const heard = await world.ask(address.slice(ROOT.length));
    assert.equal(heard.status, 200, address);
    assert.equal(heard.headers.get('content-type')!.split(';')[0], type);
  }
});

test('suggestions for browsers are those of the API', async () => {
  const world = await axePages({ settings: { publicUrl: ROOT } });
  const { rows } = JSON.parse((await world.ask('/api/suggest?q=ax')).text);
  const { status, text } = await world.ask('/opensearch/suggest?q=ax');
  assert.equal(status, 200);
  const [q, names, lines, addresses, ...others] = JSON.parse(text);
  assert.equal(q, 'ax');
  assert.ok(names.length > 0);
  assert.deepEqual(
    names,
    rows.map(({ name }: { name: string }) => name),
  );
  assert.deepEqual(
    lines,
    rows.map(({ line }: { line: string }) => line),
  );
  assert.equal(addresses.length, names.length);
  for (const address of addresses) assert.ok(address.startsWith(`${ROOT}/`), address);
  assert.deepEqual(others, []);
  assert.equal((await world.ask('/opensearch/suggest')).status, 400);
});
