import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLIENTS, notes, play } from './support.ts';

const LINEN = 'Best source: Kobold Vermin, about 51% (44% to 58%) / Auction: 1g 20s, 2 days ago';
const MEAT = 'Best source: Battered ||cffff0000Chest, rare: between 0.1% and 3% / Auction: 35c, today';
const DROPS = [
  'Drops Linen Cloth, about 51% (44% to 58%)',
  'Drops Solid Metal Club, about 1.2% (0.8% to 2.1%)',
  'Drops Red Burlap Bandana, about 0.9% (0.7% to 1.2%)',
].join(' / ');

for (const client of CLIENTS) {
  test(`${client}: tooltips show drop chances and prices that players reported, unless they are off`, async () => {
    const { chat } = await play('tooltips', { client });
    assert.deepEqual(notes(chat), [
      'without data: ',
      // Values of other realms and houses are dropped.
      'markets: nethergardekeep|Alliance',
      `item 2589: ${LINEN}`,
      `item 750: ${MEAT}`,
      'item 752: Best source: Kobold Vermin, too few looted to say (1.2% to 98%)',
      'item 765: Best source: Kobold Vermin, about 100% (94% to 100%)',
      // The best source has no name.
      'item 25: Best source: Kobold Vermin, about 0.046% (0.04% to 0.052%)',
      'item 6948: Best source: Kobold Vermin, rare: at most 2.9%',
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
    ]);
    assert.deepEqual(
      chat.filter((line) => line.startsWith('  tooltips: ')),
      [
        '  tooltips: on, but the addon ThirdWitness_Data is not installed',
        '  tooltips: off',
        ...Array.from({ length: 4 }, () => '  tooltips: on, with data of an unknown day from an unknown website'),
        ...Array.from({ length: 2 }, () => '  tooltips: on, but the addon ThirdWitness_Data is not installed'),
      ],
    );
    assert.ok(chat.includes('Type /tw tooltips on or /tw tooltips off.'));
  });

  test(`${client}: the addon and data about 30,000 pairs of item and source use less than 8 MB`, async () => {
    const [used, line] = notes((await play('memory', { client })).chat);
    const kilobytes = Number(/^(\d+) kilobytes$/.exec(used!)?.[1]);
    assert.ok(kilobytes > 1000 && kilobytes < 8000, used);
    assert.match(line!, /^Best source: A creature with a long name \d+, /);
  });
}
