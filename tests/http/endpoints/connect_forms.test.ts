import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeDigest } from '../../../adapters/digest.ts';
import { systemRandom } from '../../../adapters/random.ts';
import type { OperatorCommand } from '../../../domain/operator/command.ts';
import { type CommandOwner, createRunner } from '../../../domain/operator/commands.ts';
import { createKeyCheck } from '../../../domain/operator/key_check.ts';
import type { OperatorStore } from '../../../domain/ports/operator.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { AppSettings } from '../../../http/context.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { REQUEST_BUDGETS } from '../../../schema/request_budgets.ts';
import { createMemoryOperator } from '../../doubles/operator.ts';
import { createWorld, type Heard, PUBLIC_URL, START_MS } from '../support.ts';

const INSTALL = 'north-install-0001';
/** An install id that an addon created with a space at the start and a no-break space at the end. */
const BLANK = ' south-install-0002\u00a0';
const HOLDINGS = {
  kinds: [
    { kind: 'loot', records: 1_200 },
    { kind: 'npc_sighting', records: 34 },
  ],
  uploads: 3,
  firstDay: '2026-03-04',
  lastDay: '2026-11-20',
  grants: 1,
};
const KEY = /tw_[A-Za-z0-9_-]{43}/;
const TOKEN = /tg_[A-Za-z0-9_-]{43}/;

/** Creates an instance that keeps keys and grants in memory and records the operator commands it receives. */
function world(settings: Partial<AppSettings> = {}, owner?: CommandOwner) {
  const later = { ms: 0 };
  const operator = createMemoryOperator();
  const asked: OperatorCommand[] = [];
  const stored = new Set([INSTALL, BLANK]);
  const clock = { nowMs: () => START_MS + later.ms };
  const store: OperatorStore = {
    ...operator,
    erase: async (installId) => (stored.delete(installId) ? { records: 7 } : null),
    holdings: async (installId) => (stored.has(installId) ? HOLDINGS : null),
    knowsInstall: async (installId) => installId === BLANK,
    withhold: async () => null,
    lift: async () => null,
    clearOrders: async () => undefined,
    upload: async () => null,
    session: async () => ({ uploads: 0, uploadIds: [] }),
  };
  const real = owner ?? createRunner(store, { clock, random: systemRandom, digest: nodeDigest });
  const keys = createKeyCheck({ reader: operator.keyReader, digest: nodeDigest, clock, noteUse: () => {} });
  const made = createWorld({
    keys,
    owner: {
      carryOut: (command) => {
        asked.push(command);
        return real.carryOut(command);
      },
    },
    settings: { keys: true, ...settings },
  });
  return { ...made, operator, asked, later, stored };
}

type Asked = ReturnType<typeof world>;

const HOME = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

type Sent = Readonly<Record<string, string>> | readonly (readonly [string, string])[] | string;

function bodyOf(fields: Sent): string {
  return typeof fields === 'string' ? fields : new URLSearchParams(fields as Record<string, string>).toString();
}

function post(
  { ask }: Asked,
  path: string,
  fields: Sent,
  { headers = HOME, from = '192.0.2.1' }: { headers?: Record<string, string>; from?: string } = {},
): Promise<Heard> {
  return ask(path, { method: 'POST', headers, body: bodyOf(fields), from });
}

function words({ text }: Heard): string {
  return text.replace(/\s+/g, ' ');
}

