import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createToolWorld, type ToolWorld } from './support.ts';

function value(market: number, more: object = {}) {
  return { market, min: 10.5, quantity: 7, reporters: 4, ...more };
}

function day(n: number, market: number, more: object = {}) {
  return {
    subject: { realmKey: 'everlook', itemId: 5, day: n },
    houses: [{ house: '' as const, value: value(market, more) }],
  };
}

const realm = { family: 'realms', subject: 'everlook', body: { spelling: 'Everlook' } };

async function withTwoDays(): Promise<ToolWorld> {
  const world = createToolWorld();
  await world.write({ market: [day(20_000, 100), day(20_001, 200.5)], facts: [realm] });
  return world;
}

test('before the first upload the answer says so and is not zero', async () => {
  for (const tool of ['market_value', 'auction_history']) {
    const { answer, text } = await createToolWorld().ask(tool, 'itemId=5&realm=Everlook');
    assert.equal(answer.connected, false);
    assert.equal(answer.dataAsOf, null);
    assert.equal(answer.page, undefined);
    assert.match(text, /not mean zero/);
  }
});

test('the newest public day is answered with its rule and the agreed spelling of the realm', async () => {
  const world = await withTwoDays();
  const { answer, text } = await world.ask('market_value', 'itemId=5&realm=EVERLOOK');
  assert.deepEqual(answer.page.value, {
    realm: 'Everlook',
    house: null,
    itemId: 5,
    market: 201,
    min: 11,
    historical: 150,
    quantity: 7,
    day: '2024-10-05',
    reporters: 4,
  });
  assert.match(answer.page.rule, /3 reporters/);
  assert.match(text, /item 5 on "Everlook": market value 2s 1c, lowest price [^,]+, median of up to 60 days /);
  assert.match(text, /Test Service contributors/);
});

test('a missing value is explained: either the realm is unknown, or only the item is', async () => {
  const world = await withTwoDays();
  await world.facts(['items', '7', { name: { value: 'Thin Hide', installs: 3 } }]);
  const reasons: readonly (readonly [query: string, reason: RegExp])[] = [
    ['itemId=5&realm=Nowhere', /^Fewer than three players have scanned auctions on a realm called "Nowhere"/],
    ['itemId=6&realm=everlook', /^No price of item 6 on "everlook" is public/],
    ['itemId=7&realm=everlook', /^No price of "Thin Hide" \(item 7\) on "everlook" is public/],
    ['itemId=7&realm=Nowhere', /, so "Thin Hide" \(item 7\) has no known price there\./],
    ['itemId=5&realm=Everlook&house=Horde', /^No price of item 5 on "Everlook" \(Horde\) is public/],
  ];
  for (const tool of ['market_value', 'auction_history']) {
    for (const [query, reason] of reasons) {
      const { answer, text } = await world.ask(tool, query);
      assert.equal(answer.connected, true);
      assert.equal(answer.page, undefined);
      assert.match(answer.reason, reason);
      assert.ok(text.startsWith(answer.reason));
    }
  }
});

test('the refusal of a wrong argument names it', async () => {
  const world = createToolWorld();
  const wrong: readonly (readonly [query: string, parameter: string, sentence: RegExp])[] = [
    ['realm=Everlook', 'itemId', /itemId is required/],
    ['itemId=5', 'realm', /realm is required/],
    ['itemId=0&realm=Everlook', 'itemId', /itemId must be a whole number/],
    ['itemId=1e3&realm=Everlook', 'itemId', /got "1e3"/],
    ['itemId=5&itemId=6&realm=Everlook', 'itemId', /given more than once/],
    ['itemId=5&realm=', 'realm', /realm must have a value; it is empty/],
    ['itemId=5&realm=Everlook&house=None', 'house', /one of Alliance, Horde, Neutral/],
    ['itemId=5&realm=Everlook&limit=3', 'limit', /takes only/],
    ['itemId=5&realm=Everlook&__proto__=3', '__proto__', /takes only/],
  ];
  for (const tool of ['market_value', 'auction_history']) {
    for (const [query, parameter, sentence] of wrong) {
      const refusal = await world.refusal(tool, query);
      assert.equal(refusal.parameter, parameter, query);
      assert.match(refusal.error, sentence, query);
    }
  }
});

