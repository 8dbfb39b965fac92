import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineText } from '../../domain/cards/card.ts';
import { type CardReader, createCardReader } from '../../domain/cards/read_card.ts';
import { isPublic } from '../../domain/reads/public_entity.ts';
import type { CardType } from '../../domain/values/entity_page.ts';
import { kept, listedUploads, loot, type Sketch, snap, withStores } from '../snapshot/support.ts';
import { PUBLISHER } from '../support/publisher.ts';

type Report = readonly [kind: string, fields: Sketch['fields']];
type Expected = readonly [type: CardType, id: number, title: string, observed: readonly string[]];

const sighting = { name: 'Kobold', mapId: 12, x: 40.25, y: 60, level: 7, reaction: 'hostile', positionKind: 'npc' };

/** What is reported, and the cards that it makes once a third install reports it: their titles and observed lines. */
const CASES: readonly (readonly [report: Report, cards: readonly Expected[]])[] = [
  [['item_seen', { itemId: 25, name: 'Worn Sword', quality: 'common' }], [['item', 25, 'Worn Sword', []]]],
  [
    ['loot', loot(6, [25, 26])],
    [
      ['item', 25, 'Item 25', ['Drops from NPC 6 (100%, 3 of 3)']],
      ['npc', 6, 'NPC 6', ['Drops Item 25 (100%, 3 of 3)', 'Drops Item 26 (100%, 3 of 3)']],
    ],
  ],
  [
    ['loot', loot(-61, [25])],
    [
      ['item', 25, 'Item 25', ['Drops from Object 61 (100%, 3 of 3)']],
      ['object', 61, 'Object 61', ['Holds Item 25 (100%, 3 of 3)']],
    ],
  ],
  [['loot', loot(6)], [['npc', 6, 'NPC 6', ['Held nothing in 3 loot windows']]]],
  [['loot', loot(-61)], [['object', 61, 'Object 61', ['Held nothing in 3 loot windows']]]],
  [
    ['npc_sighting', { npcId: 6, ...sighting }],
    [['npc', 6, 'Kobold', ['Level 7', 'Hostile', 'Found in zone 12 (1 place)']]],
  ],
  [
    ['vendor', { vendorNpcId: 8, items: [{ itemId: 25, priceCopper: 105, limitedStock: 2 }] }],
    [
      ['npc', 8, 'NPC 8', ['Sells Item 25 for 1s 5c, 2 in stock']],
      ['item', 25, 'Item 25', ['Sold by NPC 8 for 1s 5c, 2 in stock']],
    ],
  ],
  [
    ['price_seen', { itemId: 25, priceCopper: 7, source: 'vendor' }],
    [['item', 25, 'Item 25', ['Sold by vendors for 7c']]],
  ],
  [
    ['trainer_seen', { trainerNpcId: 9, services: [{ name: 'Sewing', costCopper: 5 }] }],
    [['npc', 9, 'NPC 9', ['Teaches 1 lesson']]],
  ],
  [
    ['quest', { questId: 3, title: 'An Errand', level: 12, giverNpcId: 8, turnInNpcId: 9, rewardItemIds: [25, 26] }],
    [
      [
        'quest',
        3,
        'An Errand',
        ['Level 12', 'Given by NPC 8', 'Turned in to NPC 9', 'Reward: Item 25', 'Reward: Item 26'],
      ],
      ['item', 25, 'Item 25', ['Reward from An Errand']],
      ['npc', 8, 'NPC 8', ['Gives the quest An Errand']],
      ['npc', 9, 'NPC 9', ['Takes the quest An Errand']],
    ],
  ],
  [['quest_chain_catalog', { questLineId: 5, name: 'Chain', questIds: [3, 4] }], [['quest', 4, 'Quest 4', []]]],
  [['collection_catalog', { collection: 'Mounts: all', source: 'vendor', itemId: 25 }], [['item', 25, 'Item 25', []]]],
  [
    ['recipe_seen', { profession: 'Cooking', recipeId: 700, name: 'Soup', itemId: 27 }],
    [['item', 27, 'Item 27', ['Teaches Soup (Cooking)']]],
  ],
  [
    [
      'recipe_observed',
      {
        profession: 'Cooking',
        recipeId: 700,
        name: 'Soup',
        skill: 1,
        difficulty: 'optimal',
        itemId: 28,
        reagents: [{ itemId: 29, count: 1 }],
      },
    ],
    [
      ['item', 28, 'Item 28', ['Made by Soup (Cooking)']],
      ['item', 29, 'Item 29', ['Reagent for Soup (Cooking)']],
    ],
  ],
  [
    [
      'auction_scan',
      {
        realm: 'Stormrage',
        scanId: 'scan-1',
        complete: true,
        items: [{ itemId: 25, unitPriceCopper: 5, quantity: 1 }],
      },
    ],
    [['item', 25, 'Item 25', []]],
  ],
];

const ALL: readonly (readonly [CardType, number])[] = CASES.flatMap(([, cards]) =>
  cards.map(([type, id]) => [type, id] as const),
);

async function titleAndLines(cards: CardReader, type: CardType, id: number) {
  const found = await cards(type, id);
  return found === null
    ? null
    : [found.card.title, ...found.card.lines.map(lineText).filter((line) => !line.includes('[?]'))];
}

test('the third install makes a card, the second none', async (t) => {
  for (const [[kind, fields], expected] of CASES) {
    await t.test(`${kind}: ${expected.map(([type]) => type).join(', ')}`, () =>
      withStores(async (on) => {
        const records = kept([1, 2, 3].map((install) => ({ install, kind, fields })));
        assert.ok((await snap(on, listedUploads(records, 2))).ok);
        await on.store.refresh();
        const cards = createCardReader(on.store, PUBLISHER);
        // What says that an entity has a page must say what its card says.
        const isKnown = async (type: CardType, id: number) => await isPublic((await on.store.newest())!, type, id);
        for (const [type, id] of ALL) {
          assert.equal(await titleAndLines(cards, type, id), null, `${type} ${id}`);
          assert.equal(await isKnown(type, id), false, `${type} ${id}`);
        }
        assert.ok((await snap(on, listedUploads(records))).ok);
        await on.store.refresh();
        for (const [type, id, title, lines] of expected) {
          assert.deepEqual(await titleAndLines(cards, type, id), [title, ...lines]);
          assert.equal(await isKnown(type, id), true, `${type} ${id}`);
        }
      }),
    );
  }
});
