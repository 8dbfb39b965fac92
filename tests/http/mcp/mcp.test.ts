import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { nodeDigest } from '../../../adapters/digest.ts';
import { createKeyCheck } from '../../../domain/operator/key_check.ts';
import ANSWERS from '../../../http/endpoints/tools/answer_examples.json' with { type: 'json' };
import { findDocument } from '../../../schema/published.ts';
import { TOOLS } from '../../../schema/tool_contracts.ts';
import { createMemoryOperator } from '../../doubles/operator.ts';
import { createAjv, documentOf } from '../../schema/documents.ts';
import { spoilt } from '../../schema/spoilt.ts';
import { createWorld, type Heard, type Json, PUBLIC_URL, parsed, type World, type WorldOptions } from '../support.ts';

const HEADERS = { host: 'witness.example', 'content-type': 'application/json' };
const BYTES_MAX = 100_000;

/** A request of a test table: the body, and any header fields in addition to the usual ones. */
interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  readonly from?: string;
}

async function open(options: WorldOptions = {}) {
  const world = createWorld(options);
  await world.write();
  return { ...world, ...speaker(world) };
}

function speaker(world: World) {
  const post = ({ headers = {}, body, from }: Asked): Promise<Heard> =>
    world.ask('/mcp', { method: 'POST', headers: { ...HEADERS, ...headers }, body, ...(from && { from }) });
  /** Sends a protocol request and returns the message that answers it. */
  const say = async (method: string, params?: object): Promise<Json> => {
    const heard = await post({ body: request(method, params) });
    assert.equal(heard.status, 200, heard.text);
    assert.equal(heard.headers.get('content-type'), 'application/json');
    const message = JSON.parse(heard.text);
    assert.deepEqual([message.jsonrpc, message.id], ['2.0', 7]);
    return message;
  };
  const call = (name: string, args?: object): Promise<Json> => say('tools/call', { name, arguments: args });
  return { post, say, call };
}

function request(method: string, params?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
}

const PING = request('ping');

test('a client is told the server and the kind of data, and gets no session', async () => {
  const { post } = await open();
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
  const heard = await post({ body: request('initialize', params) });
  const { result } = JSON.parse(heard.text);
  assert.deepEqual(
    [result.protocolVersion, result.capabilities, result.serverInfo.title, result.serverInfo.websiteUrl],
    ['2025-06-18', { tools: {} }, 'Third Witness', `${PUBLIC_URL}/`],
  );
  assert.match(result.instructions, /never zero/);
  assert.equal(heard.headers.get('mcp-session-id'), null);
  assert.equal(heard.headers.get('cache-control'), 'no-store');
  assert.equal(heard.headers.get('access-control-allow-origin'), null);
});

const LIST_BYTES_MAX = 80_000;

/**
 * Keywords whose values are limits of ours. A client that checks them would reject answers as soon as we raise a limit.
 */
const BOUNDS = ['const', 'maxLength', 'minLength', 'maxItems', 'pattern', 'format', 'title', '$schema'];

