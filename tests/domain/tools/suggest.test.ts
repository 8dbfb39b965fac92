import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClassTalents } from '../../../domain/ports/build.ts';
import { shareReads } from '../../../domain/reads/entities/read_once.ts';
import { readSuggestions } from '../../../domain/tools/search/suggest.ts';
import { gameItem, importPieces, piecesOf } from '../../support/game_build.ts';
import { PUBLISHER } from '../../support/publisher.ts';
import { breakable, replaceReads } from '../../support/replace_reads.ts';
import { document } from '../knowledge/support.ts';
import { agreed, axeWorld, edge, fact, HOSTILE, source } from './pages_world.ts';
import type { ToolWorld } from './support.ts';

const BASE = 'https://example.test';

/** The talents of a class without trees. */
const MAGE: ClassTalents = {
  playerClass: 'mage',
  trees: [],
  pointLevels: { levels: null, rule: 'unknown' },
  gateRule: 'unknown',
  prerequisiteRule: 'files',
};

/** A weapon in the game's files. */
const BLADE = { classId: 2, inventoryType: 13, qualityId: 3, itemLevel: 22, icon: 'inv_axe_01' };

async function suggested({ store }: Pick<ToolWorld, 'store'>, text: string, limit?: number) {
  const snapshot = await store.newest();
  return readSuggestions(shareReads(snapshot!, PUBLISHER), text, limit);
}

/** Returns the lines of the suggestions, keyed by name. */
async function linesOf(world: ToolWorld, text: string): Promise<Readonly<Record<string, string>>> {
  const { rows } = await suggested(world, text);
  return Object.fromEntries(rows.map(({ name, line }) => [name, line]));
}

/** Writes items with these names, numbered from 100. */
async function itemsOf(world: ToolWorld, names: readonly string[]): Promise<void> {
  await world.write({ facts: names.map((name, i) => fact('items', `${100 + i}`, { name: agreed(name) })) });
}

test('an item has its quality, its surest source and the address of its page', async () => {
  const world = await axeWorld();
  const { rows, fromFiles } = await suggested(world, 'axe');
  assert.deepEqual(rows, [
    {
      ...{ kind: 'item', id: 'item:5', name: 'Axe', quality: 'rare', icon: null },
      ...{ line: '90% from Object 80, only 3 players so far', url: `${BASE}/item/5` },
    },
    {
      ...{ kind: 'recipe', id: 'recipe:900', name: 'Make axe', quality: null, icon: null },
      ...{ line: 'Smithing', url: `${BASE}/profession/smithing?recipe=Make+axe#recipe-900` },
    },
  ]);
  assert.equal(fromFiles, false);
  assert.deepEqual(await linesOf(world, 'bar'), { Bar: '50% from Wolf, only 4 players so far' });
});

test('without a common drop, an item has its cheapest vendor, its profession, its quest or its rare drop', async () => {
  const world = await axeWorld();
  await itemsOf(world, ['thing sold', 'thing offered', 'thing crafted', 'thing given', 'thing found', 'thing unknown']);
  await world.write({
    drops: [
      source('npc', 62, 200, [
        [100, 3],
        [104, 3],
        [105, 3, 2],
      ]),
    ],
    edges: [
      ...['100:70', '100:71', '101:72'].map((ends) => edge(`sold_by:item:npc:${ends}`)),
      edge('reward_from:item:quest:103:1'),
    ],
    facts: [
      fact('vendor_goods', '70:100', { prices: [agreed(25)] }),
      fact('vendor_goods', '71:100', { prices: [agreed(20), agreed(30)] }),
      fact('npcs', '71', { name: agreed('Peddler') }),
      fact('recipes', '905', { profession: agreed('Cooking'), itemId: agreed(102) }),
    ],
  });
  assert.deepEqual(await linesOf(world, 'thing'), {
    'thing sold': 'sold for 20c by Peddler',
    'thing offered': 'sold by NPC 72',
    'thing crafted': 'made with Cooking',
    'thing given': 'reward from Wolves',
    'thing found': '1.5% from NPC 62, only 3 players so far',
    'thing unknown': '',
  });
});