test('the pages have every form with labels, and work without scripts', async () => {
  const { ask } = world({ selfGrants: true });
  const forms: readonly (readonly [page: string, actions: readonly string[], inputs: number])[] = [
    ['/connect', [], 0],
    ['/connect/keys', ['/connect/keys', '/connect/keys/revoke'], 2],
    ['/connect/grants', ['/connect/grants', '/connect/grants/revoke'], 3],
    ['/connect/erase', ['/connect/erase/preview'], 1],
  ];
  for (const [page, expected, fields] of forms) {
    const { text, headers } = await ask(page);
    const actions = [...text.matchAll(/<form class="post" method="post" action="([^"]+)"/g)].map((match) => match[1]);
    assert.deepEqual(actions, expected, page);
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!);
    assert.equal(new Set(ids).size, ids.length, 'an id stands twice');
    const inputs = [...text.matchAll(/<input id="([^"]+)"/g)].map((match) => match[1]!);
    assert.equal(inputs.length, fields, page);
    for (const id of inputs) assert.ok(text.includes(`<label for="${id}">`) && ids.includes(`${id}-hint`), id);
    assert.ok(!/<script(?! src=")|style=/.test(text));
    assert.match(headers.get('content-security-policy') ?? '', /form-action 'self'/);
    assert.equal(headers.get('referrer-policy'), 'same-origin', 'else Origin would be null');
  }
});

test('the index leads to the four pages, and old addresses still lead to the forms', async () => {
  const { ask } = world();
  const { text } = await ask('/connect');
  for (const [id, path] of [
    ['keys', '/connect/keys'],
    ['grants', '/connect/grants'],
    ['erase', '/connect/erase'],
    ['hover-cards', '/tooltips'],
  ] as const) {
    assert.ok(words({ text } as Heard).includes(`<li class="panel" id="${id}"> <h2><a href="${path}">`), id);
    assert.equal((await ask(path)).status, 200, path);
  }
  const moved = {
    '/connect/keys/revoke': '/connect/keys#revoke',
    '/connect/grants/revoke': '/connect/grants#revoke',
    '/connect/erase/preview': '/connect/erase#erase',
    '/connect/erase/confirm': '/connect/erase#erase',
    '/connect/embed': '/tooltips',
  };
  for (const [path, to] of Object.entries(moved)) {
    const { status, headers } = await ask(path);
    assert.deepEqual([status, headers.get('location')], [303, to], path);
  }
});

test('a new key is shown once and works immediately, and stops working when it is revoked', async () => {
  const asked = world();
  const made = await post(asked, '/connect/keys', { label: ' Ada’s site ' });
  assert.deepEqual([made.status, made.headers.get('cache-control')], [200, 'no-store']);
  const [key] = KEY.exec(made.text) ?? [''];
  assert.deepEqual(asked.asked[0], { op: 'key-create', label: 'Ada’s site' });
  assert.equal(made.text.split(key).length, 2, 'it stands there once');
  const read = async () =>
    (await asked.ask('/connect', {})) && asked.ask('/api/rollups/drops', { headers: { 'x-api-key': key } });
  await asked.write();
  assert.equal((await read()).status, 200);
  const revoked = await post(asked, '/connect/keys/revoke', { key: ` ${key}\n` });
  assert.equal(revoked.status, 200);
  assert.match(revoked.text, /<h1>The key is revoked<\/h1>/);
  assert.equal((await read()).status, 401);
  assert.equal((await post(asked, '/connect/keys/revoke', { key })).status, 200, 'again changes nothing');
  for (const { text } of [revoked, await asked.ask('/connect/keys')]) assert.ok(!text.includes(key));
  assert.ok(!JSON.stringify(asked.logged).includes(key.slice(3)));
});

test('an address gets five keys a day, the sixth request is told when to come back, and refused forms do not count', async () => {
  const asked = world();
  const make = (fields: Sent = { label: 'a' }, options = {}) => post(asked, '/connect/keys', fields, options);
  for (let i = 0; i < 9; i++) {
    assert.equal((await make({ label: '' })).status, 400);
    assert.equal((await make({ label: 'a' }, { headers: { ...HOME, 'sec-fetch-site': 'cross-site' } })).status, 403);
  }
  for (let left = 4; left >= 0; left--) {
    const { status, headers } = await make();
    assert.deepEqual([status, headers.get('ratelimit')], [200, `"keys";r=${left};t=86400`]);
  }
  asked.clock.ms += 3_600_000;
  const refused = await make();
  assert.deepEqual(
    [refused.status, refused.headers.get('retry-after'), refused.headers.get('content-type')],
    [429, '82800', 'text/html; charset=utf-8'],
  );
  assert.match(words(refused), /limited to 5 in 24 hours and all of them are used; ask again in 23 hours\./);
  assert.equal((await make({ label: 'a' }, { from: '192.0.2.9' })).status, 200, 'another address');
  asked.clock.ms += 82_800_000;
  assert.equal((await make()).status, 200);
  assert.equal(asked.asked.length, 7);
});

test('the number of keys is limited per IPv6 /48 and in total, and the refusal says which limit applies', async () => {
  const asked = world();
  const make = (from: string, fields: Sent = { label: 'a' }) => post(asked, '/connect/keys', fields, { from });
  const status = async (from: string) => (await make(from)).status;
  for (let n = 0; n < 25; n++) {
    const from = `2001:db8:7:${(n << 8).toString(16)}::1`;
    assert.equal((await make(from, { label: '' })).status, 400);
    assert.equal(await status(from), 200);
  }
  const refused = await make('2001:db8:7:ffff::1');
  assert.deepEqual([refused.status, refused.headers.get('ratelimit')], [429, '"keys";r=0;t=86400']);
  assert.match(words(refused), /endpoint from your network \(2001:db8:7::\/48\) are limited to 25 in 24 hours/);
  assert.equal(await status('2001:db8:8::1'), 200, 'the next network');
  for (let n = 0; n < 974; n++) assert.equal(await status(`10.0.${n >> 8}.${n & 255}`), 200);
  const last = await make('192.0.2.77');
  assert.equal(last.status, 429);
  assert.match(words(last), /endpoint of all readers together are limited to 1,000 in 24 hours/);
  asked.clock.ms += 86_400_000;
  for (const from of ['192.0.2.77', '2001:db8:7:ffff::1']) assert.equal(await status(from), 200);
});

test('if the operator allows more keys per address, the limits around it grow too', async () => {
  const keys = { anonymous: 30, keyed: 30 };
  const asked = world({ budgets: { ...REQUEST_BUDGETS, keys } as unknown as AppSettings['budgets'] });
  const made = [];
  for (let n = 0; n < 31; n++) {
    made.push((await post(asked, '/connect/keys', { label: 'a' }, { from: '2001:db8:7::1' })).status);
  }
  assert.deepEqual([made.filter((one) => one === 200).length, made.at(-1)], [30, 429]);
});

/** The path of each form, with valid fields. */
const GOOD: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
  ['/connect/keys', { label: 'a site' }],
  ['/connect/keys/revoke', { key: `tw_${'a'.repeat(43)}` }],
  ['/connect/grants', { category: 'gear', install: INSTALL, days: '30' }],
  ['/connect/grants/revoke', { token: `tg_${'a'.repeat(43)}` }],
  ['/connect/erase', { install: INSTALL, confirm: 'ERASE' }],
  ['/connect/erase/preview', { install: INSTALL }],
  ['/connect/erase/confirm', { ticket: `te_${'a'.repeat(43)}`, confirm: 'ERASE' }],
];

