import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseQuestion } from '../../../domain/knowledge/question.ts';
import { type SearchResult, searchKnowledge } from '../../../domain/knowledge/search.ts';
import { splitWords } from '../../../domain/knowledge/words.ts';
import { NO_FILTER } from '../../../domain/ports/knowledge.ts';
import { searchForPage } from '../../../domain/tools/search/found_for_page.ts';
import { propertyRuns } from '../../runner/properties.ts';
import { importPieces, piecesOf } from '../../support/game_build.ts';

import { PUBLISHER } from '../../support/publisher.ts';
import { createToolWorld, type ToolWorld } from '../tools/support.ts';
import { document, named } from './support.ts';

/** Public names by family, with numbers, single letters and other scripts among their words. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  items: [
    'Linen Cloth',
    'Linen Bandage',
    'Heavy Linen Bandage',
    'Tin Ore',
    'Tin Bar',
    'Gooey Spider Cake',
    'Bag of 75 Marbles',
    'Schematic: Gizmo X 9',
    'Льняная ткань',
    '亚麻布',
    "Anub'Rekhan’s Shell",
    'Épée de lin',
  ],
  npcs: ['Innkeeper Farley', 'Innkeeper Heather', 'Tomas', 'Kobold Miner', 'Kobold Vermin', 'Goldshire Guard'],
  quests: ['Kobold Candles', 'A Bundle of Trouble', 'Goldshire Gossip', 'The Jasperlode Mine'],
  objects: ['Copper Vein', 'Tin Vein', 'Mine Cart 75'],
  maps: ['Elwynn Forest', 'Goldshire'],
};

const SPELLS = ['Journeyman Cook', 'Cooking', 'Mining', 'First Aid', 'Apprentice First Aid'];

const ALL_NAMES = [...Object.values(NAMES).flat(), ...SPELLS];

function titled(value: string): object {
  return { title: { value, installs: 3 } };
}

async function fillRealm(): Promise<ToolWorld> {
  const world = createToolWorld();
  const facts = Object.entries(NAMES).flatMap(([family, names]) =>
    names.map((name, at) => [family, String(at + 1), family === 'quests' ? titled(name) : named(name)] as const),
  );
  await world.facts(...facts);
  const spells = SPELLS.map((name, at) => ({ piece: 'name', name: { kind: 'spell', id: at + 1, name } }) as const);
  await importPieces(world.writer, [...piecesOf([]), ...spells]);
  const n = await world.writer.beginDocuments();
  await world.writer.addDocuments(n, [document('fishing', 'Fishing Guide', 'Lakes near the abbey bite best.')]);
  await world.writer.finishDocuments(n, 6);
  return world;
}

/** Returns whether a word begins a word of a public name, by reading every name. */
function isInNames(word: string): boolean {
  return ALL_NAMES.some((name) =>
    [name, name.replace(/['’]/gu, '')].some((one) => splitWords(one).some((own) => own.startsWith(word))),
  );
}

const NAME_WORDS = [...new Set(ALL_NAMES.flatMap(splitWords))];

const inNames = fc.constantFrom(...NAME_WORDS);
const beginning = fc
  .tuple(inNames, fc.nat({ max: 12 }))
  .map(([word, length]) => [...word].slice(0, length + 1).join(''));
const unknown = fc.constantFrom('burlap', 'qwertz', 'zzzz', 'сыворотка', '布料', 'x7', 'ß');
const number = fc.nat({ max: 999 }).map(String);
const questions = fc.array(
  fc.oneof({ weight: 4, arbitrary: inNames }, { weight: 2, arbitrary: beginning }, unknown, number),
  { minLength: 1, maxLength: 6 },
);

const INSTANCE = { keys: true, selfGrants: false, exports: async () => 'ready' as const };

function foundIn({ hits, guesses }: SearchResult): number {
  return hits.length + guesses.length;
}

test('no word that begins a word of a public name is called absent, and a known word finds something', async () => {
  const world = await fillRealm();
  const snapshot = (await world.store.newest())!;
  await fc.assert(
    fc.asyncProperty(questions, fc.constantFrom('', 'where is ', 'what drops '), async (words, asked) => {
      const query = `${asked}${words.join(' ')}`;
      const found = await searchKnowledge(snapshot, { query, limit: 10, ...NO_FILTER });
      assert.deepEqual(found.unmatched.filter(isInNames), [], query);
      assert.deepEqual(
        found.ignored.filter((word) => !isInNames(word)),
        [],
        query,
      );
      if (parseQuestion(query).strong.some(isInNames)) assert.ok(foundIn(found) > 0, query);
      else if (found.guesses.length === 0) assert.deepEqual(found.hits, [], query);
    }),
    { numRuns: propertyRuns(300) },
  );
});

/** Short questions that players type: parts of names that no single name contains together, and words that are unknown. */
const TYPED = `innkeeper goldshire, linen 75, mine tin, cooking journeyman, goldshire innkeeper, tin 75, vein linen,
  kobold linen, kobold cloth, miner vein, first aid linen, apprentice cooking, journeyman first aid, mining tin, mining copper,
  farley goldshire, tomas elwynn, guard elwynn, heather inn, cart tin, gizmo 75, x 75, 9 gizmo x, spider mine, cake linen,
  bundle candles, trouble goldshire, gossip kobold, jasperlode tin, jasperlode kobold, forest vein, elwynn copper, bag cloth,
  льняная linen, ткань cloth, 亚麻布 linen, anubrekhan linen, épée linen, epee cloth, burlap linen, linen burlap 75, 75,
  9, x, linen qwertz tin, kobold 300, goldshire 5, inn, heavy tin, bandage ore, schematic linen`
  .split(',')
  .map((query) => query.trim());

test('search, search_knowledge, answer_sources and the page call no known word absent, and find something', async () => {
  const world = await fillRealm();
  assert.ok(TYPED.length >= 50);
  for (const query of TYPED) {
    const asked = new URLSearchParams({ query });
    const { answer, text } = await world.ask('search_knowledge', `${asked}`);
    const words = splitWords(query);
    const unmatched: readonly string[] = answer.unmatched ?? [];
    assert.deepEqual(unmatched.filter(isInNames), [], query);
    if (answer.intent === undefined)
      assert.deepEqual(
        unmatched,
        words.filter((word) => !isInNames(word)),
        query,
      );
    assert.ok(answer.hits.length > 0, query);
    for (const word of answer.ignored ?? []) assert.ok(words.includes(word) && isInNames(word), `${query}: ${word}`);
    const [first = ''] = text.split('\n');
    const others = [
      await world.ask('search', `${asked}`),
      await world.ask('answer_sources', `question=${asked.get('query')}`),
    ];
    for (const other of others) {
      assert.deepEqual([other.answer.unmatched, other.answer.ignored], [answer.unmatched, answer.ignored], query);
      if (/^No name/u.test(first)) assert.equal(other.text.split('\n')[0], first);
    }
    const context = {
      snapshots: world.store,
      snapshot: await world.store.newest(),
      publisher: PUBLISHER,
      instance: INSTANCE,
    };
    const page = await searchForPage(context, { query, limit: 10 });
    assert.ok(page.ok && page.value.reason === null, query);
    assert.equal(page.value.missing, /^No name/u.test(first) ? first : null, query);
  }
});

test('the names that contain the rarest word are shown, and the answer says which words were ignored', async () => {
  const world = await fillRealm();
  const rows: readonly (readonly [query: string, names: readonly string[], says: string])[] = [
    [
      'innkeeper kobold goldshire',
      ['Innkeeper Farley', 'Innkeeper Heather'],
      'No name contains all of these words; ignored: "kobold" and "goldshire".',
    ],
    [
      'trouble burlap linen',
      ['A Bundle of Trouble'],
      'No name or text here contains "burlap". No name contains all of the other words; ignored: "linen".',
    ],
    ['burlap tomas', ['Tomas'], 'No name or text here contains "burlap".'],
  ];
  for (const [query, names, says] of rows) {
    const { answer, text } = await world.ask('search_knowledge', `query=${query.replaceAll(' ', '+')}`);
    assert.deepEqual(
      answer.hits.map(({ name }: { readonly name: string }) => name),
      names,
      query,
    );
    assert.equal(text.split('\n')[0], says);
  }
});

test('a search within one kind never says that a word of another kind is absent', async () => {
  const world = await fillRealm();
  const { answer } = await world.ask('search_knowledge', 'query=innkeeper+qwertz&kind=item');
  assert.deepEqual([answer.hits, answer.unmatched], [[], ['qwertz']]);
});
