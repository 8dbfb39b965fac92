import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { House } from '../../../../schema/vocabulary.ts';
import { gameItem, importPieces, piecesOf } from '../../../support/game_build.ts';
import { lesson, recipe } from '../craft_world.ts';
import { agreed, edge, fact } from '../pages_world.ts';
import { createToolWorld, type ToolWorld } from '../support.ts';

const TODAY = 20_777;

type HousePrices = Readonly<Partial<Record<House | '', number>>>;

/** Returns ten public days of an item, with a price in each of these houses. */
function days(realmKey: string, itemId: number, prices: HousePrices, reporters: Readonly<Record<string, number>> = {}) {
  return Array.from({ length: 10 }, (_, i) => ({
    subject: { realmKey, itemId, day: TODAY - i },
    houses: Object.entries(prices).map(([house, market]) => ({
      house: house as House | '',
      value: { market, min: market - 10, quantity: 7, reporters: reporters[house] ?? (house === '' ? 9 : 4) },
    })),
  }));
}

const PRICES: HousePrices = { '': 150, Alliance: 100, Horde: 200 };

/** Thin hide has a price in both houses, copper ore only in the Alliance's, linen only in scans that name no house. */
async function createHouses(hide: HousePrices = PRICES, reporters: Readonly<Record<string, number>> = {}) {
  const world = createToolWorld();
  await world.write({
    market: [
      ...days('long meadow', 20, hide, reporters),
      ...days('long meadow', 21, { '': 60, Alliance: 60 }, { '': 4 }),
      ...days('long meadow', 22, { '': 30 }),
      ...days('emberfall', 20, { '': 170, Alliance: 170 }, { '': 4 }),
    ],
    edges: [
      ...[71, 72, 73, 74, 75].map((id) => edge(`sold_by:item:npc:23:${id}`)),
      edge('sold_by:item:npc:20:71'),
      edge('sold_by:item:npc:20:73'),
      ...[72, 73, 74, 75].map((id) => edge(`located_in:npc:zone:${id}:12`)),
    ],
    facts: [
      fact('items', '20', { name: agreed('Thin Hide', 25) }),
      fact('items', '21', { name: agreed('Copper Ore', 5) }),
      fact('items', '22', { name: agreed('Linen Cloth', 25) }),
      fact('items', '23', { name: agreed('Coarse Thread', 5) }),
      fact('items', '24', { name: agreed('Tabard of the Horde', 5) }),
      fact('npcs', '73', { name: agreed('Ann', 5) }),
      fact('maps', '12', { name: agreed('Elwynn', 5) }),
      fact('realms', 'long meadow', { spelling: 'Long Meadow' }),
      fact('realms', 'emberfall', { spelling: 'Emberfall' }),
      ...[71, 72, 73, 74, 75].map((id) => fact('vendor_goods', `${id}:23`, { prices: [agreed(7, 5)] })),
      ...[71, 73].map((id) => fact('vendor_goods', `${id}:20`, { prices: [agreed(90, 5)] })),
    ],
  });
  return world;
}

const shared = createHouses();

async function answerTo(question: string, world: Promise<ToolWorld> | ToolWorld = shared): Promise<string> {
  const { answer } = await (await world).ask('search_knowledge', `query=${encodeURIComponent(question)}`);
  return answer.answer?.text ?? '';
}

