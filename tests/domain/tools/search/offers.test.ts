import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOffers } from '../../../../domain/tools/search/answers/offers.ts';
import { agreed, edge, fact } from '../pages_world.ts';
import { createToolWorld, type ToolWorld } from '../support.ts';

const TODAY = 20_777;

/** Returns public days of an item up to a day, each with its price, its reporters and perhaps the values on time. */
function days(realmKey: string, itemId: number, market: number, count: number, more: object = {}, last = TODAY) {
  return Array.from({ length: count }, (_, i) => ({
    subject: { realmKey, itemId, day: last - i },
    houses: [{ house: '' as const, value: { market, min: market - 10, quantity: 7, reporters: 5, ...more } }],
  }));
}

async function marketWorld(market: readonly ReturnType<typeof days>[number][] = []): Promise<ToolWorld> {
  const world = createToolWorld();
  await world.write({
    market: [...days('alpha', 20, 200, 8), ...days('alpha', 21, 100, 3), ...days('beta', 22, 50, 9), ...market],
    edges: [edge('sold_by:item:npc:20:70')],
    facts: [
      fact('items', '20', { name: agreed('Thin Hide', 5) }),
      fact('items', '21', { name: agreed('Copper Ore', 5) }),
      fact('items', '22', { name: agreed('Fleece Cloth', 5) }),
      fact('items', '23', { name: agreed('Cheap Beer', 5) }),
      fact('npcs', '70', { name: agreed('Vendor Ann', 5) }),
      fact('realms', 'alpha', { spelling: 'Alpha' }),
      fact('realms', 'beta', { spelling: 'Beta' }),
    ],
  });
  return world;
}

const shared = marketWorld();

async function answerTo(question: string, world: Promise<ToolWorld> | ToolWorld = shared): Promise<string> {
  const { answer } = await (await world).ask('search_knowledge', `query=${encodeURIComponent(question)}`);
  return answer.answer?.text ?? '';
}

test('a price in a question is compared with the usual one, however the question puts it', async () => {
  const verdict =
    /^"Thin Hide" \(item 20\) on "Alpha" \(all houses\): 3s each.* is expensive: 50% above the usual 2s \(median of 8 days, 5 players a day\)\.\nIt is 50% above the price on 2026-11-20, 2s \(cheapest 1s 90c, 5 players\)\./;
  for (const question of [
    '3s for thin hide ripoff or ok?',
    'is 3 silver a good price for thin hide',
    'someone wants 3s each for thin hide, fair?',
    'is thin hide at 3s a rip off',
    '20 thin hide for 60 silver fair?',
    'should i pay 60s for 20x thin hides on alpha',
    '2 stacks of 20 thin hide 1.2g ok?',
    'is 1g20s too much for a stack of 40 thin hide on the ah',
    '3s per thin hide alpha',
    '20 thin hide 3s each deal?',
    '20 thin hide for 60s00 fair?',
    'thin hide 0g03 each ok?',
  ])
    assert.match(await answerTo(question), verdict, question);
  assert.match(await answerTo('2s10c for thin hide'), /is fair: 5% above the usual 2s /);
  assert.match(await answerTo('thin hide 2s10 each, fair?'), /2s 10c each is fair: 5% above the usual 2s /);
  assert.doesNotMatch(await answerTo('thin hide 2s1 each, fair?'), / each is /);
  assert.match(
    await answerTo('20 thin hide for 20s good?'),
    /1s each \(20s for 20\) is cheap: 50% below the usual 2s /,
  );
  assert.match(await answerTo('1g for thin hide'), /is expensive: 50 times the usual 2s /);
});

