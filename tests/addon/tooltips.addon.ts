import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printLua } from './run_lua.ts';
import { ADDON, CLIENTS, notes, play } from './support.ts';

const LINEN = 'Best source: Kobold Vermin – players: about 51%, 44 to 58% / Auction: 1g 20s, 2 days ago';
const MEAT = 'Best source: Battered ||cffff0000Chest – players: rare: between 0.1% and 3% / Auction: 35c, today';
const DROPS = [
  'Drops Linen Cloth – players: about 51%, 44 to 58%',
  'Drops Solid Metal Club – players: about 1.2%, 0.8 to 2.1%',
  'Drops Red Burlap Bandana – players: about 0.9%, 0.7 to 1.2%',
].join(' / ');

const LINEN_FOUND = 'You: 3 of 41, 7%';
const LINEN_PUBLIC = 'players: about 30%, 25 to 36%';
const CLUB = 'You: 0 of 41, 0% – players: about 1.2%, 0.8 to 2.1%';
const HOW = 'Third Witness: Type /tw luck and an item: its link (shift-click it), its number or its name.';
const NOTHING = 'Third Witness: Refreshing Spring Water: you have not looted anything that is known to hold it.';

/** The notes about 41 kobolds that the player looted, before and after there is public data. */
const OWN_COUNTS = [
  // A skin is not what the creature dropped.
  `own, item: From Kobold Vermin – ${LINEN_FOUND}`,
  'own, item of a chest: From Battered Chest – You: 1 of 1, 100%',
  `own, creature: Drops Linen Cloth – ${LINEN_FOUND} / Drops Red Burlap Bandana – You: 2 of 41, 5%`,
  `own, luck 2589: Third Witness: Linen Cloth from Kobold Vermin – ${LINEN_FOUND} – no public rate yet.`,
  'own, luck |cffffffff|H: Third Witness: Red Burlap Bandana from Kobold Vermin – You: 2 of 41, 5% – no public rate yet.',
  `own, luck linen cloth: Third Witness: Linen Cloth from Kobold Vermin – ${LINEN_FOUND} – no public rate yet.`,
  `own, luck SOLID METAL : ${HOW}`,
  `own, luck 159: ${NOTHING}`,
  ...[`own, luck x: ${HOW}`, `own, luck : ${HOW}`],
  `both, item: Best source: Other – players: about 90%, 80 to 95% / From Kobold Vermin – ${LINEN_FOUND} – ${LINEN_PUBLIC}`,
  'both, item of a chest: From Battered Chest – You: 1 of 1, 100%',
  `both, creature: Drops Linen Cloth – ${LINEN_FOUND} – ${LINEN_PUBLIC} / Drops Solid Metal Club – ${CLUB} / Drops Red Burlap Bandana – You: 2 of 41, 5%`,
  ...['2589', '|cffffffff|H', 'linen cloth'].map((words) =>
    words.startsWith('|')
      ? `both, luck ${words}: Third Witness: Red Burlap Bandana from Kobold Vermin – You: 2 of 41, 5% – players: about 5%, 4 to 7% – about what to expect.`
      : `both, luck ${words}: Third Witness: Linen Cloth from Kobold Vermin – ${LINEN_FOUND} – ${LINEN_PUBLIC} – unlucky: fewer than 1 of 100 players would have found it as rarely.`,
  ),
  `both, luck SOLID METAL : Third Witness: Solid Metal Club from Kobold Vermin – ${CLUB} – about what to expect.`,
  `both, luck 159: ${NOTHING}`,
  ...[`both, luck x: ${HOW}`, `both, luck : ${HOW}`],
  'another season: Best source: Other – players: about 90%, 80 to 95%',
];