test('a faction beside the realm or the item means its auction house', async () => {
  for (const question of [
    'thin hide price Long Meadow Horde',
    'thin hide price on horde long meadow',
    'horde thin hide price on long meadow',
    'thin hide price horde on long meadow',
    'thin hide price on long meadow for the horde',
    'thin hide worth long meadow horde side',
    'what is thin hide worth on Horde Long Meadow',
    'thin hide horde price on Long Meadow',
  ])
    assert.match(
      await answerTo(question),
      /^"Thin Hide" \(item 20\) is worth 2s a piece on "Long Meadow" \(Horde\): cheapest 1s 90c/,
      question,
    );
  assert.match(
    await answerTo('thin hide price ally long meadow'),
    /is worth 1s a piece on "Long Meadow" \(Alliance\):/,
  );
  const anywhere = await answerTo('thin hide price alliance');
  assert.match(anywhere, /is worth 1s 70c a piece on "Emberfall" \(Alliance\):/);
  assert.match(anywhere, /is worth 1s a piece on "Long Meadow" \(Alliance\):/);
  for (const question of ['thin hide price horde', 'price of thin hide on the horde ah', 'horde thin hide ah'])
    assert.match(
      await answerTo(question),
      /^"Thin Hide" \(item 20\) is worth 2s .*\(Horde\).*\n(?!.*Emberfall)/,
      question,
    );
  assert.match(
    await answerTo('tabard of the horde price'),
    /^No auction price of "Tabard of the Horde" \(item 24\) is/,
  );
});

test('an answer without a faction says which houses its figures cover', async () => {
  const both = await answerTo('thin hide price on long meadow');
  assert.match(both, /a piece on "Long Meadow" \(all houses; Alliance 1s, Horde 2s\): cheapest/);
  assert.match(await answerTo('copper ore price on long meadow'), /60c a piece on "Long Meadow" \(Alliance\): /);
  assert.match(await answerTo('linen cloth price on long meadow'), /30c a piece on "Long Meadow" \(all houses\): /);
});

test('a house without a value of its own is said to have none', async () => {
  const none = await answerTo('copper ore price long meadow horde');
  assert.match(none, /^No Horde auction price of "Copper Ore" \(item 21\) on "Long Meadow" is public yet\. /);
  assert.match(none, /^Elsewhere, "Copper Ore" \(item 21\) is worth 60c a piece on "Long Meadow" \(Alliance\): /m);
  assert.doesNotMatch(none, /^"Copper Ore"/m);
  const offered = await answerTo('is 2s fair for copper ore on horde long meadow');
  assert.match(offered, /^No Horde auction price .*, so whether 2s each is fair is not known\. /);
  assert.doesNotMatch(offered, /expensive|usual/);
});