test('every tool is listed as in its published document, in at most 80,000 bytes together', async () => {
  const { post } = await open();
  const { text } = await post({ body: request('tools/list') });
  assert.ok(Buffer.byteLength(text) <= LIST_BYTES_MAX, `${Buffer.byteLength(text)} bytes`);
  const { tools } = JSON.parse(text).result;
  const head = ({ name, title, description }: Json) => [name, title, description];
  const documents = [...TOOLS.keys()].map((name) => findDocument(`/mcp/${name}.json`) as Json);
  assert.deepEqual(tools.map(head), documents.map(head));
  assert.ok(tools.every(({ annotations }: Json) => annotations.readOnlyHint && !annotations.openWorldHint));
  for (const [n, { name, inputSchema, outputSchema }] of tools.entries()) {
    const whole = documents[n]!.inputSchema;
    assert.deepEqual(
      [inputSchema.type, inputSchema.required, inputSchema.additionalProperties],
      ['object', whole.required, false],
    );
    for (const [argument, schema] of Object.entries<Json>(whole.properties)) {
      const { type, description, enum: words, default: usual } = inputSchema.properties[argument];
      assert.deepEqual(
        [type, description, words, usual],
        [schema.type, schema.description, schema.enum, schema.default],
        `${name}: ${argument}`,
      );
    }
    assert.deepEqual(
      [outputSchema.type, outputSchema.required, outputSchema.additionalProperties],
      ['object', documents[n]!.outputSchema.required, documents[n]!.outputSchema.additionalProperties],
    );
    assert.ok(outputSchema.description.includes(`/schema/mcp/${name}.json`), name);
    for (const bound of BOUNDS) {
      assert.ok(
        !JSON.stringify(outputSchema).includes(`"${bound}":`) || isField(outputSchema, bound),
        `${name}: ${bound}`,
      );
    }
    for (const [, ref] of JSON.stringify(outputSchema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
      assert.ok(ref! in outputSchema.$defs, `${name}: ${ref}`);
    }
  }
});

/** Returns whether `word` is the name of a field anywhere in a schema. */
function isField(schema: Json, word: string): boolean {
  return Object.entries(schema).some(
    ([keyword, value]) =>
      (keyword === 'properties' && word in (value as Json)) ||
      (typeof value === 'object' && value !== null && isField(value, word)),
  );
}

test('the listed schemas accept every answer, refuse wrong values, and refuse nothing that is published', async () => {
  const { say } = await open();
  const { tools } = (await say('tools/list')).result;
  const ajv = createAjv();
  let refused = 0;
  let wrong = 0;
  for (const { name, outputSchema } of tools as Json[]) {
    const [listed, published] = [outputSchema, documentOf(`/mcp/${name}.json`)['outputSchema'] as object].map(
      (schema) => ajv.compile(schema),
    ) as unknown as [(value: unknown) => boolean, (value: unknown) => boolean];
    const { answer } = (ANSWERS as Json)[name];
    assert.ok(listed(answer) && published(answer), name);
    for (const [at, bad] of spoilt(answer)) {
      if (!listed(bad)) assert.ok(!published(bad), `${name}${at} is refused by the list alone`);
      if (published(bad)) continue;
      wrong++;
      if (!listed(bad)) refused++;
      // The listed schemas may accept more than the published ones, except for an answer's top-level fields.
      else assert.doesNotMatch(at, /^(?:\+|-\w+|\/\w+)$/, `${name}${at} is taken by the list`);
    }
  }
  assert.ok(wrong > 1_000 && refused > wrong / 2, `${refused} of ${wrong}`);
});

test('a call has the same answer as plain HTTP', async () => {
  const world = await open();
  const { result } = await world.call('market_value', { itemId: 25, realm: 'Eastmoor' });
  const plain = await world.ask('/api/tools/market_value?itemId=25&realm=Eastmoor');
  const { answer, text } = parsed('toolAnswerResponse', plain.text);
  assert.deepEqual(result, { content: [{ type: 'text', text }], structuredContent: answer });
});

test('only answers with observed data have the licence', async () => {
  const { post } = await open();
  const licence = async (body: string) => (await post({ body })).headers.get('x-service-licence');
  const call = (name: string, args: object) => request('tools/call', { name, arguments: args });
  assert.equal(await licence(call('market_value', { itemId: 1, realm: 'Eastmoor' })), 'CC BY-SA 4.0');
  assert.equal(await licence(call('market_value', {})), null);
  assert.equal(await licence(request('tools/list')), null);
});

test('wrong arguments get the sentence of plain HTTP', async () => {
  const world = await open();
  const rows: [args: object, query: string, named: string][] = [
    [{ realm: 'Eastmoor' }, 'realm=Eastmoor', 'itemId'],
    [{ itemId: 'x', realm: 'Eastmoor' }, 'itemId=x&realm=Eastmoor', 'itemId'],
    [{ itemId: 1, realm: 'E' }, 'itemId=1&realm=E', 'realm'],
    [{ itemId: 1, realm: 'Eastmoor', house: 'Both' }, 'itemId=1&realm=Eastmoor&house=Both', 'house'],
    [{ itemId: 1, realm: 'Eastmoor', colour: 'red' }, 'itemId=1&realm=Eastmoor&colour=red', 'colour'],
  ];
  for (const [args, query, named] of rows) {
    const { result } = await world.call('market_value', args);
    const plain = await world.ask(`/api/tools/market_value?${query}`);
    assert.equal(plain.status, 400);
    const { error } = parsed('apiError', plain.text);
    assert.ok(error.includes(named), error);
    assert.deepEqual(result, { content: [{ type: 'text', text: error }], isError: true });
  }
  assert.equal((await world.call('market_value')).result.isError, true, 'without arguments');
});

test('unreachable storage is an error that models can read, and not an empty answer', async () => {
  const world = await open();
  world.breakStorage(true);
  const { result } = await world.call('market_value', { itemId: 1, realm: 'Eastmoor' });
  const plain = await world.ask('/api/tools/market_value?itemId=1&realm=Eastmoor');
  assert.equal(plain.status, 503);
  const { error } = parsed('apiError', plain.text);
  assert.deepEqual(result, { content: [{ type: 'text', text: error }], isError: true });
});

test('a bug is logged without its message and answered without detail', async () => {
  const world = await open({
    store: (store) => ({
      ...store,
      newest: async () => {
        throw new RangeError('secret 1234');
      },
    }),
  });
  const { error } = await world.call('market_value', { itemId: 1, realm: 'Eastmoor' });
  assert.equal(error.code, -32603);
  assert.match(error.message, /operator finds it in the log/);
  assert.deepEqual(world.logged, [{ event: 'http.bug', fields: { route: '/mcp', class: 'RangeError' } }]);
});

test('requests that the protocol forbids get an error code', async () => {
  const { say } = await open();
  const rows: [method: string, params: object | undefined, code: number, told: RegExp][] = [
    ['tools/call', { name: 'no_such_tool' }, -32602, /^name must be a tool that tools\/list names\.$/],
    ['tools/call', { name: '__proto__' }, -32602, /^name must be/],
    ['tools/call', {}, -32602, /^params\.name must be/],
    ['tools/call', { name: 'market_value', arguments: [1] }, -32602, /^params\.arguments must be/],
    ['tools/call', undefined, -32602, /^params must be/],
    ['tools/list', { cursor: 5 }, -32602, /^params\.cursor must be/],
    ['initialize', { protocolVersion: '2025-06-18', capabilities: {} }, -32602, /^params\.clientInfo must be/],
    ['resources/list', undefined, -32601, /^Method not found$/],
    ['constructor', undefined, -32601, /^Method not found$/],
    ['__proto__', undefined, -32601, /^Method not found$/],
  ];
  for (const [method, params, code, told] of rows) {
    const { error } = await say(method, params);
    assert.equal(error.code, code, `${method}: ${JSON.stringify(error)}`);
    assert.match(error.message, told);
  }
});

test('notifications get no answer', async () => {
  const { post } = await open();
  for (const message of [
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } },
    { jsonrpc: '2.0', id: 1, result: {} },
  ]) {
    const heard = await post({ body: JSON.stringify(message) });
    assert.deepEqual([heard.status, heard.text], [202, '']);
    assert.equal(heard.headers.get('content-type'), 'text/plain; charset=utf-8');
  }
});

