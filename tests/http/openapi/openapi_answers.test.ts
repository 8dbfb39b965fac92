import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ChangeFileReader } from '../../../domain/ports/change_files.ts';
import type { ExportReader } from '../../../domain/ports/exports.ts';
import type { IntakeAnswer } from '../../../http/intake/present.ts';
import { storageFails } from '../../support/storage_fails.ts';
import { createWorld, type Heard, type Json, SETTINGS, type World, type WorldOptions } from '../support.ts';
import { documented } from './openapi_check.ts';
import { addressOf, addressWith, exampleOf, queryParameters, wrongValues } from './openapi_requests.ts';
import { CHANGES, createApiWorld, everyCall } from './openapi_world.ts';

/** Statuses that no request to the example world can cause, with the reason. */
const NOT_PROVOKED: readonly (readonly [path: RegExp, status: string, why: string])[] = [
  [/^\/schema\/|openapi\.json$|^\/api\/tools$/, '500', 'their answers are made of constants'],
];

const KEYS = { keys: true };
const UNLIMITED: WorldOptions = { settings: { ...KEYS, limits: false } };
async function GONE(): Promise<never> {
  return storageFails('snapshot', 'SQLITE_IOERR');
}

function fault(): never {
  throw new TypeError('planted');
}

function exportsThat(does: () => unknown): ExportReader {
  return everyCall<ExportReader>({ index: async () => null, open: async () => null, health: fault }, does);
}

function changesThat(does: () => unknown): ChangeFileReader {
  return everyCall(CHANGES, does);
}

/** Rate limits of one request for each address and key. */
const ONE_EACH = Object.fromEntries(
  Object.keys(SETTINGS.budgets).map((name) => [name, { anonymous: 1, keyed: 1 }]),
) as typeof SETTINGS.budgets;

interface Bench extends ReturnType<typeof documented> {
  /** Checks an answer against the document and notes its status. */
  note(path: string, method: string, heard: Heard): void;
  readonly seen: Set<string>;
}

const seen = new Set<string>();

async function bench(world: World): Promise<Bench> {
  const read = documented(JSON.parse((await world.ask('/api/openapi.json')).text));
  return {
    ...read,
    seen,
    note: (path, method, heard) => {
      read.check(path, method, heard);
      seen.add(`${method} ${path} ${heard.status}`);
    },
  };
}

const UPLOAD = JSON.stringify({ addonVersion: '1.0.0', records: [] });
function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  return {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  };
}

/** Sends a request as the document describes the operation. */
function asking(world: World, method: string, address: string, headers: Record<string, string> = {}) {
  return world.ask(address, method === 'post' ? post(UPLOAD, headers) : { headers });
}

