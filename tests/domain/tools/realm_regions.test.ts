import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../schema/limits.ts';
import { createToolWorld, DATA_AS_OF_MS } from './support.ts';

const TODAY = Math.floor(DATA_AS_OF_MS / 86_400_000);

type Fact = readonly [family: string, subject: string, body: object];

function spelt(realm: string): Fact {
  return ['realms', realm.toLowerCase(), { spelling: realm }];
}

/** A realm that these installs reported, counted by the day of their newest report. */
function reported(realm: string, ...reporters: readonly (readonly [daysAgo: number, count: number])[]): Fact {
  const days = reporters.map(([daysAgo, count]) => [TODAY - daysAgo, count]);
  return ['realm_reporters', realm.toLowerCase(), { reporters: days }];
}

/** Item 5 costs this much on a realm. */
function priced(realm: string, market: number) {
  const value = { market, min: market, quantity: 7, reporters: 3 };
  const subject = { realmKey: realm.toLowerCase(), itemId: 5, day: TODAY };
  return { subject, houses: [{ house: '' as const, value }] };
}

/** Realms with a price of item 5, and facts about them. */
async function createRealms(prices: Readonly<Record<string, number>>, ...facts: readonly Fact[]) {
  const world = createToolWorld();
  const all = [...Object.keys(prices).map(spelt), ...facts];
  await world.write({
    market: Object.entries(prices).map(([realm, market]) => priced(realm, market)),
    facts: all.map(([family, subject, body]) => ({ family, subject, body })),
  });
  return {
    ...world,
    value: async (realm: string) => {
      const { answer, text } = await world.ask('market_value', `itemId=5&realm=${encodeURIComponent(realm)}`);
      const { value, otherRealms } = answer.page;
      return { realm: value.realm, market: value.market, otherRealms, text };
    },
  };
}

const BOTH = { 'Foo (EU)': 90_000, 'Foo (US)': 10_000 };

test('a bare name means the realm with most reporters in the last 14 days, and the answer names the others', async () => {
  const world = await createRealms(BOTH, reported('Foo (EU)', [0, 3]), reported('Foo (US)', [0, 4]));
  const { text, ...found } = await world.value('FOO');
  assert.deepEqual(found, { realm: 'Foo (US)', market: 10_000, otherRealms: ['Foo (EU)'] });
  assert.match(text, /^Other realms with this name: "Foo \(EU\)"\.$/m);
});

test('reporters of more than 14 days ago do not count', async () => {
  const old = await createRealms(BOTH, reported('Foo (US)', [14, 99]), reported('Foo (EU)', [13, 3]));
  assert.equal((await old.value('foo')).realm, 'Foo (EU)');
  const recent = await createRealms(BOTH, reported('Foo (US)', [2, 4], [13, 99]), reported('Foo (EU)', [1, 98]));
  assert.equal((await recent.value('foo')).realm, 'Foo (US)');
});

test('of realms with equally many reporters, the first by its key is meant', async () => {
  const tied = await createRealms(BOTH, reported('Foo (EU)', [0, 3]), reported('Foo (US)', [5, 3]));
  assert.equal((await tied.value('Foo')).realm, 'Foo (EU)');
  const none = await createRealms({ ...BOTH, 'Foo (CN)': 1 });
  const { realm, otherRealms } = await none.value('Foo');
  assert.deepEqual([realm, otherRealms], ['Foo (CN)', ['Foo (EU)', 'Foo (US)']]);
});

test('a realm of exactly the requested name is meant, however few report it', async () => {
  const world = await createRealms({ ...BOTH, Foo: 5 }, reported('Foo (EU)', [0, 90]));
  for (const [asked, realm, others] of [
    ['foo', 'Foo', ['Foo (US)', 'Foo (EU)']],
    ['foo(us)', 'Foo (US)', undefined],
    ['FOO  (eu)', 'Foo (EU)', undefined],
  ] as const) {
    const found = await world.value(asked);
    assert.deepEqual([found.realm, found.otherRealms], [realm, others], asked);
  }
});

test('a bare name that one region has means its realm', async () => {
  const world = await createRealms({ 'Foo (KR)': 7 });
  const { realm, otherRealms } = await world.value('foo');
  assert.deepEqual([realm, otherRealms], ['Foo (KR)', undefined]);
});

test('a mark that no realm has is no other region', async () => {
  const world = await createRealms(BOTH);
  const { answer } = await world.ask('market_value', 'itemId=5&realm=Foo%20(TW)');
  assert.match(answer.reason, /scanned auctions on a realm called "Foo \(TW\)"/);
});

test('a realm without the item is named, and so are the others of its name', async () => {
  const world = await createRealms(BOTH, reported('Foo (EU)', [0, 4]));
  for (const tool of ['market_value', 'auction_history']) {
    const { answer } = await world.ask(tool, 'itemId=6&realm=foo');
    const reason = 'No price of item 6 on "Foo (EU)" is public yet. Other realms with this name: "Foo (US)".';
    assert.ok(answer.reason.startsWith(reason), answer.reason);
  }
});