/** Returns a list nested `depth` deep. */
function deep(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

test('hostile bodies are refused without logging their content', async () => {
  const world = await open();
  const arg = (json: string) =>
    `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"market_value","arguments":${json}}}`;
  const rows: [what: string, asked: Asked, status: number, code: number | null][] = [
    ['nothing', { body: '' }, 400, -32700],
    ['no JSON', { body: '{"jsonrpc":' }, 400, -32700],
    ['null', { body: 'null' }, 400, -32700],
    ['a number', { body: '1e999' }, 400, -32700],
    ['no message', { body: '{}' }, 400, -32700],
    ['another version', { body: '{"jsonrpc":"1.0","id":7,"method":"ping"}' }, 400, -32700],
    ['an id that is null', { body: '{"jsonrpc":"2.0","id":null,"method":"ping"}' }, 400, -32700],
    ['an id without end', { body: '{"jsonrpc":"2.0","id":1e999,"method":"ping"}' }, 400, -32700],
    ['a list', { body: `[${PING}]` }, 400, -32600],
    [
      'a list that cancels itself',
      { body: `[${PING},{"jsonrpc":"2.0","method":"notifications/cancelled"}]` },
      400,
      -32600,
    ],
    ['an empty list', { body: '[]' }, 400, -32600],
    ['a deep list', { body: deep(40_000) }, 400, -32600],
    ['a deep id', { body: `{"jsonrpc":"2.0","id":${deep(40_000)},"method":"ping"}` }, 400, -32700],
    [
      'a deep _meta',
      { body: `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":${deep(40_000)}}}` },
      400,
      -32700,
    ],
    ['a deep argument', { body: arg(`{"itemId":${deep(40_000)}}`) }, 200, null],
    ['a prototype', { body: arg('{"__proto__":{"itemId":1},"realm":"Eastmoor"}') }, 200, null],
    ['a task', { body: request('tools/call', { name: 'market_value', task: { ttl: 1 } }) }, 200, -32603],
    ['a protocol of another time', { body: PING, headers: { 'mcp-protocol-version': '1999-01-01' } }, 400, -32000],
    ['as much as is allowed', { body: PING.padEnd(BYTES_MAX) }, 200, null],
    ['one byte more', { body: PING.padEnd(BYTES_MAX + 1) }, 413, null],
    ['another charset', { body: PING, headers: { 'content-type': 'application/json; charset=utf-16' } }, 400, null],
    ['text of a form', { body: PING, headers: { 'content-type': 'text/plain' } }, 400, null],
    ['packed', { body: PING, headers: { 'content-encoding': 'gzip' } }, 400, null],
  ];
  for (const [what, asked, status, code] of rows) {
    const heard = await world.post(asked);
    assert.equal(heard.status, status, `${what}: ${heard.text}`);
    assert.equal(JSON.parse(heard.text).error?.code ?? null, code, `${what}: ${heard.text}`);
  }
  const broken = new Request('http://a/mcp', {
    method: 'POST',
    headers: HEADERS,
    body: new Uint8Array([0x22, 0xff, 0x22]),
  });
  assert.equal((await world.app.fetch(broken, { remoteAddress: '192.0.2.1' })).status, 400, 'no UTF-8');
  assert.deepEqual(world.logged, []);
});

test('pages of other sites are blocked by Origin and Host', async () => {
  const world = await open({ settings: { limits: false } });
  const rows: [headers: Record<string, string>, status: number][] = [
    [{}, 200],
    [{ host: 'WITNESS.example' }, 200],
    [{ host: 'witness.example.' }, 200],
    [{ host: 'witness.example:8443' }, 200],
    [{ host: 'localhost:3000' }, 200],
    [{ host: '127.0.0.1:1' }, 200],
    [{ host: '[::1]' }, 200],
    [{ host: '' }, 403],
    [{ host: 'evil.example' }, 403],
    [{ host: 'witness.example.evil.example' }, 403],
    [{ host: 'localhost.evil.example' }, 403],
    [{ host: '127.0.0.1.evil.example:80' }, 403],
    [{ host: 'evil.example@localhost' }, 403],
    [{ host: '[::2]' }, 403],
    [{ origin: PUBLIC_URL }, 200],
    [{ origin: 'http://localhost:6274' }, 200],
    [{ origin: 'http://127.0.0.1' }, 200],
    [{ origin: 'https://[::1]:1' }, 200],
    [{ origin: 'null' }, 403],
    [{ origin: '' }, 403],
    [{ origin: 'http://witness.example' }, 403],
    [{ origin: `${PUBLIC_URL}:8443` }, 403],
    [{ origin: `${PUBLIC_URL}.evil.example` }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'http://localhost.evil.example' }, 403],
    [{ origin: 'http://localhost@evil.example' }, 403],
    [{ origin: 'file://localhost' }, 403],
    [{ origin: 'https://evil.example', host: 'localhost' }, 403],
    [{ origin: 'http://localhost', host: 'evil.example' }, 403],
  ];
  for (const [headers, status] of rows) {
    const heard = await world.post({ body: PING, headers });
    assert.equal(heard.status, status, `${JSON.stringify(headers)}: ${heard.text}`);
    if (status === 403) assert.match(parsed('apiError', heard.text).error, /^(?:Host|Origin) must be /);
  }
  const request = new Request('http://a/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: PING,
  });
  assert.equal((await world.app.fetch(request, { remoteAddress: '192.0.2.1' })).status, 403, 'no Host');
});