/** Adds a parameter that no operation has. */
function withUnknown(address: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}no_such=1`;
}

/** Calls `visit` for every operation in the document of a world. */
async function everyOperation(
  world: World,
  visit: (bench: Bench, path: string, method: string, operation: Json) => Promise<void>,
): Promise<void> {
  const read = await bench(world);
  for (const { path, method, operation } of read.operations) await visit(read, path, method, operation);
}

test('every operation answers 200 as documented, compressed and uncompressed, and 304', async () => {
  const world = await createApiWorld(UNLIMITED);
  await everyOperation(world, async (read, path, method, operation) => {
    const address = addressOf(read, path, operation);
    for (const coding of ['identity', 'br', 'gzip']) {
      const heard = await asking(world, method, address, { 'accept-encoding': coding });
      assert.equal(heard.status, 200, `${address}: ${heard.text.slice(0, 300)}`);
      read.note(path, method, heard);
      const etag = heard.headers.get('etag');
      assert.equal(etag !== null, '304' in operation.responses, path);
      if (etag === null) continue;
      read.note(
        path,
        method,
        await asking(world, method, address, { 'accept-encoding': coding, 'if-none-match': etag }),
      );
    }
  });
});

test('every parameter accepts its example and refuses values that its schema excludes', async () => {
  const world = await createApiWorld(UNLIMITED);
  const { snapshot } = JSON.parse((await world.ask('/api/edges')).text);
  await everyOperation(world, async (read, path, method, operation) => {
    for (const parameter of queryParameters(read, operation)) {
      const { name, schema } = parameter;
      const good = addressWith(read, path, operation, parameter, snapshot);
      const heard = await asking(world, method, good);
      assert.equal(heard.status, 200, `${good}: ${heard.text.slice(0, 300)}`);
      read.note(path, method, heard);
      for (const wrong of wrongValues(schema)) {
        const bad = addressOf(read, path, operation, [[name, wrong]]);
        const refused = await asking(world, method, bad);
        // An optional argument of a tool counts as absent if it is empty.
        const isAbsent = wrong === '' && path.startsWith('/api/tools/') && parameter.required !== true;
        assert.equal(refused.status, isAbsent ? 200 : 400, bad);
        if (isAbsent) continue;
        assert.ok(JSON.parse(refused.text).error.includes(name), refused.text);
        read.note(path, method, refused);
      }
      const twice = addressOf(read, path, operation, [
        [name, exampleOf(parameter)],
        [name, exampleOf(parameter)],
      ]);
      const refused = await asking(world, method, twice);
      assert.equal(refused.status, 400, twice);
      read.note(path, method, refused);
    }
  });
});

test('a route reads exactly the parameters in the document', async () => {
  const world = await createApiWorld(UNLIMITED);
  const read = await bench(world);
  const { getAll } = URLSearchParams.prototype;
  const looked = new Set<string>();
  URLSearchParams.prototype.getAll = function (name) {
    looked.add(name);
    return getAll.call(this, name);
  };
  try {
    for (const { path, method, operation } of read.operations) {
      // The arguments of a tool are checked by its schema, which refuses others.
      if (method !== 'get' || path.startsWith('/api/tools/')) continue;
      looked.clear();
      await world.ask(withUnknown(addressOf(read, path, operation)));
      const names = queryParameters(read, operation).map(({ name }) => name);
      assert.deepEqual([...looked].sort(), names.sort(), path);
    }
  } finally {
    URLSearchParams.prototype.getAll = getAll;
  }
});

test('tools refuse unknown arguments, and other endpoints ignore them', async () => {
  const world = await createApiWorld(UNLIMITED);
  await everyOperation(world, async (read, path, method, operation) => {
    const address = addressOf(read, path, operation);
    const heard = await asking(world, method, withUnknown(address));
    assert.equal(heard.status, path.startsWith('/api/tools/') ? 400 : 200, address);
    read.note(path, method, heard);
  });
});

test('unknown resources, unacceptable encodings, other methods and wrong keys get the documented refusals', async () => {
  const world = await createApiWorld({ settings: KEYS });
  await everyOperation(world, async (read, path, method, operation) => {
    const address = addressOf(read, path, operation);
    if (method === 'get') {
      read.note(path, method, await world.ask(address, { headers: { 'accept-encoding': '*;q=0, identity;q=0' } }));
    }
    const other = await world.ask(address, { method: 'DELETE' });
    assert.equal(other.status, 405, address);
    read.note(path, method, other);
    const keyed = await asking(world, method, address, { 'x-api-key': 'tw_wrong' });
    assert.equal(keyed.status === 401, '401' in operation.responses, address);
    if (keyed.status === 401) read.note(path, method, keyed);
  });
  const read = await bench(world);
  const rows: readonly (readonly [path: string, address: string, status: number])[] = [
    ['/api/tooltip/{type}/{id}', '/api/tooltip/item/99', 404],
    ['/api/tooltip/{type}/{id}', '/api/tooltip/spell/1', 400],
    ['/api/tooltip/{type}', '/api/tooltip/spell?ids=1', 400],
    ['/feeds/zone/{zone}', '/feeds/zone/99.atom', 404],
    ['/feeds/zone/{zone}', '/feeds/zone/x.atom', 400],
    ...['item', 'npc', 'quest', 'object'].flatMap((kind) => [
      [`/feeds/${kind}/{${kind}}`, `/feeds/${kind}/99.atom`, 404] as const,
      [`/feeds/${kind}/{${kind}}`, `/feeds/${kind}/x.atom`, 400] as const,
    ]),
    ['/feeds/realm/{realm}', '/feeds/realm/Nowhere.atom', 404],
    ['/feeds/realm/{realm}', '/feeds/realm/x.atom', 400],
    ['/api/tools/{tool}', '/api/tools/none', 404],
    ['/api/tools/{tool}', '/api/tools/market_value', 400],
    ['/export/{name}', '/export/none.ndjson', 404],
    ['/export/addons/{name}', '/export/addons/none.lua', 404],
    ['/export/lists/{name}', '/export/lists/none.csv', 404],
    ['/changes/{epoch}/{name}', '/changes/abcd1234/2.csv', 404],
    ['/changes/{epoch}/{name}', '/changes/other1/2.ndjson', 410],
    ['/api/changes', '/api/changes?since=other1.2', 410],
    ['/api/changes/stream', '/api/changes/stream?since=other1.2', 410],
    ['/api/market/prices', '/api/market/prices?house=Horde', 400],
  ];
  for (const [path, address, status] of rows) {
    const heard = await world.ask(address);
    assert.equal(heard.status, status, address);
    read.note(path, 'get', heard);
  }
  const unexported = createWorld();
  for (const path of ['/export/index.json', '/export/datapackage.json', '/export/croissant.json'])
    (await bench(unexported)).note(path, 'get', await unexported.ask(path));
});

test('range requests get the documented answers', async () => {
  const world = await createApiWorld(UNLIMITED);
  const read = await bench(world);
  for (const [path, address] of [
    ['/export/{name}', '/export/edges.ndjson'],
    ['/export/addons/{name}', '/export/addons/questie.lua'],
    ['/export/lists/{name}', '/export/lists/names.csv'],
    ['/changes/{epoch}/{name}', '/changes/abcd1234/2.ndjson'],
    ['/api/edges/client-layer', '/api/edges/client-layer'],
  ] as const) {
    for (const [range, status] of [
      ['bytes=0-9', 206],
      ['bytes=99999-', 416],
    ] as const) {
      const heard = await world.ask(address, { headers: { range } });
      assert.equal(heard.status, status, address);
      read.note(path, 'get', heard);
    }
  }
});

test('requests beyond the hourly limit get the documented refusal', async () => {
  const world = await createApiWorld({ settings: { ...KEYS, budgets: ONE_EACH } });
  await everyOperation(world, async (read, path, method, operation) => {
    const address = addressOf(read, path, operation);
    await asking(world, method, address);
    const heard = await asking(world, method, address);
    assert.equal(heard.status === 429, '429' in operation.responses, address);
    if (heard.status === 429) read.note(path, method, heard);
  });
});

test('storage faults and internal errors get the documented answers', async () => {
  const broken = await createApiWorld({
    settings: KEYS,
    store: (store) => everyCall(store, (name) => (name === 'current' ? null : GONE())),
    exports: exportsThat(() => GONE()),
    changes: changesThat(() => GONE()),
    keys: { check: GONE, checkDigest: GONE },
    intake: { take: () => GONE() },
  });
  const faulty = await createApiWorld({
    settings: { ...KEYS, limits: false },
    store: (store) => everyCall(store, (name) => (name === 'current' ? null : fault())),
    exports: exportsThat(fault),
    changes: changesThat(fault),
    intake: { take: fault },
  });
  // The health check asks for the exports after the storage has answered.
  const ill = await createApiWorld({ settings: KEYS, exports: exportsThat(fault) });
  await everyOperation(await createApiWorld({ settings: KEYS }), async (read, path, method, operation) => {
    const address = addressOf(read, path, operation);
    const isHealth = path === '/api/health';
    const ours = await asking(isHealth ? ill : faulty, method, address);
    if (ours.status !== 200) assert.equal(ours.status, 500, address);
    read.note(path, method, ours);
    if (isHealth) {
      read.note(path, method, await createWorld().ask(address));
      return;
    }
    const plain = await asking(broken, method, address);
    assert.ok([200, 503].includes(plain.status), address);
    read.note(path, method, plain);
    // Some lists answer that they are unreachable. With a key, the look-up of the key fails instead.
    if (!('401' in operation.responses)) return;
    const keyed = await asking(broken, method, address, { 'x-api-key': 'tw_any' });
    assert.equal(keyed.status, 503, address);
    read.note(path, method, keyed);
  });
});

test('refused uploads get the documented answers', async () => {
  const refusals: Readonly<Record<string, IntakeAnswer>> = {
    refused: { status: 422, body: '{"ok":false,"error":"No.","persisted":false,"accepted":[],"rejected":[]}' },
    broken: { status: 400, body: '{"ok":false,"error":"The body must be JSON.","persisted":false}' },
  };
  const world = await createApiWorld({
    settings: KEYS,
    intake: { take: async (body) => refusals[Buffer.from(body).toString()] ?? { status: 200, body: 'null' } },
  });
  const read = await bench(world);
  const rows: readonly (readonly [init: RequestInit, status: number])[] = [
    [post('refused'), 422],
    [post('broken'), 400],
    [post('x', { 'content-type': 'text/plain' }), 400],
    [post('x', { 'sec-fetch-site': 'cross-site' }), 400],
    [post('x', { 'content-encoding': 'br' }), 400],
    [post('x', { 'content-encoding': 'gzip' }), 400],
    [post('x'.repeat(1_000_001)), 413],
    [post(new Uint8Array(gzipSync('x'.repeat(1_000_001))), { 'content-encoding': 'gzip' }), 413],
  ];
  for (const [init, status] of rows) {
    const heard = await world.ask('/api/intake', init);
    assert.equal(heard.status, status, heard.text);
    read.note('/api/intake', 'post', heard);
  }
});

test('every documented status was seen, except those in NOT_PROVOKED', async () => {
  const { operations } = await bench(await createApiWorld({ settings: KEYS }));
  const excused = new Set<string>();
  for (const { path, method, operation } of operations) {
    for (const status of Object.keys(operation.responses)) {
      const line = `${method} ${path} ${status}`;
      const excuse = NOT_PROVOKED.find(([paths, which]) => paths.test(path) && which === status);
      if (excuse !== undefined) excused.add(excuse[2]);
      assert.equal(seen.has(line), excuse === undefined, line);
    }
  }
  assert.equal(excused.size, NOT_PROVOKED.length);
});