test('every tool with a realm reads the same realm and names the others', async () => {
  const recipe = {
    profession: { value: 'Cooking', installs: 3 },
    name: { value: 'Soup', installs: 3 },
    reagents: { value: [{ itemId: 5, count: 1 }], installs: 3 },
  };
  const world = await createRealms(
    BOTH,
    reported('Foo (US)', [0, 4]),
    ['recipes', '9', recipe],
    ['items', '5', { name: { value: 'Leaf', installs: 3 } }],
  );
  for (const [query, tool, realmIn] of [
    ['itemId=5', 'auction_history', (page: Page) => page.realm],
    ['itemId=5', 'market_value', (page: Page) => page.value.realm],
    ['itemId=5', 'item_page', (page: Page) => page.market.realm],
    ['profession=Cooking', 'recipe_thresholds', (page: Page) => page.realm],
    ['profession=Cooking', 'profession_path', (page: Page) => page.realm],
  ] as const) {
    const { answer, text } = await world.ask(tool, `${query}&realm=Foo`);
    assert.deepEqual([realmIn(answer.page), answer.page.otherRealms], ['Foo (US)', ['Foo (EU)']], tool);
    assert.match(text, /Other realms with this name: "Foo \(EU\)"/, tool);
  }
  const { answer } = await world.ask('recipe_thresholds', 'profession=Cooking&realm=Foo');
  assert.equal(answer.page.recipes[0].costCopper, 10_000);
});

// biome-ignore lint/suspicious/noExplicitAny: pages of several tools
type Page = any;

test('population, guild boards and ledgers choose among the realms that have the facts asked for', async () => {
  const cut = { total: 1, cells: { horde: { characters: 1, installs: 3 } } };
  const cuts = { '*:*': { factions: cut, classes: cut, races: cut, levels: cut } };
  const population = (realm: string): Fact => ['population', realm, { day: '2026-11-20', cuts }];
  const board = (realm: string): Fact => [
    'guild_boards',
    `${realm.toLowerCase()}\nwitnesses`,
    { guild: { guildName: 'Witnesses', realm } },
  ];
  const line = { loot: 1, quest: null, vendor: null, auction: null };
  const other = { mail: null, trade: null, repair: null, training: null, travel: null, other: null };
  const ledger = {
    ledger: 1,
    peakCopper: 1,
    firstDay: '2026-11-01',
    lastDay: '2026-11-02',
    self: false,
    money: line,
    other,
  };
  const gold = (realm: string): Fact => [
    'gold_ledgers',
    `${realm.toLowerCase()}\nanna`,
    { character: { character: 'Anna', realm }, ledgers: [ledger] },
  ];
  const world = createToolWorld();
  await world.facts(
    ...['foo (eu)', 'foo (tw)'].map(population),
    ...['Foo (EU)', 'Foo (CN)'].map(board),
    ...['Foo (EU)', 'Foo (KR)'].map(gold),
    reported('Foo (EU)', [0, 3]),
    // The realm with most reporters has none of these facts.
    reported('Foo (US)', [0, 9]),
    reported('Foo (TW)', [0, 4]),
  );
  const answers = await Promise.all(
    ['population', 'guild_board', 'gold_ledger'].map((tool, i) =>
      world.ask(tool, ['realm=Foo', 'realm=Foo&guild=WITNESSES', 'realm=Foo&character=anna'][i]),
    ),
  );
  assert.deepEqual(
    answers.map(({ answer }) => [answer.page.realm, answer.page.otherRealms]),
    [
      ['foo (TW)', ['foo (EU)']],
      ['Foo (EU)', ['foo (CN)']],
      ['Foo (EU)', ['foo (KR)']],
    ],
  );
  for (const { text } of answers) assert.match(text, /Other realms with this name/);
});

test('a name that is shown shortened and the whole name mean the same realm', async () => {
  const name = 'Abcdefghij'.repeat(4);
  const world = await createRealms({ [`${name} (EU)`]: 90, [`${name} (US)`]: 10 });
  const shortened = `${name.slice(0, LIMITS.marketRealmLengthMax.value - 5)} (eu)`;
  for (const asked of [shortened, `${name} (EU)`]) assert.equal((await world.value(asked)).market, 90, asked);
  assert.deepEqual((await world.value(name)).otherRealms, [`${name} (US)`]);
});

test('a longest name with its mark can be asked for', async () => {
  const world = await createRealms({});
  const realm = `${'b'.repeat(60)} (EU)`;
  assert.match((await world.ask('population', `realm=${realm}`)).answer.reason, /No population of a realm called/);
  assert.match((await world.refusal('population', `realm=${realm}x`)).error, /realm must be/);
});
