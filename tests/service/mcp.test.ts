import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { fill, ITEM, REALM } from '../mcp_tools/world.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { answers, type Instance, inTempDir } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';

function onInstance(
  env: Readonly<Record<string, string>>,
  work: (instance: Instance, dataDir: string) => Promise<void>,
): Promise<void> {
  return inTempDir(async (dataDir) => {
    const instance = await startInstanceHere({ dataDir, env });
    try {
      await work(instance, dataDir);
      assert.equal(await instance.stop(), 0, instance.log());
    } finally {
      await instance.kill();
    }
  });
}

/** Connects the official client to an instance. */
async function connect(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
  await client.connect(transport as Transport);
  return client;
}

async function json(url: string): Promise<Record<string, unknown>> {
  return (await (await fetch(url)).json()) as Record<string, unknown>;
}

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  return 'no error';
}

test('the official client lists the tools, and its calls get the same answers as plain HTTP', () =>
  onInstance({}, async (instance, dataDir) => {
    await fill(instance, dataDir);
    const { url } = instance;
    const client = await connect(url);
    assert.equal(client.getServerVersion()?.name, 'third-witness');
    assert.deepEqual(client.getServerCapabilities(), { tools: {} });
    await client.ping();

    const { tools } = await client.listTools();
    const { tools: published } = (await json(`${url}/schema/index.json`)) as { tools: { name: string }[] };
    assert.ok(published.length > 0);
    assert.deepEqual(
      tools.map(({ name }) => name),
      published.map(({ name }) => name),
    );
    for (const { name, title, description } of tools) {
      const document = await json(`${url}/schema/mcp/${name}.json`);
      assert.deepEqual([title, description], [document['title'], document['description']]);
    }

    // The client validates each answer against the tool's outputSchema.
    const told = await client.callTool({ name: 'market_value', arguments: { itemId: ITEM, realm: REALM } });
    const plain = await json(`${url}/api/tools/market_value?itemId=${ITEM}&realm=${REALM}`);
    assert.deepEqual(told, { content: [{ type: 'text', text: plain['text'] }], structuredContent: plain['answer'] });
    assert.match(String(plain['text']), /market value 12s 34c/);

    const wrong = await client.callTool({ name: 'market_value', arguments: { itemId: 'x', realm: REALM } });
    const { error } = await json(`${url}/api/tools/market_value?itemId=x&realm=${REALM}`);
    assert.deepEqual(wrong, { content: [{ type: 'text', text: error }], isError: true });
    assert.equal(await codeOf(client.callTool({ name: 'no_such_tool', arguments: {} })), -32602);
    assert.equal(await codeOf(client.listResources()), -32601);
    await client.close();
    assert.ok(!/market_value|no_such_tool|Eastmoor/.test(instance.log()), 'nothing asked is logged');
  }));

test('a key raises the limit, an unknown key is refused, and requests beyond the limit are refused', () =>
  onInstance({ TW_LIMITS: 'on', TW_LIMIT_MCP: '4/6' }, async ({ url, log }, dataDir) => {
    const made = await runJobHere(dataDir, ['key', 'create', '--label', 'a client']);
    const key = made.stdout.trim();
    assert.equal(await codeOf(connect(url, { authorization: 'Bearer tw_unknown' })), 401);
    // Connecting takes two requests that count. The client's request for a stream does not count.
    const client = await connect(url);
    await client.ping();
    await client.ping();
    assert.equal(await codeOf(client.ping()), 429);
    const keyed = await connect(url, { 'x-api-key': key });
    for (let i = 0; i < 4; i++) await keyed.ping();
    assert.equal(await codeOf(keyed.ping()), 429);
    await Promise.all([client.close(), keyed.close()]);
    assert.ok(!log().includes(key.slice(3)), 'no key in the log');
  }));

/** Posts a ping with header fields that fetch does not allow. */
function ping(port: number, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        path: '/mcp',
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      },
      (response) => response.resume().on('end', () => resolve(response.statusCode)),
    );
    sent.on('error', reject);
    sent.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  });
}

test('other hosts and origins are blocked, and hostile bodies do not affect the instance', () =>
  onInstance({ TW_PUBLIC_URL: 'https://witness.example' }, async ({ url, port, log }) => {
    const rows: [headers: Record<string, string>, status: number][] = [
      [{}, 200],
      [{ host: 'witness.example' }, 200],
      [{ host: 'evil.example' }, 403],
      [{ origin: 'https://witness.example' }, 200],
      [{ origin: 'https://evil.example' }, 403],
    ];
    for (const [headers, status] of rows) assert.equal(await ping(port, headers), status, JSON.stringify(headers));

    const post = async (body: BodyInit): Promise<number> => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' };
      const response = await fetch(`${url}/mcp`, init as RequestInit);
      await response.arrayBuffer();
      return response.status;
    };
    assert.equal(await post('['.repeat(50_000)), 400);
    assert.equal(await post(`{"jsonrpc":"2.0","id":${'['.repeat(40_000)}${']'.repeat(40_000)},"method":"ping"}`), 400);
    assert.equal(await post('x'.repeat(100_001)), 413);
    const unannounced = new ReadableStream({
      start: (controller) => {
        for (let i = 0; i < 11; i++) controller.enqueue(new Uint8Array(10_000).fill(32));
        controller.close();
      },
    });
    assert.equal(await post(unannounced), 413);
    for (const method of ['GET', 'DELETE']) {
      const refused = await fetch(`${url}/mcp`, { method });
      await refused.arrayBuffer();
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'POST, OPTIONS']);
    }
    assert.ok(await answers(`${url}/api/health`));
    // Only the name of an unknown Host is logged, once, because readers may be using that name.
    const lines = log().split('\n');
    assert.equal(lines.filter((line) => line.includes('"http.other-host"')).length, 1);
    assert.ok(!/bug|evil/.test(lines.filter((line) => !line.includes('"http.other-host"')).join('\n')), log());
  }));
