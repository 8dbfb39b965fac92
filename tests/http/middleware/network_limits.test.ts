import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../schema/limits.ts';
import { REQUEST_BUDGETS } from '../../../schema/request_budgets.ts';
import { createWorld, type Heard, parsed, publicSource, rowsOf, SETTINGS, type World } from '../support.ts';

/** The quota is two requests per hour for one client, and therefore six for a /56 network and ten for a /48. */
const QUOTA = { anonymous: 2, keyed: 7 };
const OF_56 = QUOTA.anonymous * LIMITS.budgetsPer56Max.value;
const OF_48 = QUOTA.anonymous * LIMITS.budgetsPer48Max.value;

/** A path for each budget that counts GET requests. */
const PATHS = {
  corpus: '/api/corpus/public',
  drops: '/api/rollups/drops',
  edges: '/api/edges',
  items: '/api/items?limit=0',
  market: '/api/market/prices?realm=Stormrage',
  tools: '/api/tools/everloot_plan',
  tooltip: '/api/tooltip/item/1',
  suggest: '/api/suggest?q=a',
  exports: '/export/corpus.ndjson',
  changes: '/api/changes',
} as const;

async function world(settings: Partial<typeof SETTINGS> = {}): Promise<World> {
  const budgets = Object.fromEntries(Object.keys(REQUEST_BUDGETS).map((name) => [name, QUOTA]));
  const made = createWorld({ settings: { budgets: budgets as typeof SETTINGS.budgets, ...settings } });
  await made.write({ corpus: [rowsOf('loot', 0, 3)], drops: [publicSource(1, 2)] });
  return made;
}

/** Returns an address in a /48 network. `subnet` is the fourth group, which contains the /56. */
function client(site: string, subnet: number): string {
  return `2001:db8:${site}:${subnet.toString(16)}::1`;
}

/** Uses up the budgets of this many clients. With `apart`, each client is in a different /56 network. */
async function useUp(asked: World, path: string, clients: number, apart: boolean): Promise<void> {
  for (let n = 0; n < clients; n++) {
    for (let used = 0; used < QUOTA.anonymous; used++) {
      const from = client('7', apart ? n << 8 : n);
      assert.notEqual((await asked.ask(path, { from })).status, 429, `${path} ${from}`);
    }
  }
}

function told({ status, headers }: Heard): readonly unknown[] {
  return [status, ...['ratelimit-policy', 'ratelimit', 'retry-after'].map((name) => headers.get(name))];
}

test('the multiples are those in the contract', () => {
  assert.deepEqual([LIMITS.budgetsPer56Max.value, LIMITS.budgetsPer48Max.value], [3, 5]);
  assert.equal(LIMITS.keysPerNetworkMax.value, 5 * REQUEST_BUDGETS.keys.anonymous);
});

test('every limit also applies to the /56 of an IPv6 client, and not to the next /56', async () => {
  for (const [budget, path] of Object.entries(PATHS)) {
    const asked = await world();
    await useUp(asked, path, 3, false);
    const refused = await asked.ask(path, { from: client('7', 0xff) });
    assert.deepEqual(told(refused), [429, `"${budget}";q=${OF_56};w=3600`, `"${budget}";r=0;t=3600`, '3600'], budget);
    assert.match(
      parsed('apiError', refused.text).error,
      /endpoint from your network \(2001:db8:7:0::\/56\) are limited to 6 in 60 minutes/,
    );
    assert.notEqual((await asked.ask(path, { from: client('7', 0x100) })).status, 429, `${budget}: the next /56`);
  }
});

test('every limit also applies to the /48 of an IPv6 client, and not to the next /48', async () => {
  for (const [budget, path] of Object.entries(PATHS)) {
    const asked = await world();
    await useUp(asked, path, 5, true);
    const refused = await asked.ask(path, { from: client('7', 0xffff) });
    assert.deepEqual(told(refused), [429, `"${budget}";q=${OF_48};w=3600`, `"${budget}";r=0;t=3600`, '3600'], budget);
    assert.match(parsed('apiError', refused.text).error, /from your network \(2001:db8:7::\/48\) are limited to 10 in/);
    assert.notEqual((await asked.ask(path, { from: client('8', 0) })).status, 429, `${budget}: the next /48`);
  }
});

