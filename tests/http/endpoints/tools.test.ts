import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOOL_TABLE } from '../../../http/tools/mod.ts';
import { propertyRuns } from '../../runner/properties.ts';
import { documentOf, type Schema } from '../../schema/documents.ts';
import { createApiWorld } from '../openapi/openapi_world.ts';
import { createWorld, PUBLIC_URL, parsed, publicSource } from '../support.ts';

const FOLDER = '/api/tools';

test('a tool returns its structured answer, its text, the parsed arguments and the address of its schema', async () => {
  const world = createWorld();
  await world.write({ drops: [publicSource(1, 2)] });
  const { status, text, headers } = await world.ask(`${FOLDER}/market_value?itemId=5&realm=%20Everlook%20`);
  assert.equal(status, 200);
  const body = parsed('toolAnswerResponse', text);
  assert.equal(body.tool, 'market_value');
  assert.deepEqual(body.arguments, { itemId: 5, realm: 'Everlook' });
  assert.equal(body.schema, `${PUBLIC_URL}/schema/mcp/market_value.json`);
  assert.equal(body.answer.connected, true);
  assert.ok(body.text.includes(body.answer.attribution.credit));
  assert.equal(headers.get('cache-control'), 'private, no-cache');
  assert.equal(headers.get('vary'), 'Authorization, X-API-Key, Accept-Encoding');
  assert.equal(headers.get('x-service-licence'), 'CC BY-SA 4.0');
  assert.match(headers.get('ratelimit-policy') ?? '', /^"tools";q=240;w=3600$/);
  const again = await world.ask(`${FOLDER}/market_value?itemId=5&realm=%20Everlook%20`, {
    headers: { 'If-None-Match': headers.get('etag')! },
  });
  assert.equal(again.status, 304);
});

test('an unknown tool gets 404 and a list of the tools', async () => {
  const world = createWorld();
  for (const name of ['nothing', '__proto__', 'constructor', 'Market_value', '%00']) {
    const { status, text } = await world.ask(`${FOLDER}/${name}`);
    assert.equal(status, 404, name);
    assert.match(parsed('apiError', text).error, /market_value/);
  }
});

test('the tools are listed with their arguments, and each example gets an answer', async () => {
  const world = await createApiWorld({ settings: { limits: false } });
  const { status, text, headers } = await world.ask(FOLDER);
  assert.equal(status, 200);
  const { tools, mcp } = JSON.parse(text);
  assert.equal(mcp, `${PUBLIC_URL}/mcp`);
  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name),
    [...TOOL_TABLE.keys()],
  );
  for (const { name, title, description, layers, schemaUrl, example, ...tool } of tools) {
    const { contract } = TOOL_TABLE.get(name)!;
    assert.deepEqual([title, description, layers], [contract.title, contract.description, contract.layers]);
    const { properties = {}, required = [] } = inputOf(name);
    assert.deepEqual(
      tool.arguments.map((one: { name: string; required: boolean }) => [one.name, one.required]),
      Object.keys(properties).map((argument) => [argument, required.includes(argument)]),
      name,
    );
    for (const one of tool.arguments) {
      const { type, description: said, enum: values, default: usual } = properties[one.name]!;
      assert.deepEqual([one.type, one.description, one.values, one.default], [type, said, values, usual], one.name);
    }
    assert.deepEqual(Object.keys(tool), ['arguments'], 'nothing is told that nobody checks here');
    assert.ok(example.url.startsWith(`${PUBLIC_URL}${FOLDER}/${name}`), example.url);
    const answered = await world.ask(example.url.slice(PUBLIC_URL.length));
    assert.equal(answered.status, 200, `${example.url}: ${answered.text}`);
    const read = parsed('toolAnswerResponse', answered.text).arguments;
    for (const [argument, value] of Object.entries(example.arguments)) assert.equal(read[argument], value, name);
    for (const argument of required) assert.ok(argument in example.arguments, `${name}: ${argument}`);
    assert.equal((await world.ask(schemaUrl.slice(PUBLIC_URL.length))).status, 200, schemaUrl);
  }
  assert.equal(headers.get('cache-control'), 'public, max-age=3600');
  assert.equal(headers.get('x-service-licence'), null, 'nothing of it was observed');
});

test('the list of tools is requested like other addresses, within the limit of tools', async () => {
  const world = createWorld({ settings: { budgets: budgetsOf({ anonymous: 2, keyed: 5 }) } });
  assert.equal((await world.ask(FOLDER)).status, 200, 'before the first snapshot, too');
  const head = await world.ask(FOLDER, { method: 'HEAD' });
  assert.deepEqual([head.status, head.text], [200, '']);
  assert.equal((await world.ask(FOLDER)).status, 429);
  const options = await world.ask(FOLDER, { method: 'OPTIONS' });
  assert.deepEqual([options.status, options.headers.get('allow')], [204, 'GET, HEAD, OPTIONS']);
  const posted = await world.ask(FOLDER, { method: 'POST' });
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
  const slashed = await world.ask(`${FOLDER}/`);
  assert.deepEqual([slashed.status, slashed.headers.get('location')], [308, `${PUBLIC_URL}${FOLDER}`]);
  const about = await world.ask('/about');
  assert.ok(about.text.includes(`href="${FOLDER}"`), 'the page about the instance leads to it');
});