test('NPCs, quests and zones have levels, roles and places', async () => {
  const world = await axeWorld();
  await world.write({ facts: [fact('npcs', '60', { name: agreed('Wolf'), levels: [agreed(5), agreed(7)] })] });
  assert.deepEqual(await linesOf(world, 'wol'), {
    Wolf: 'level 5–7, quest giver, Elwynn',
    Wolves: 'level 6, from Innkeeper',
    'More wolves': '',
  });
  assert.deepEqual(await linesOf(world, 'innk'), { Innkeeper: 'quest giver, vendor, trainer, Elwynn' });
  await world.write({
    facts: [
      fact('npcs', '60', { name: agreed('Wolf'), levels: [agreed(5), agreed(7)], reactions: [agreed('hostile')] }),
      fact('maps', '12', { name: agreed('Elwynn'), parentMapId: agreed(13) }),
      fact('maps', '13', { name: agreed('Azeroth') }),
    ],
  });
  const { rows } = await suggested(world, 'elw');
  assert.deepEqual(
    rows.map(({ line, url }) => [line, url]),
    [['level 5–7, Azeroth', `${BASE}/zone/12`]],
  );
});

test('a chain has its length and the address of its first known quest', async () => {
  const { rows } = await suggested(await axeWorld(), 'hunt');
  assert.deepEqual(
    rows.map(({ id, line, url }) => [id, line, url]),
    [['quest_chain:30', '3 quests or more', `${BASE}/quest/1#chains`]],
  );
});

test('objects of the same name differ by contents and zone', async () => {
  const world = await axeWorld();
  await world.write({
    drops: [source('object', 81, 20, [[6, 17]]), source('object', 82, 20, [])],
    edges: [edge('located_in:object:zone:80:12')],
    facts: ['80', '81', '82'].map((id) => fact('objects', id, { name: agreed('Battered Chest') })),
  });
  const { rows } = await suggested(world, 'chest');
  assert.deepEqual(
    rows.map(({ id, line }) => [id, line]),
    [
      ['object:80', 'with Axe, Elwynn'],
      ['object:81', 'with Bar'],
      ['object:82', ''],
    ],
  );
});

test('names, icons, qualities and places of the game’s files are marked', async () => {
  const world = await axeWorld();
  await importPieces(world.writer, [
    ...piecesOf([gameItem(5, BLADE)]),
    { piece: 'recipe', recipe: { spellId: 900, learnable: 25, yellow: null, grey: null } },
    { piece: 'name', name: { kind: 'spell', id: 900, name: 'Make axe' } },
    { piece: 'name', name: { kind: 'spell', id: 950, name: 'Throw axe' } },
  ]);
  const { rows, fromFiles } = await suggested(world, 'axe');
  assert.deepEqual(
    rows.map(({ id, icon, line, url }) => [id, icon, line, url === null]),
    [
      ['item:5', 'inv_axe_01', '90% from Object 80, only 3 players so far', false],
      ['recipe:900', null, 'Smithing, skill 25 in game files', false],
      ['spell:950', null, 'found in game files, unconfirmed', true],
    ],
  );
  assert.equal(fromFiles, true);
});

test('an item without a source has its quality, slot and level in the game’s files', async () => {
  const world = await axeWorld();
  await itemsOf(world, ['Shiny Blade']);
  await importPieces(world.writer, piecesOf([gameItem(100, BLADE)]));
  const { rows, fromFiles } = await suggested(world, 'shiny');
  assert.deepEqual(
    rows.map(({ quality, line }) => [quality, line]),
    [['rare', 'rare, one-hand, item level 22']],
  );
  assert.equal(fromFiles, true);
});

test('professions, realms, classes and roles lead to their page or to a search, before names that merely fit', async () => {
  const world = await axeWorld();
  await itemsOf(world, ['Smith', 'Smithing Hammer', 'Mage Robe']);
  await world.facts(
    ['population', '*', { cuts: { '*:*': { classes: { cells: { MAGE: 3 } } } } }],
    ['trainer_services', '70:spell:7', { name: agreed('Fishing'), profession: agreed('Fishing') }],
  );
  const told = async (text: string) =>
    (await suggested(world, text)).rows.map(({ id, line, url }) => [id, line, url?.replace(BASE, '')]);
  assert.deepEqual(await told('smith'), [
    ['item:100', '', '/item/100'],
    ['profession:smithing', 'recipes, and the cheapest way to level it', '/profession/smithing'],
    ['role:trainer:smithing', 'NPCs that teach Smithing', '/search?q=Smithing+trainer'],
    ['item:101', '', '/item/101'],
  ]);
  assert.deepEqual(
    (await told('sm')).map(([id]) => id),
    ['item:100', 'item:101', 'profession:smithing', 'role:trainer:smithing'],
    'after two letters, names come first',
  );
  assert.deepEqual(await told('everl'), [['realm:everlook', 'auction prices', '/market/Everlook']]);
  assert.deepEqual(await told('fishing'), [
    ['profession:fishing', '', '/search?q=Fishing'],
    ['role:trainer:fishing', 'NPCs that teach Fishing', '/search?q=Fishing+trainer'],
  ]);
  await importPieces(world.writer, [
    ...piecesOf([]),
    { piece: 'name', name: { kind: 'player_class', id: 8, name: 'Mage' } },
    { piece: 'talents', talents: MAGE },
  ]);
  assert.deepEqual(await told('mage'), [
    ['player_class:mage', 'talents', '/talents/mage'],
    ['item:102', '', '/item/102'],
  ]);
});