test('every wrong field is named with its requirement and the given value', async () => {
  const asked = world({ selfGrants: true });
  const long = 'x'.repeat(81);
  const wrong: readonly [path: string, fields: Sent, sentence: string][] = [
    ['/connect/keys', {}, 'label must be 1 to 80 characters; it has 0.'],
    ['/connect/keys', { label: long }, 'label must be 1 to 80 characters; it has 81.'],
    [
      '/connect/keys',
      { label: 'a\u202eb' },
      'label must be text without control and invisible characters; it contains some.',
    ],
    ['/connect/keys', 'label=a&label=b', 'label was given 2 times; give it once.'],
    ['/connect/keys', { label: 'a', days: '1' }, 'A field of this form must be label; one is &quot;days&quot;.'],
    ['/connect/keys/revoke', { key: 'tw_short' }, 'key must be a key as it was shown'],
    ['/connect/keys/revoke', GOOD[1]![1], 'key must be a key that was made here; this one was not.'],
    [
      '/connect/grants',
      { install: INSTALL, days: '1' },
      'category must be one of gear, gold, collection, or several of them; got nothing.',
    ],
    ['/connect/grants', { ...GOOD[2]![1], category: 'guild' }, 'got &quot;guild&quot;.'],
    [
      '/connect/grants',
      { ...GOOD[2]![1], install: 'short' },
      'install must be an install id of 8 to 64 characters; it has 5.',
    ],
    ['/connect/grants', { ...GOOD[2]![1], install: 'x'.repeat(65) }, '8 to 64 characters; it has 65.'],
    [
      '/connect/grants',
      { ...GOOD[2]![1], install: 'abc\0defghij' },
      'install must not contain a NUL character; it contains one.',
    ],
    [
      '/connect/erase',
      { install: 'abc\0defghij', confirm: 'ERASE' },
      'install must not contain a NUL character; it contains one.',
    ],
    [
      '/connect/grants',
      { ...GOOD[2]![1], days: '0' },
      'days must be a whole number from 1 to 3650; it is &quot;0&quot;.',
    ],
    ['/connect/grants', { ...GOOD[2]![1], days: '3651' }, 'it is &quot;3651&quot;.'],
    ['/connect/grants', { ...GOOD[2]![1], days: '1e3' }, 'it is &quot;1e3&quot;.'],
    ['/connect/grants/revoke', { token: 'tw_x' }, 'token must be a grant token: tg_ and 43'],
    [
      '/connect/grants/revoke',
      GOOD[3]![1],
      'token must be the token of a grant that was made on this page; this one is not.',
    ],
    ['/connect/erase', { confirm: 'ERASE' }, 'install must be an install id of 8 to 64 characters; it has 0.'],
    ['/connect/erase', { install: INSTALL, confirm: 'yes' }, 'confirm must be ERASE; it is &quot;yes&quot;.'],
    ['/connect/erase', { install: INSTALL }, 'confirm must be ERASE; it is &quot;&quot;.'],
    ['/connect/erase/preview', { install: 'short' }, 'install must be an install id of 8 to 64 characters; it has 5.'],
    [
      '/connect/erase/confirm',
      { ticket: 'te_a', confirm: 'Erase' },
      'confirm must be ERASE in capital letters; it is &quot;Erase&quot;.',
    ],
  ];
  for (const [path, fields, sentence] of wrong) {
    const heard = await post(asked, path, fields);
    assert.deepEqual([heard.status, heard.headers.get('cache-control')], [400, 'no-store'], sentence);
    assert.ok(words(heard).includes(sentence), `${sentence} is not in ${words(heard)}`);
    assert.ok(heard.text.includes(`action="${path}"`), 'the form stands there again');
    assert.match(heard.text, /role="alert"|aria-invalid="true"/, sentence);
  }
  assert.deepEqual(
    asked.asked.map(({ op }) => op),
    ['own-key-revoke', 'own-grant-revoke'],
    'what is malformed is asked of nobody',
  );
});