test('an offer is judged by the house that it names, or by each house', async () => {
  for (const question of [
    'is 2s fair for thin hide on Horde Long Meadow',
    '2s for thin hide on Long Meadow Horde',
    'thin hide for 2s on horde long meadow ok',
    'is horde thin hide for 2s on long meadow ok',
    '2s per thin hide long meadow horde ah',
  ]) {
    const answer = await answerTo(question);
    assert.match(
      answer,
      /^"Thin Hide" \(item 20\) on "Long Meadow" \(Horde\): 2s each is fair: about the usual 2s \(median of 10 days, 4 players/m,
      question,
    );
    assert.doesNotMatch(answer, /Alliance|all houses/, question);
  }
  const both = await answerTo('2s for thin hide on long meadow');
  assert.match(
    both,
    /on "Long Meadow" \(all houses; Alliance 1s, Horde 2s\): 2s each is expensive: 33% above the usual/,
  );
  assert.match(
    both,
    /^- "Thin Hide" \(item 20\) on "Long Meadow" \(Alliance\): 2s each is expensive: 100% above the usual/m,
  );
  assert.match(both, /^- "Thin Hide" \(item 20\) on "Long Meadow" \(Horde\): 2s each is fair/m);
});

test('liars in one house move no value and no verdict in the other', async () => {
  for (const liars of [3, 10, 20]) {
    const lied = createHouses({ '': 5_000, Alliance: 100, Horde: 9_000 }, { '': liars + 4, Horde: liars });
    assert.match(
      await answerTo('thin hide price alliance long meadow', lied),
      /is worth 1s a piece on "Long Meadow" \(All/,
    );
    const offered = await answerTo('1s for thin hide on alliance long meadow', lied);
    assert.match(offered, /\(Alliance\): 1s each is fair: about the usual 1s \(/, `${liars} liars`);
    const both = await answerTo('1s for thin hide on long meadow', lied);
    assert.match(both, /\(Alliance\): 1s each is fair: about the usual 1s \(/, `${liars} liars, both houses`);
    // A realm with the name of a faction in it, which liars report, does not take the place of the house.
    await (await lied).write({
      market: days('long meadow alliance', 20, { '': 9_000 }, { '': liars }),
      facts: [fact('realms', 'long meadow alliance', { spelling: 'Long Meadow Alliance' })],
    });
    assert.match(
      await answerTo('thin hide price Long Meadow Alliance', lied),
      /is worth 1s a piece on "Long Meadow" \(All/,
    );
  }
});

test('selling to a vendor is compared with the auction house, before its cut', async () => {
  const world = await createHouses();
  const files = [gameItem(20, { sellPriceCopper: 120 }), gameItem(22, { sellPriceCopper: 40 })];
  await importPieces(world.writer, [...piecesOf([]), ...files.map((item) => ({ piece: 'item' as const, item }))]);
  for (const question of [
    'should I vendor or auction thin hide on horde long meadow',
    'sell thin hide vendor or ah on horde long meadow',
    'vendor or ah thin hide on Long Meadow Horde',
    'should i sell thin hide to a vendor or on the ah on long meadow horde',
  ]) {
    const answer = await answerTo(question, world);
    assert.match(
      answer,
      /^More at auction, before the auction house’s cut: "Thin Hide" \(item 20\) is worth 2s a piece on "Long Meadow" \(Horde\)/,
      question,
    );
    assert.match(answer, /^Vendors pay 1s 20c for it /m, question);
  }
  assert.match(
    await answerTo('vendor or auction thin hide alliance long meadow', world),
    /^More from a vendor: "Thin Hide"/,
  );
  assert.match(await answerTo('vendor or auction linen cloth', world), /^More from a vendor: "Linen Cloth"/);
  const unpaid = await answerTo('vendor or auction copper ore', world);
  assert.match(unpaid, /^"Copper Ore" \(item 21\) is worth 60c/);
  assert.match(unpaid, /^What vendors pay for it is not known here\.$/m);
});

test('a number of units is multiplied, and is no part of a name that three, ten or twenty liars make up', async () => {
  const world = await createHouses();
  const files = [gameItem(20, { sellPriceCopper: 120, stack: 10 }), gameItem(22, { sellPriceCopper: 40, stack: 0 })];
  await importPieces(world.writer, [...piecesOf([]), ...files.map((item) => ({ piece: 'item' as const, item }))]);
  const firstLine = async (question: string) => (await answerTo(question, world)).split('\n')[0];
  const twenty = '20 are worth about 40s at auction on "Long Meadow", and 24s from a vendor.';
  const expected = [
    ['sell 20 thin hide on long meadow horde to vendor or auction', twenty],
    ['vendor or auction 20x thin hide long meadow horde', twenty],
    ['vendor or auction x20 thin hides long meadow horde', twenty],
    ['what is thin hide x20 worth on Long Meadow Horde', twenty],
    [
      'how much can I get for 20 linen cloth',
      '20 are worth about 6s at auction on "Long Meadow", and 8s from a vendor.',
    ],
    ['vendor or ah 2 stacks of thin hide long meadow horde', twenty],
    ['vendor or ah 20 linen cloth', '20 are worth about 6s at auction on "Long Meadow", and 8s from a vendor.'],
    ['what is 20 copper ore worth', '20 are worth about 12s at auction on "Long Meadow".'],
    ['vendor or ah a stack of linen cloth', 'How many "Linen Cloth" (item 22) are in a stack is not known here.'],
  ] as const;
  const checkAll = async (about = '') => {
    for (const [question, line] of expected) assert.equal(await firstLine(question), line, `${question} ${about}`);
    assert.doesNotMatch((await firstLine('vendor or auction 1 thin hide long meadow horde'))!, /are worth/);
  };
  await checkAll();
  for (const liars of [3, 10, 20]) {
    await world.write({
      facts: [
        fact('items', '30', { name: agreed('20 Thin Hide', liars) }),
        fact('items', '29', { name: agreed('20 Linen Cloth', liars) }),
        fact('items', '31', { name: agreed('Stack of Linen Cloth', liars) }),
      ],
    });
    await checkAll(`${liars} liars`);
  }
  await world.write({ facts: [fact('items', '32', { name: agreed('32 Pound Fish', 25) })] });
  assert.match((await firstLine('what is 32 pound fish worth'))!, /^No auction price of "32 Pound Fish"/);
});

test('vendors at one price come with their places, the ones with a known place first', async () => {
  for (const question of ['where to buy coarse thread cheapest', 'coarse thread price', 'coarse thread vendor price']) {
    const answer = await answerTo(question);
    const [, listed = ''] = /old by (.*?); and 1 more/.exec(answer) ?? [];
    assert.deepEqual(
      listed.split('; ').map((vendor) => /npc (\d+),? \(?"Elwynn"/.exec(vendor)?.[1]),
      ['72', '73', '74', '75'],
      `${question}: ${answer}`,
    );
  }
  assert.match(
    await answerTo('is 2s fair for thin hide on horde long meadow'),
    /^Vendors sell it for 90c \(5 players\), such as "Ann" \(npc 73, "Elwynn"\), less than this price\.\n/,
  );
});

test('a route is priced in the house that is asked for, and says which', async () => {
  const world = await createHouses();
  await world.facts(
    ...recipe({ id: 201, name: 'Hide Cloak', reagents: [[20, 1]], yellow: 20, grey: 40, makes: 22, makesMin: 1 }),
    lesson(72, 201, { cost: 10, skill: 1 }),
  );
  const priceOf = async (realm: string) => {
    const { answer, text } = await world.ask(
      'profession_path',
      `profession=Tailoring&to=20&realm=${encodeURIComponent(realm)}`,
    );
    const { page } = answer;
    return { text, found: [page.realm, page.houses, page.shopping[0].price?.copper ?? null] };
  };
  assert.deepEqual((await priceOf('Emberfall')).found, ['Emberfall', ['Alliance'], 90]);
  await world.write({ edges: [], facts: [71, 73].map((id) => fact('vendor_goods', `${id}:20`, { prices: [] })) });
  const horde = await priceOf('horde long meadow');
  assert.deepEqual(horde.found, ['Long Meadow', ['Horde'], 200]);
  assert.match(horde.text, /at vendors’ prices and the market of "Long Meadow" \(Horde\): about /);
  assert.deepEqual((await priceOf('Long Meadow (Alliance)')).found, ['Long Meadow', ['Alliance'], 100]);
  const either = await priceOf('Long Meadow');
  assert.deepEqual(either.found, ['Long Meadow', ['Alliance', 'Horde'], 100]);
  assert.match(either.text, /the market of "Long Meadow" \(Alliance, else Horde\): about /);
  const neither = await priceOf('neutral long meadow');
  assert.deepEqual(neither.found, [null, [], null]);
  assert.match(
    neither.text,
    /Fewer than three installs have scanned Neutral auctions on a realm called "long meadow"\./,
  );
  for (const question of [
    'tailoring 1-20 on Long Meadow Horde',
    'how do I level tailoring to 20 on horde long meadow',
    'tailoring 1-20 long meadow horde',
    'tailoring 1-20 horde',
  ])
    assert.match(await answerTo(question, world), /the market of "Long Meadow" \(Horde\): about /, question);
  assert.match(
    await answerTo('what sells best from tailoring on Long Meadow Horde', world),
    /on "Long Meadow" \(Horde\)/,
  );
});