test('a document has its source and its address, if that is a web address', async () => {
  const world = await axeWorld();
  const { writer } = world;
  const n = await writer.beginDocuments();
  await writer.addDocuments(n, [
    { ...document('one', 'Fishing guide'), url: 'https://wiki.example/fishing' },
    { ...document('two', 'Fishing songs'), url: 'javascript:alert(1)' },
  ]);
  await writer.finishDocuments(n, 5);
  const { rows, fromFiles } = await suggested(world, 'fishing');
  assert.deepEqual(
    rows.map(({ kind, line, url }) => [kind, line, url]),
    [
      ['guide', 'A wiki', 'https://wiki.example/fishing'],
      ['guide', 'A wiki', null],
    ],
  );
  assert.equal(fromFiles, false);
});

test('names in another language are marked, and hostile names are plain text', async () => {
  const world = await axeWorld();
  await world.write({
    facts: [
      fact('items', '7', { name: { ...agreed('Beutel'), locale: 'deDE' } }),
      fact('npcs', '61', { name: agreed(HOSTILE) }),
    ],
  });
  const { rows } = await suggested(world, 'beutel');
  assert.deepEqual(
    rows.map(({ name, locale }) => [name, locale]),
    [['Beutel', 'deDE']],
  );
  assert.deepEqual(
    (await suggested(world, 'ignore')).rows.map(({ name }) => name),
    [HOSTILE],
  );
});

test('at most ten rows are suggested, or fewer if asked', async () => {
  const world = await axeWorld();
  await itemsOf(
    world,
    Array.from({ length: 14 }, (_, i) => `Potion ${i}`),
  );
  assert.equal((await suggested(world, 'potion')).rows.length, 10);
  assert.equal((await suggested(world, 'potion', 3)).rows.length, 3);
  assert.deepEqual((await suggested(world, '🔥')).rows, []);
});

test('ten items take as many reads as one, and none if they were suggested before', async () => {
  const world = await axeWorld();
  await itemsOf(
    world,
    Array.from({ length: 10 }, (_, i) => `Potion ${i}`),
  );
  const countReads = async (text: string): Promise<number> => {
    let reads = 0;
    const counted = <Reads extends object>(some: Reads): Reads =>
      breakable(some, () => {
        reads++;
        return false;
      });
    const store = replaceReads(world.store, (snapshot) => ({
      ...counted(snapshot),
      view: snapshot.view,
      rates: counted(snapshot.rates),
      edges: counted(snapshot.edges),
      game: counted(snapshot.game),
    }));
    assert.ok((await suggested({ store }, text)).rows.length > 0, text);
    return reads;
  };
  // The first suggestion of a snapshot reads the directory of professions, classes, realms and roles.
  await countReads('axe');
  const one = await countReads('potion 9');
  assert.equal(await countReads('potion'), one);
  assert.equal(await countReads('potion 3'), 0);
});

test('after a whole name, questions about the entity are completed', async () => {
  const world = await axeWorld();
  const namesOf = async (text: string) => (await suggested(world, text)).rows.map(({ name }) => name);
  assert.deepEqual(await namesOf('wolf lev'), ['Wolf level']);
  assert.deepEqual(await namesOf('wolf lvl'), ['Wolf level']);
  assert.deepEqual(await namesOf('wolf l'), ['Wolf level', 'Wolf location', 'Wolf loot']);
  assert.deepEqual(await namesOf('axe mats'), ['Axe materials']);
  assert.deepEqual(await namesOf('axe zzz'), []);
  const [row] = (await suggested(world, 'wolf level')).rows;
  assert.deepEqual(row, {
    ...{ kind: 'question', id: 'npc:60', name: 'Wolf level', quality: null, icon: null },
    ...{ line: 'ask about this NPC', url: `${BASE}/search?q=Wolf+level` },
  });
  for (const { name } of (await suggested(world, 'wolf d')).rows) {
    const { answer } = await world.ask('search', `query=${encodeURIComponent(name)}`);
    assert.notEqual(answer.answer, undefined, name);
  }
});