test('the input of a refused form is kept, except secrets', async () => {
  const asked = world({ selfGrants: true });
  const label = await post(asked, '/connect/keys', { label: `"<b>&${'x'.repeat(80)}` });
  assert.ok(label.text.includes('value="&quot;&lt;b&gt;&amp;xx'));
  const grant = await post(asked, '/connect/grants', [
    ['category', 'gold'],
    ['install', INSTALL],
    ['days', '99999'],
  ]);
  assert.match(grant.text, /value="gold" checked/);
  assert.ok(!/value="gear" checked/.test(grant.text) && grant.text.includes('value="99999"'));
  const erase = await post(asked, '/connect/erase', { install: INSTALL, confirm: 'ERAZE' });
  assert.ok(erase.text.includes('value="ERAZE"'));
  const twice = await post(asked, '/connect/keys/revoke', 'key=tw_secret-one&key=tw_secret-two');
  for (const { text } of [grant, erase, twice]) assert.ok(!text.includes(INSTALL) && !text.includes('tw_secret'));
});

test('forms sent by other sites are refused without any effect', async () => {
  const asked = world({ selfGrants: true });
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const strangers: readonly (readonly [headers: Record<string, string>, told: string])[] = [
    [{ 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL }, 'Sec-Fetch-Site must be same-origin'],
    [{ 'sec-fetch-site': 'same-site' }, 'it is &quot;same-site&quot;'],
    [{ origin: 'https://evil.example' }, `Origin must be ${PUBLIC_URL}; it is &quot;https://evil.example&quot;`],
    [{ origin: 'null' }, 'it is &quot;null&quot;'],
    [{ origin: 'https://witness.example.evil.example' }, 'evil'],
    [{ origin: 'http://witness.example' }, 'Origin must be'],
    [{}, 'it is absent'],
  ];
  for (const [path, fields] of GOOD) {
    for (const [headers, told] of strangers) {
      const heard = await post(asked, path, fields, { headers: { ...type, ...headers } });
      assert.deepEqual([heard.status, words(heard).includes(told)], [403, true], `${path} ${told}`);
    }
  }
  assert.deepEqual(asked.asked, []);
  const own: readonly Record<string, string>[] = [
    { origin: PUBLIC_URL },
    { origin: 'http://some.host:1', host: 'some.host:1' },
    { origin: 'http://Some.Host:1', host: 'some.host:1' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of own) {
    const heard = await post(asked, '/connect/keys', { label: 'a' }, { headers: { ...type, ...headers } });
    assert.equal(heard.status, 200, JSON.stringify(headers));
  }
});

test('below a path, forms are sent to it, whether the proxy strips it or not', async () => {
  const asked = world({ publicUrl: 'https://games.example/tw' });
  assert.ok((await asked.ask('/tw/connect/keys')).text.includes('action="/tw/connect/keys"'));
  const headers = { 'content-type': HOME['content-type'], origin: 'https://games.example' };
  for (const path of ['/tw/connect/keys', '/connect/keys']) {
    assert.equal((await post(asked, path, { label: 'a' }, { headers })).status, 200, path);
  }
  const opened = await asked.ask('/connect/keys/revoke');
  assert.deepEqual([opened.status, opened.headers.get('location')], [303, '/tw/connect/keys#revoke']);
});

test('form bodies have a few short fields, and others are refused', async () => {
  const asked = world();
  const json = await post(asked, '/connect/keys', '{}', { headers: { ...HOME, 'content-type': 'application/json' } });
  assert.deepEqual([json.status, words(json).includes('must be application/x-www-form-urlencoded')], [400, true]);
  const fits = await post(asked, '/connect/keys', `label=${'x'.repeat(4_096 - 6)}`);
  assert.deepEqual([fits.status, words(fits).includes('it has 4090')], [400, true]);
  const large = await post(asked, '/connect/keys', `label=${'x'.repeat(4_096 - 5)}`);
  assert.deepEqual([large.status, large.headers.get('content-type')], [413, 'text/html; charset=utf-8']);
  const bytes = await asked.ask('/connect/keys', { method: 'POST', headers: HOME, body: new Uint8Array([0x6c, 0xff]) });
  assert.deepEqual([bytes.status, words(bytes).includes('must be UTF-8')], [400, true]);
  assert.deepEqual(asked.asked, []);
});

test('if uploads are unreachable, every form says so and does not count', async () => {
  const sentence = 'The uploads database could not be written (SQLITE_FULL)';
  const asked = world({ selfGrants: true }, { carryOut: async () => err(sentence) });
  for (const [path, fields] of GOOD) {
    const heard = await post(asked, path, fields);
    assert.deepEqual([heard.status, heard.headers.get('retry-after')], [503, '30'], path);
    assert.match(words(heard), /role="alert" class="fault">The storage cannot be read or written/);
    assert.ok(!heard.text.includes('SQLITE_FULL') && heard.text.includes(`action="${path}"`));
    assert.match(heard.headers.get('ratelimit') ?? '', /r=(5|240);/);
  }
});

test('holders of an install id can issue grants for it if the operator allows it, but never for a guild', async () => {
  const asked = world({ selfGrants: true });
  const made = await post(asked, '/connect/grants', [
    ['category', 'gear'],
    ['category', 'collection'],
    ['install', INSTALL],
    ['days', '30'],
  ]);
  assert.deepEqual([made.status, made.headers.get('cache-control')], [200, 'no-store']);
  assert.match(
    words(made),
    /covers records about gear and collection that this install sends from now on, for 30 days: until 2026-12-21/,
  );
  const [token] = TOKEN.exec(made.text) ?? [''];
  const found = await asked.operator.grants([nodeDigest.sha256(token)]);
  assert.deepEqual(found, [
    {
      n: 1,
      categories: ['gear', 'collection'],
      self: true,
      expiresAtMs: START_MS + 30 * 86_400_000,
      scope: { guildName: null, realm: null, character: null, installId: INSTALL },
    },
  ]);
  assert.equal((await post(asked, '/connect/grants/revoke', { token })).status, 200);
  assert.deepEqual(await asked.operator.grants([nodeDigest.sha256(token)]), []);
  assert.ok(!JSON.stringify(asked.logged).includes(token.slice(3)) && !made.text.includes(INSTALL));
});

test('a refused grant has its sentence beside the install id, which is not repeated', async () => {
  const asked = world({ selfGrants: true });
  const make = () => post(asked, ...GOOD[2]!);
  for (let n = 0; n < LIMITS.ownGrantsMax.value; n++) assert.equal((await make()).status, 200);
  const full = await make();
  assert.equal(full.status, 400);
  assert.match(words(full), /This install already has 16 valid grants of its own/);
  assert.ok(!full.text.includes(INSTALL) && !TOKEN.test(full.text));
  const refused = 'install must name an install that was not erased.';
  const erased = world({ selfGrants: true }, { carryOut: async () => ok({ refused }) });
  const heard = await post(erased, ...GOOD[2]!);
  assert.deepEqual([heard.status, words(heard).includes(refused)], [400, true]);
});

test('a grant of the operator cannot be revoked with its token', async () => {
  const asked = world({ selfGrants: true });
  const token = `tg_${'z'.repeat(43)}`;
  await asked.operator.addGrant({
    tokenHash: nodeDigest.sha256(token),
    categories: ['guild'],
    self: false,
    issuedAtMs: 0,
    expiresAtMs: 1,
    scope: { guildName: 'Witnesses', realm: null, character: null, installId: null },
  });
  const heard = await post(asked, '/connect/grants/revoke', { token });
  assert.deepEqual(
    [heard.status, words(heard).includes('operator revokes grants that the operator issued')],
    [400, true],
  );
  const kept = await asked.operator.issuedGrants(0, 99);
  assert.ok(kept[0]?.revokedAtMs === null);
});

test('if holders may not issue grants, the page refers to the operator and has no form', async () => {
  const asked = world();
  const page = words(await asked.ask('/connect/grants'));
  assert.ok(page.includes('The operator issues grants') && !page.includes('action="/connect/grants"'));
  const heard = await post(asked, ...GOOD[2]!);
  assert.deepEqual([heard.status, asked.asked], [403, []]);
  assert.match(words(heard), /The operator of this instance issues grants/);
});

test('a self-issued grant can be revoked even after self-issuing was switched off', async () => {
  const asked = world();
  const token = `tg_${'o'.repeat(43)}`;
  await asked.operator.addGrant({
    tokenHash: nodeDigest.sha256(token),
    categories: ['gear'],
    self: true,
    issuedAtMs: 0,
    expiresAtMs: 1,
    scope: { guildName: null, realm: null, character: null, installId: INSTALL },
  });
  const { text } = await asked.ask('/connect/grants');
  const grants = /<section class="panel" id="revoke">[\s\S]*?<\/section>/.exec(text)?.[0] ?? '';
  assert.match(grants, /action="\/connect\/grants\/revoke"/);
  assert.match(grants.replace(/\s+/g, ' '), /while that was switched on, are valid until they expire/);
  assert.equal((await post(asked, '/connect/grants/revoke', { token })).status, 200);
  const kept = await asked.operator.issuedGrants(0, 99);
  assert.ok(kept[0]?.revokedAtMs === START_MS);
});

test('no key is issued while keys are off', async () => {
  const asked = world({ keys: false });
  assert.ok(!(await asked.ask('/connect/keys')).text.includes('action="/connect/keys'));
  for (const [path, fields] of GOOD.slice(0, 2)) assert.equal((await post(asked, path, fields)).status, 403);
  assert.deepEqual(asked.asked, []);
});

test('an erasure says how many records it removed, or that there were none', async () => {
  const asked = world();
  const erased = await post(asked, '/connect/erase', { install: ` ${INSTALL} `, confirm: ' ERASE ' });
  assert.equal(erased.status, 200);
  assert.match(words(erased), /Erased 7 records of this install/);
  const none = await post(asked, '/connect/erase', { install: 'another-install', confirm: 'ERASE' });
  assert.match(words(none), /<h1>No data of this install<\/h1>/);
  assert.deepEqual(asked.asked.slice(0, 2), [
    { op: 'erase', installId: ` ${INSTALL} ` },
    { op: 'erase', installId: INSTALL },
  ]);
  assert.ok(!erased.text.includes(INSTALL) && !JSON.stringify(asked.logged).includes(INSTALL));
});

/** The ticket in the form of a preview. */
function ticketIn({ text }: Heard): string {
  return /<input type="hidden" name="ticket" value="([^"]+)">/.exec(text)?.[1] ?? '';
}