test('IPv4 addresses and keys have no such additional limit', async () => {
  const asked = await world();
  for (let n = 0; n < 3 * OF_48; n++) {
    assert.equal((await asked.ask(PATHS.corpus, { from: `192.0.2.${n}` })).status, 200);
  }
  const keyed = createWorld({
    settings: { ...SETTINGS, keys: true, budgets: { ...SETTINGS.budgets, corpus: QUOTA } },
    keys: { check: async (key) => key.slice(-6), checkDigest: async () => true },
  });
  await keyed.write({ corpus: [rowsOf('loot', 0, 3)] });
  for (let n = 0; n < 6; n++) {
    const headers = { 'x-api-key': `tw_${String(n).padStart(43, 'a')}` };
    for (let used = 0; used < QUOTA.keyed; used++) {
      assert.equal((await keyed.ask(PATHS.corpus, { from: client('7', 0), headers })).status, 200);
    }
  }
});

test('an answer announces the limit with the least left, and a refusal the one that lasts longest', async () => {
  const asked = await world();
  await useUp(asked, PATHS.corpus, 2, false);
  const first = await asked.ask(PATHS.corpus, { from: client('7', 2) });
  assert.deepEqual(told(first), [200, '"corpus";q=2;w=3600', '"corpus";r=1;t=3600', null], 'its own and the /56 alike');
  const other = await asked.ask(PATHS.corpus, { from: client('7', 3) });
  assert.deepEqual(told(other), [200, `"corpus";q=${OF_56};w=3600`, '"corpus";r=0;t=3600', null]);

  const later = await world();
  await later.ask(PATHS.corpus, { from: client('7', 9) });
  later.clock.ms += 1_000_000;
  await useUp(later, PATHS.corpus, 2, false);
  await later.ask(PATHS.corpus, { from: client('7', 8) });
  // The network's window ends in 2,600 seconds and the client's in 3,600. The client is served again after the later
  // one.
  const both = await later.ask(PATHS.corpus, { from: client('7', 0) });
  assert.deepEqual(told(both), [429, '"corpus";q=2;w=3600', '"corpus";r=0;t=3600', '3600']);
  const one = await later.ask(PATHS.corpus, { from: client('7', 8) });
  assert.deepEqual(told(one).slice(0, 3), [429, `"corpus";q=${OF_56};w=3600`, '"corpus";r=0;t=2600']);
  later.clock.ms += 2_600_000;
  assert.equal((await later.ask(PATHS.corpus, { from: client('7', 8) })).status, 200);
  assert.equal((await later.ask(PATHS.corpus, { from: client('7', 0) })).status, 429);
  later.clock.ms += 1_000_000;
  assert.equal((await later.ask(PATHS.corpus, { from: client('7', 0) })).status, 200);
});

test('refused and failed requests count towards no network limit', async () => {
  const asked = await world();
  for (let n = 0; n < 10; n++) await asked.ask(PATHS.corpus, { from: client('7', 0) });
  for (let n = 0; n < 2; n++) assert.equal((await asked.ask(PATHS.corpus, { from: client('7', 1) })).status, 200);
  asked.breakStorage(true);
  for (let n = 0; n < 20; n++) assert.equal((await asked.ask(PATHS.corpus, { from: client('7', 2) })).status, 503);
  asked.breakStorage(false);
  for (let n = 0; n < 2; n++) assert.equal((await asked.ask(PATHS.corpus, { from: client('7', 3) })).status, 200);
  assert.equal((await asked.ask(PATHS.corpus, { from: client('7', 4) })).status, 429);
});

test('many networks cannot unblock one that is blocked', async () => {
  const asked = await world();
  await useUp(asked, PATHS.corpus, 5, true);
  // Send requests from more networks than are remembered, each answered quickly.
  for (let n = 0; n < 5_100; n++) {
    const from = `2001:db9:${n.toString(16)}::1`;
    await asked.app.fetch(new Request(`http://some.host${PATHS.corpus}?limit=0`), { remoteAddress: from });
  }
  assert.equal((await asked.ask(PATHS.corpus, { from: client('7', 0xffff) })).status, 429);
});