test('there is no verdict if the newest price contradicts the usual one, unless that day is unusual', async () => {
  const fallen = await answerTo('1s50c for thin hide', marketWorld(days('alpha', 20, 90, 1)));
  assert.match(
    fallen,
    /: 1s 50c each is 25% below the usual 2s \(.*\nBut it is 67% above the price on 2026-11-20, 90c /,
  );
  const odd = await answerTo('1s50c for thin hide', marketWorld(days('alpha', 20, 20, 1)));
  assert.match(odd, /: 1s 50c each is cheap: 25% below the usual 2s [\s\S]*\nUnusual: /);
});

test('a realm may be on the other side of the price', async () => {
  assert.match(
    await answerTo('is thin hide for 3s on alpha ok'),
    /^"Thin Hide" \(item 20\) on "Alpha" \(all houses\): 3s each is expensive/,
  );
  assert.doesNotMatch(await answerTo('quest that gives 5 silver and thin hide'), /5s/);
});

test('too few days, another realm and no day at all have no verdict', async () => {
  const thin = await answerTo('20 copper ore for 40 silver on alpha, fair?');
  assert.match(thin, /: 2s each \(40s for 20\) is 100% above the price on 2026-11-20, 1s .*Too few days are known/);
  assert.doesNotMatch(thin, /usual 1s|expensive|cheap:|fair:/);
  const elsewhere = await answerTo('is 1s ok for fleece cloth on alpha');
  assert.match(
    elsewhere,
    /^No auction price of "Fleece Cloth" \(item 22\) on "Alpha" is public yet, so whether 1s each is fair is not known\. /,
  );
  assert.match(elsewhere, /\nElsewhere, "Fleece Cloth" \(item 22\) is worth 50c a piece on "Beta"/);
  assert.doesNotMatch(elsewhere, /expensive|usual/);
  assert.match(await answerTo('5s for cheap beer good?'), /so whether 5s each is fair is not known\./);
  assert.match(await answerTo('a stack of thin hide for 1g ok?'), /^How many "Thin Hide" \(item 20\) are in a stack/);
  assert.match(await answerTo('3s for thin hide on Nowhere ok?'), /^No realm with auction prices called "nowhere"/);
});

test('the vendors’ price is said first if it is lower', async () => {
  const world = await marketWorld();
  await world.write({ facts: [fact('vendor_prices', '20', { prices: [agreed(120, 4)] })] });
  const answer = await answerTo('3s for thin hide', world);
  assert.match(answer, /^Vendors sell it for 1s 20c \(4 players\), less than this price\.\n"Thin Hide"/);
  assert.match(
    await answerTo('1s for thin hide', world),
    /^"Thin Hide"[\s\S]*\nVendors sell it for 1s 20c \(4 players\)\.$/m,
  );
});

test('lying installs move the verdict by no more than their days', async () => {
  const usual = /the usual 2s \(median of \d+ days/;
  for (const reporters of [3, 10, 20]) {
    // On the newest day and on half of all days, as liars who outnumber the honest that day can.
    const lied = days('alpha', 20, 900, 3, { reporters });
    assert.match(await answerTo('3s for thin hide', marketWorld(lied)), usual, `${reporters} on three days`);
    const late = days('alpha', 20, 900, 50, { reporters, onTime: null }, TODAY - 8);
    assert.match(await answerTo('3s for thin hide', marketWorld(late)), usual, `${reporters} with old dates`);
    const onlyLate = await answerTo(
      '3s for copper ore',
      marketWorld(days('alpha', 21, 300, 50, { reporters, onTime: null }, TODAY - 3)),
    );
    assert.match(onlyLate, /Too few days are known there to call a price usual/, `${reporters} with old dates only`);
    const elsewhere = days('beta', 20, 900, 50, { reporters });
    const both = await answerTo('3s for thin hide on alpha', marketWorld(elsewhere));
    assert.match(both, usual, `${reporters} on another realm`);
    assert.doesNotMatch(both, /9s/);
  }
});

test('questions that name no price of an item are no offers', () => {
  for (const question of [
    'what can I buy for 40 silver',
    'how much thin hide for 3s',
    'how do I make 100 gold',
    'thin hide',
    'level 40 mount',
    'can i buy thin hide at 3s and sell it at 5s',
    'is 20 copper ok for 5 silver',
  ])
    assert.deepEqual(readOffers(question), [], question);
  const between = readOffers('quest that gives 5 silver and thin hide').map(({ names }) => names);
  assert.deepEqual(between, [['quest that gives', 'thin hide']]);
  const offer = { names: ['thin hide'], count: 1, inStacks: false };
  for (const [amount, copper] of [
    ['3s', 300],
    ['2s 50c', 250],
    ['1g20s', 12_000],
    ['1.5g', 15_000],
    ['1,5 gold', 15_000],
    ['1,234g', 12_340_000],
    ['2 silver and 5 copper', 205],
  ] as const)
    assert.deepEqual(readOffers(`${amount} for thin hide?`), [{ ...offer, copper }], amount);
});