test('an erasure first shows what would go, and then asks for the word exactly', async () => {
  const asked = world();
  const preview = await post(asked, '/connect/erase/preview', { install: `${INSTALL} ` });
  assert.deepEqual([preview.status, preview.headers.get('cache-control')], [200, 'no-store']);
  const shown = words(preview);
  for (const part of [
    '<h1>What would be erased</h1>',
    'Nothing is erased yet.',
    '<dt>Records</dt><dd>1,234</dd>',
    '<dt>Uploads</dt><dd>3</dd>',
    '<dt>First upload</dt><dd>2026-03-04</dd>',
    '<dt>Latest upload</dt><dd>2026-11-20</dd>',
    '<dt>Grants</dt><dd>1</dd>',
    '<td>Loot windows opened</td><td class="n" data-value="1200">1,200</td>',
    '<td>Creatures and people seen</td>',
    'used without the spaces at its ends',
  ]) {
    assert.ok(shown.includes(part), `${part} is not in ${shown}`);
  }
  const ticket = ticketIn(preview);
  assert.match(ticket, /^te_[A-Za-z0-9_-]{43}$/);
  const wrong = await post(asked, '/connect/erase/confirm', { ticket, confirm: 'erase' });
  assert.equal(wrong.status, 400);
  assert.ok(words(wrong).includes('confirm must be ERASE in capital letters; it is &quot;erase&quot;.'));
  assert.equal(ticketIn(wrong), ticket, 'the visitor may try again');
  const erased = await post(asked, '/connect/erase/confirm', { ticket, confirm: 'ERASE' });
  assert.deepEqual([erased.status, erased.headers.get('cache-control')], [200, 'no-store']);
  assert.match(words(erased), /<h1>Erased<\/h1> <p>Erased 7 records of this install, its id and its grants\./);
  for (const { text } of [preview, wrong, erased]) assert.ok(!text.includes(INSTALL), 'no page repeats the id');
  assert.ok(!JSON.stringify(asked.logged).includes(INSTALL));
});