test('history: every public day is listed, newest first, with its reporters', async () => {
  const world = await withTwoDays();
  await world.facts(['items', '5', { name: { value: 'A "cloth"', installs: 3 } }]);
  const { answer, text } = await world.ask('auction_history', 'itemId=5&realm=everlook');
  const { item, realm: spelling, house, days, full } = answer.page;
  assert.deepEqual(days, [
    { day: '2024-10-05', market: 201, min: 11, quantity: 7, reporters: 4 },
    { day: '2024-10-04', market: 100, min: 11, quantity: 7, reporters: 4 },
  ]);
  assert.deepEqual([item.id, spelling, house, full], [5, 'Everlook', null, false]);
  assert.match(text, /^"A \\"cloth\\".*" \(item 5\) on "Everlook": 2 public days, 2024-10-04 to 2024-10-05\.\n/);
});

test('a day far from those before it is marked, also behind the last day listed', async () => {
  const world = createToolWorld();
  const odd = new Set([6, 7, 13, 414]);
  const days = Array.from({ length: 415 }, (_, i) => day(20_000 + i, odd.has(i) ? 31 : 10));
  await world.write({ market: days, facts: [realm] });
  const { answer, text } = await world.ask('auction_history', 'itemId=5&realm=Everlook');
  const marked = answer.page.days.filter((one: { unusual?: true }) => one.unusual);
  assert.deepEqual(marked, [{ day: '2025-11-22', market: 31, min: 11, quantity: 7, reporters: 4, unusual: true }]);
  assert.match(text, /^2025-11-22: .*4 reporters\)\. Unusual$/m);
  assert.doesNotMatch(text, /^2025-11-21: .*Unusual/m);
  const newest = await world.ask('market_value', 'itemId=5&realm=Everlook');
  assert.equal(newest.answer.page.value.unusual, true);
  assert.match(newest.text, /\nUnusual: more than three times/);
  await world.write({ market: days.slice(-1).map((one) => day(one.subject.day, 30)) });
  const usual = await world.ask('market_value', 'itemId=5&realm=Everlook');
  assert.equal('unusual' in usual.answer.page.value, false);
});

test('history: the first days are not marked, because too few came before them', async () => {
  const world = createToolWorld();
  await world.write({
    market: Array.from({ length: 9 }, (_, i) => day(20_000 + i, i === 6 || i === 8 ? 99 : 10)),
    facts: [realm],
  });
  const { answer } = await world.ask('auction_history', 'itemId=5&realm=Everlook');
  assert.deepEqual(
    answer.page.days.map(({ unusual }: { unusual?: true }) => unusual === true),
    [true, false, false, false, false, false, false, false, false],
  );
});

test('history: at most 400 days are listed, and the answer says that there may be more', async () => {
  const world = createToolWorld();
  const days = (count: number) => Array.from({ length: count }, (_, i) => day(20_000 + i, 100));
  await world.write({ market: days(399), facts: [realm] });
  const whole = await world.ask('auction_history', 'itemId=5&realm=Everlook');
  assert.deepEqual([whole.answer.page.days.length, whole.answer.page.full], [399, false]);
  await world.write({ market: days(405) });
  const cut = await world.ask('auction_history', 'itemId=5&realm=Everlook');
  assert.deepEqual([cut.answer.page.days.length, cut.answer.page.full], [400, true]);
  assert.equal(cut.answer.page.days[0].day, '2025-11-12');
  assert.ok(cut.text.split('\n').length < 20);
});
