import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCardLine } from '../../../domain/cards/card.ts';
import { type CardReader, createCardReader } from '../../../domain/cards/read_card.ts';
import { isPublicEntity } from '../../../domain/reads/public_entity.ts';
import type { CardType } from '../../../domain/values/entity_page.ts';
import { PUBLISHER } from '../../support/publisher.ts';
import { good, item, lesson, lot, npc, object, quest, recipe, stack } from '../../support/subjects.ts';
import * as they from '../../support/verbs.ts';
import { reportedBy } from '../../support/world.ts';
import { kept, listedUploads, snap, withStores } from '../snapshot/support.ts';

type Expected = readonly [type: CardType, id: number, title: string, observed: readonly string[]];

/** What is reported, and the cards that it makes once a third install reports it: their titles and observed lines. */
const CASES: readonly (readonly [seen: they.Seen, cards: readonly Expected[]])[] = [
  [they.saw(item(25, 'Worn Sword')), [['item', 25, 'Worn Sword', []]]],
  [
    they.looted(npc(6), item(25), item(26)),
    [
      [
        'item',
        25,
        'Item 25',
        ['Drops from NPC 6: about 99%, between 45% and 100% (3 of 3 looted, only 3 players so far)'],
      ],
      [
        'npc',
        6,
        'NPC 6',
        [
          'Drops Item 25: about 99%, between 45% and 100% (3 of 3 looted, only 3 players so far)',
          'Drops Item 26: about 99%, between 45% and 100% (3 of 3 looted, only 3 players so far)',
        ],
      ],
    ],
  ],
  [
    they.looted(object(61), item(25)),
    [
      [
        'item',
        25,
        'Item 25',
        ['Drops from Object 61: about 99%, between 45% and 100% (3 of 3 looted, only 3 players so far)'],
      ],
      [
        'object',
        61,
        'Object 61',
        ['Holds Item 25: about 99%, between 45% and 100% (3 of 3 looted, only 3 players so far)'],
      ],
    ],
  ],
  [they.looted(npc(6)), [['npc', 6, 'NPC 6', ['Held nothing, looted 3 times']]]],
  [they.looted(object(61)), [['object', 61, 'Object 61', ['Held nothing, looted 3 times']]]],
  [they.met(npc(6, 'Kobold')), [['npc', 6, 'Kobold', ['Level 7', 'Hostile', 'Found in zone 12 (1 place)']]]],
  [
    they.visitedVendor(npc(8), good(item(25), 105, { limitedStock: 2 })),
    [
      ['npc', 8, 'NPC 8', ['Sells Item 25 for 1s 5c, 2 in stock']],
      ['item', 25, 'Item 25', ['Sold by NPC 8 for 1s 5c, 2 in stock']],
    ],
  ],
  [they.sawPrice(item(25), 7), [['item', 25, 'Item 25', ['Sold by vendors for 7c']]]],
  [they.visitedTrainer(npc(9), lesson('Sewing', 5)), [['npc', 9, 'NPC 9', ['Teaches 1 lesson']]]],
  [
    they.wasOffered(quest(3, 'An Errand'), { giverNpcId: 8, turnInNpcId: 9, rewardItemIds: [25, 26] }),
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
  [they.listedQuestChain(5, 'Chain', quest(3), quest(4)), [['quest', 4, 'Quest 4', []]]],
  [they.listedCollection('Mounts: all', 'vendor', item(25)), [['item', 25, 'Item 25', []]]],
  [they.sawRecipe(recipe(700, 'Soup'), { itemId: 27 }), [['item', 27, 'Item 27', ['Teaches Soup (Cooking)']]]],
  [
    they.sawDifficulty(recipe(700, 'Soup'), { itemId: 28, reagents: [stack(item(29))] }),
    [
      ['item', 28, 'Item 28', ['Made by Soup (Cooking)']],
      ['item', 29, 'Item 29', ['Reagent for Soup (Cooking)']],
    ],
  ],
  [they.scanned('Stormrage', [lot(item(25), 5)]), [['item', 25, 'Item 25', []]]],
];

const ALL: readonly (readonly [CardType, number])[] = CASES.flatMap(([, cards]) =>
  cards.map(([type, id]) => [type, id] as const),
);

async function titleAndLines(cards: CardReader, type: CardType, id: number) {
  const found = await cards(type, id);
  return found === null
    ? null
    : [found.card.title, ...found.card.lines.map(formatCardLine).filter((line) => !line.includes('[?]'))];
}

test('the third install makes a card, the second none', async (t) => {
  for (const [seen, expected] of CASES) {
    await t.test(`${seen.kind}: ${expected.map(([type]) => type).join(', ')}`, () =>
      withStores(async (on) => {
        const records = kept(reportedBy([1, 2, 3], seen));
        assert.ok((await snap(on, listedUploads(records, 2))).ok);
        await on.store.refresh();
        const cards = createCardReader(on.store, PUBLISHER);
        // The check whether an entity has a page must agree with the card.
        const isKnown = async (type: CardType, id: number) =>
          await isPublicEntity((await on.store.newest())!, type, id);
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