test('unreachable storage gets 503, and the fault is not cached', async () => {
  const world = createWorld();
  await world.write();
  world.breakStorage(true);
  const asked = `${FOLDER}/market_value?itemId=5&realm=Everlook`;
  const broken = await world.ask(asked);
  assert.equal(broken.status, 503);
  assert.match(parsed('apiError', broken.text).error, /unrecorded, not zero/);
  world.breakStorage(false);
  assert.equal((await world.ask(asked)).status, 200);
});

test('tools have their own hourly limit', async () => {
  const world = createWorld({ settings: { budgets: budgetsOf({ anonymous: 2, keyed: 5 }) } });
  await world.write();
  const asked = `${FOLDER}/market_value?itemId=5&realm=Everlook`;
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await world.ask(asked)).status);
  assert.deepEqual(statuses, [200, 200, 429]);
});

function budgetsOf(tools: { anonymous: number; keyed: number }) {
  return new Proxy({} as never, { get: (_, name) => (name === 'tools' ? tools : { anonymous: 1000, keyed: 1000 }) });
}

/** Returns a valid value for an argument with this schema. Names refer to nothing public. */
function goodValue(schema: Schema): string {
  if (schema.enum !== undefined) return String(schema.enum[0]);
  if (schema.type === 'integer' || schema.type === 'number') return String(schema['minimum'] ?? 1);
  return 'x1'.padEnd(Number(schema['minLength'] ?? 2), 'x');
}

const SPECIAL: Readonly<Record<string, string>> = { class: 'mage', owned: '1,2', points: '1:1', since: '2026-01-01' };

function inputOf(tool: string): Schema {
  return documentOf(`/mcp/${tool}.json`)['inputSchema'] as Schema;
}

function goodArguments(tool: string): Record<string, string> {
  const input = inputOf(tool);
  return Object.fromEntries(
    (input.required ?? []).map((name) => [name, SPECIAL[name] ?? goodValue(input.properties![name]!)]),
  );
}

const HOSTILE = [
  '\u0000',
  '\u202eevil',
  '\u{1f600}'.repeat(100_000),
  'x'.repeat(100_000),
  '-1',
  '1e3',
  '0x10',
  '1.5.2',
  'NaN',
  'Infinity',
  '99999999999999999999',
  '"; drop table facts; --',
  '%',
  '../../etc/passwd',
  '[object Object]',
  'Player-1234-0ABCDEF0',
  '" OR name:* NEAR(a b)',
  '\\',
  '\ufeff',
  "'",
];

const LONGEST = 8_000;

test('any wrong argument of any tool gets 400 with its name', async () => {
  const world = createWorld({ settings: { limits: false } });
  await world.write();
  let refused = 0;
  let tried = 0;
  for (const tool of TOOL_TABLE.keys()) {
    const good = goodArguments(tool);
    const ask = async (query: string) => {
      const { status, text } = await world.ask(`${FOLDER}/${tool}?${query}`);
      assert.ok(status === 200 || status === 400, `${tool}?${query.slice(0, 200)} is ${status}: ${text.slice(0, 200)}`);
      return { status, error: status === 400 ? (parsed('apiError', text).error as string) : '' };
    };
    const refuse = async (query: string, name: string): Promise<void> => {
      const { status, error } = await ask(query);
      assert.equal(status, 400, `${tool}?${query.slice(0, 200)}`);
      assert.ok(error.includes(name), `${tool}?${query.slice(0, 200)} does not name ${name}: ${error}`);
      refused++;
    };
    const query = (args: Readonly<Record<string, string>>) => new URLSearchParams(args).toString();
    await refuse(`${query(good)}&nonsense=1`, 'nonsense');
    const { properties = {}, required = [] } = inputOf(tool);
    for (const [name, schema] of Object.entries(properties)) {
      const value = good[name] ?? SPECIAL[name] ?? goodValue(schema);
      if (required.includes(name)) {
        const { [name]: _left, ...rest } = good;
        await refuse(query(rest), name);
      }
      await refuse(`${query({ ...good, [name]: value })}&${name}=${encodeURIComponent(value)}`, name);
      if (required.includes(name)) await refuse(query({ ...good, [name]: '' }), name);
      else {
        const { [name]: _left, ...rest } = good;
        const [absent, empty] = [await ask(query(rest)), await ask(query({ ...rest, [name]: '' }))];
        assert.deepEqual(empty, absent, `${tool}: ${name} is empty`);
      }
      if (schema.type === 'integer' || schema.type === 'number') {
        await refuse(query({ ...good, [name]: 'many' }), name);
        await refuse(query({ ...good, [name]: String(Number(schema['maximum']) + 1e6) }), name);
        await refuse(query({ ...good, [name]: '-5' }), name);
      }
      if (schema.enum !== undefined) await refuse(query({ ...good, [name]: 'none-of-these' }), name);
      if (schema.type === 'string' && schema.enum === undefined) {
        await refuse(query({ ...good, [name]: 'x'.repeat(Number(schema['maxLength']) + 1) }), name);
      }
      for (let i = 0; i < propertyRuns(HOSTILE.length); i++) {
        // The fast run tries other values with each argument.
        const hostile = HOSTILE[tried++ % HOSTILE.length]!;
        const { status, error } = await ask(query({ ...good, [name]: hostile.slice(0, LONGEST * 4) }));
        if (status === 400) assert.ok(error.includes(name), `${tool}, ${name}: ${error}`);
      }
    }
  }
  assert.ok(refused >= TOOL_TABLE.size * 3, `${refused} refusals`);
});