test('a confirmation that was used, is too old or is invented erases nothing and leads back to the first step', async () => {
  const asked = world();
  const preview = async (install: string) => ticketIn(await post(asked, '/connect/erase/preview', { install }));
  const confirm = (ticket: string) => post(asked, '/connect/erase/confirm', { ticket, confirm: 'ERASE' });
  const [first, second, late] = [await preview(INSTALL), await preview(INSTALL), await preview(BLANK)];
  assert.equal((await confirm(first)).status, 200);
  assert.match(words(await confirm(second)), /<h1>No data of this install<\/h1>/, 'erased in the meantime');
  asked.later.ms = 900_000;
  for (const ticket of [first, late, `te_${'a'.repeat(43)}`, '']) {
    const heard = await confirm(ticket);
    assert.equal(heard.status, 400, ticket);
    assert.match(words(heard), /role="alert" class="fault">This confirmation was used before or is older than 15 min/);
    assert.match(heard.text, /<a href="\/connect\/erase#erase">Back<\/a>/);
    assert.equal(ticketIn(heard), '', 'the form does not come again');
  }
});

test('nothing is shown or erased for an id that never sent anything', async () => {
  const asked = world();
  const heard = await post(asked, '/connect/erase/preview', { install: ' nobody-at-all' });
  assert.equal(heard.status, 200);
  assert.match(words(heard), /<h1>No data of this install<\/h1>.*check that you pasted the whole id/);
  assert.equal(ticketIn(heard), '');
  assert.deepEqual(asked.asked, [
    { op: 'own-erase-preview', installId: ' nobody-at-all' },
    { op: 'own-erase-preview', installId: 'nobody-at-all' },
  ]);
});