test('luck is the share of players who would have found at most or at least as many', () => {
  const cases = [...Array(40).keys()]
    .flatMap((windows) =>
      [0.001, 0.08, 0.5, 0.93].flatMap((chance) =>
        [0, 1, windows >> 1, windows].map((finds) => ({ finds, windows, chance })),
      ),
    )
    .filter(({ finds, windows }) => finds <= windows && windows > 0);
  const load = `local TW = {}; assert(loadfile("${ADDON}/luck.lua"))("", TW)`;
  const calls = cases.map(({ finds, windows, chance }) => `TW.luck.tails(${finds}, ${windows}, ${chance})`);
  const said = printLua(load, [...calls, 'TW.luck.tails(20, 100000, 0.0001)']);
  for (const [at, { finds, windows, chance }] of cases.entries()) {
    // The naive fold: the probabilities of 0, 1, 2 … finds after each window.
    let shares = [1];
    for (let n = 0; n < windows; n++) {
      shares = [...shares, 0].map((share, found) => share * (1 - chance) + (shares[found - 1] ?? 0) * chance);
    }
    const sum = (list: readonly number[]): number => list.reduce((total, share) => total + share, 0);
    const [atMost, atLeast] = said[at]!.split('\t').map(Number) as [number, number];
    assert.ok(
      Math.abs(atMost - sum(shares.slice(0, finds + 1))) < 1e-9,
      `${finds} of ${windows} at ${chance}: ${atMost}`,
    );
    assert.ok(Math.abs(atLeast - sum(shares.slice(finds))) < 1e-9, `${finds} of ${windows} at ${chance}: ${atLeast}`);
  }
  const [many] = said.at(-1)!.split('\t').map(Number);
  assert.ok(many! > 0.998 && many! < 0.9985, 'as with a Poisson distribution of mean 10');
});

for (const client of CLIENTS) {
  test(`${client}: tooltips show drop chances and prices that players reported, unless they are off`, async () => {
    const { chat } = await play('tooltips', { client });
    assert.deepEqual(notes(chat), [
      'without data: ',
      // Values of other realms and houses are dropped.
      'markets: nethergardekeep|Alliance',
      `item 2589: ${LINEN}`,
      `item 750: ${MEAT}`,
      'item 752: Best source: Kobold Vermin – players: too uncertain to say (1.2% to 98%)',
      'item 765: Best source: Kobold Vermin – players: about 100%, 94 to 100%',
      // The best source has no name.
      'item 25: Best source: Kobold Vermin – players: about 0.046%, 0.04 to 0.052%',
      'item 6948: Best source: Kobold Vermin – players: rare: at most 2.9%',
      'item 159: Vendors sell it for 5c / Auction: 100g 3s 4c, yesterday',
      'item 117: ',
      // Its tooltip contains two items.
      `recipe: ${MEAT}`,
      `item again: ${MEAT}`,
      `creature: ${DROPS}`,
      'creature without data: ',
      'player: ',
      `creature in an instance: ${client === 'era' ? DROPS : ''}`,
      `paused: ${MEAT}`,
      // The choice is saved.
      'off: ',
      'off, creature: ',
      `on: ${MEAT}`,
      // One of these entries is well-formed.
      'malformed entries: Vendors sell it for 1c',
      ...['malformed names: ', 'malformed tables: ', 'malformed market: ', 'a later format: ', 'no table: '],
      ...['in Europe: Auction: 3c, today', 'in America: Auction: 2c, today', 'in a region without prices: '],
      ...['without marks: Auction: 1c, today', 'in an unknown region: '],
      ...OWN_COUNTS,
    ]);
    assert.deepEqual(
      chat.filter((line) => line.startsWith('  tooltips: ')),
      [
        '  tooltips: on, with your own counts, but the addon ThirdWitness_Data is not installed',
        '  tooltips: off',
        ...Array.from({ length: 4 }, () => '  tooltips: on, with data of an unknown day from an unknown website'),
        ...Array.from(
          { length: 2 },
          () => '  tooltips: on, with your own counts, but the addon ThirdWitness_Data is not installed',
        ),
      ],
    );
    assert.ok(chat.includes('Type /tw tooltips on or /tw tooltips off.'));
  });

  test(`${client}: the addon and data about 30,000 pairs of item and source use less than 8 MB`, async () => {
    const [used, line] = notes((await play('memory', { client })).chat);
    const kilobytes = Number(/^(\d+) kilobytes$/.exec(used!)?.[1]);
    assert.ok(kilobytes > 1000 && kilobytes < 8000, used);
    assert.match(line!, /^Best source: A creature with a long name \d+ – players: /);
  });
}