test('there is no stream to open and no session to end', async () => {
  const { ask } = await open();
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const heard = await ask('/mcp', { method, headers: HEADERS });
    assert.deepEqual([heard.status, heard.headers.get('allow')], [405, 'POST, OPTIONS'], method);
    parsed('apiError', heard.text);
  }
  const options = await ask('/mcp', { method: 'OPTIONS', headers: HEADERS });
  assert.deepEqual([options.status, options.headers.get('allow')], [204, 'POST, OPTIONS']);
  assert.equal(options.headers.get('access-control-allow-origin'), null);
});

const KEY = `tw_${'a'.repeat(43)}`;

test('calls have their own limit per address or key, and an unknown key is refused', async () => {
  const operator = createMemoryOperator();
  await operator.addKey(nodeDigest.sha256(KEY), 'a key', '2026-11-20');
  const clock = { nowMs: () => Date.UTC(2026, 10, 21) };
  const keys = createKeyCheck({ reader: operator.keyReader, digest: nodeDigest, clock, noteUse: () => {} });
  const world = await open({ keys, settings: { keys: true } });
  const limits = ({ headers, status }: Heard) => [status, headers.get('ratelimit-policy'), headers.get('ratelimit')];
  assert.deepEqual(limits(await world.post({ body: PING })), [200, '"mcp";q=240;w=3600', '"mcp";r=239;t=3600']);
  const keyed: Asked = { body: PING, headers: { authorization: `Bearer ${KEY}` } };
  assert.deepEqual(limits(await world.post(keyed)), [200, '"mcp";q=2000;w=3600', '"mcp";r=1999;t=3600']);
  const unknown = await world.post({ body: PING, headers: { 'x-api-key': 'tw_unknown' } });
  assert.deepEqual([unknown.status, unknown.headers.get('www-authenticate')], [401, 'Bearer']);
  parsed('apiError', unknown.text);
  for (let left = 238; left >= 0; left--) assert.equal((await world.post({ body: PING })).status, 200);
  const late = await world.post({ body: 'no JSON' });
  assert.deepEqual([late.status, late.headers.get('retry-after')], [429, '3600']);
  parsed('apiError', late.text);
  assert.equal((await world.post(keyed)).status, 200, 'a key has its own');
  assert.equal((await world.ask('/api/tools/market_value?itemId=1&realm=Eastmoor')).status, 200, 'so has plain HTTP');
});

test('an optional argument that is null or empty counts as absent, a required one is missing', async () => {
  const { post } = await open();
  const callTool = async (name: string, args: object) =>
    JSON.parse((await post({ body: request('tools/call', { name, arguments: args }) })).text).result;
  const absent = await callTool('item_page', { itemId: 25 });
  assert.equal(absent.isError, undefined);
  assert.deepEqual(await callTool('item_page', { itemId: 25, realm: null, house: '' }), absent);
  for (const itemId of [null, '']) {
    const { isError, content } = await callTool('item_page', { itemId });
    assert.equal(isError, true);
    assert.match(content[0].text, /^itemId /);
  }
  const { isError, content } = await callTool('item_page', { itemId: 25, nonsense: null });
  assert.deepEqual([isError, /nonsense/.test(content[0].text)], [true, true]);
});