test('an install id with spaces around it is tried unchanged and then trimmed, and the answer says which matched', async () => {
  const asked = world({ selfGrants: true });
  const tried = async (install: string): Promise<readonly [ids: readonly string[], said: string]> => {
    asked.asked.length = 0;
    asked.stored.add(INSTALL);
    asked.stored.add(BLANK);
    const { status, text } = await post(asked, '/connect/erase', { install, confirm: 'ERASE' });
    assert.equal(status, 200);
    const [said = ''] = /The install id was used [^.]*\./.exec(text) ?? [];
    return [asked.asked.map((command) => (command.op === 'erase' ? command.installId : command.op)), said];
  };
  assert.deepEqual(await tried(INSTALL), [[INSTALL], '']);
  assert.deepEqual(await tried(BLANK), [[BLANK], 'The install id was used as pasted, with the spaces at its ends.']);
  assert.deepEqual(await tried(`${INSTALL}\t`), [
    [`${INSTALL}\t`, INSTALL],
    'The install id was used without the spaces at its ends.',
  ]);
  assert.deepEqual(await tried(' nobody-at-all'), [[' nobody-at-all', 'nobody-at-all'], '']);
  assert.deepEqual(await tried(` ${'x'.repeat(64)}`), [['x'.repeat(64)], ''], 'with the blank it would be too long');
  assert.deepEqual(await tried('short   '), [['short   '], ''], 'without the blank it would be too short');

  const boundTo = async (install: string): Promise<readonly [id: string | null, said: string]> => {
    const { text } = await post(asked, '/connect/grants', { category: 'gear', install, days: '1' });
    const [token = ''] = TOKEN.exec(text) ?? [];
    const found = await asked.operator.grants([nodeDigest.sha256(token)]);
    return [found[0]!.scope.installId, /The install id was used (\w+)/.exec(text)?.[1] ?? ''];
  };
  assert.deepEqual(await boundTo(INSTALL), [INSTALL, '']);
  assert.deepEqual(await boundTo(` ${INSTALL}`), [INSTALL, 'without']);
  assert.deepEqual(await boundTo(BLANK), [BLANK, 'as'], 'that install sent something');
  assert.deepEqual(await boundTo(' nobody-at-all'), ['nobody-at-all', 'without']);
});

test('the terms and the pages about erasing say what two copies of the public files show', async () => {
  const pages = createWorld();
  const readWords = async (path: string): Promise<string> =>
    (await pages.ask(path)).text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
  for (const path of ['/terms', '/connect/erase']) {
    const words = await readWords(path);
    assert.match(
      words,
      /two copies of the public files, from before and after [^.]* show which rows were yours/i,
      path,
    );
  }
  assert.match(await readWords('/connect'), /erase it for good\. Copies of the public files that others made stay\./);
});
