import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareReads } from '../../../../domain/reads/entities/read_once.ts';
import { answerQuestion } from '../../../../domain/tools/search/answers/mod.ts';
import { findName } from '../../../../domain/tools/search/answers/names.ts';
import { PUBLISHER } from '../../../support/publisher.ts';
import { agreed, edge, fact, source } from '../pages_world.ts';
import { createToolWorld, type ToolWorld } from '../support.ts';

type MadeUpName = readonly [family: string, id: string, name: string];

/** Returns two zones with raiders of two levels, who drop cloth, and many names that begin as a zone does. */
async function hollowWorld(liars: readonly MadeUpName[] = [], installs = 3): Promise<ToolWorld> {
  const world = createToolWorld();
  const named = (name: string, reporters = 5) => ({ name: agreed(name, reporters) });
  const raider = (name: string, ...levels: readonly number[]) => ({
    ...named(name),
    levels: levels.map((level) => agreed(level)),
  });
  await world.write({
    drops: [source('npc', 60, 200, [[20, 90]]), source('npc', 61, 200, [[21, 80]])],
    edges: [
      edge('dropped_by:item:npc:20:60'),
      edge('dropped_by:item:npc:21:61'),
      edge('located_in:npc:zone:60:13'),
      edge('located_in:npc:zone:61:14'),
      edge('located_in:npc:zone:70:13'),
    ],
    facts: [
      fact('items', '20', named('Flaxen Cloth', 40)),
      fact('items', '21', named('Gossamer Cloth')),
      fact('npcs', '60', raider('Gallow Raider', 6, 7)),
      fact('npcs', '61', raider('Hollow Brute', 16, 18)),
      fact('npcs', '70', named('Trainer Ann')),
      fact('maps', '13', named('Saltmarsh Reach')),
      fact('maps', '14', named('Thornwash Hollow')),
      fact('trainer_services', '70:spell:901', { profession: agreed('Alchemy'), name: agreed('Lesser Draught') }),
      ...Array.from({ length: 80 }, (_, at) => fact('items', `${100 + at}`, named(`Thornwash Blade ${at}`, 60))),
      ...liars.map(([family, id, name]) => fact(family, id, named(name, installs))),
    ],
  });
  return world;
}

const shared = hollowWorld();

async function answerTo(question: string, world: Promise<ToolWorld> | ToolWorld = shared): Promise<string> {
  const { answer } = await (await world).ask('search', `query=${encodeURIComponent(question)}`);
  return answer.answer?.text ?? '';
}

test('of several items, one with a source near the level is chosen', async () => {
  for (const question of [
    ...['cloth at 18', 'cloth @ 18', 'best cloth for lvl 18', 'cloth near my level 18'],
    'I am level 18, which cloth should I farm?',
  ]) {
    assert.match(
      await answerTo(question),
      /^Several items have "cloth" in their names; "Gossamer Cloth" has a source near level 18\.\nAt level 18, farm "Gossamer Cloth" from\n- "Hollow Brute"/,
      question,
    );
  }
  assert.match(await answerTo('cloth at 6'), /^The closest name to "cloth" is "Flaxen Cloth"; .*\nAt level 6, farm/);
});

test('if no source is near the level, the answer says so', async () => {
  for (const question of ['flaxen cloth at 18', 'flaxen at 18', 'cloth at 40']) {
    assert.match(
      await answerTo(question),
      /^(?:The closest .*\n)?No (?:creature near level 18 is known to drop|source of) "Flaxen Cloth"/,
      question,
    );
  }
});

test('a zone is found by its first word, with any word for near', async () => {
  for (const near of ['in', 'near', 'nr', '@', 'by', 'round', 'around', '']) {
    assert.match(
      await answerTo(`where to farm gossamer cloth ${near} thornwash`),
      /^(?:Best places to farm|Sources of) "Gossamer Cloth".*:\n- "Hollow Brute"/,
      near,
    );
  }
  assert.doesNotMatch(await answerTo('zzz gossamer cloth farm thornwash zzz'), /ignored: .*thornwash/);
  const two = await hollowWorld([['maps', '15', 'Thornwash Deep']]);
  assert.match(
    await answerTo('mobs in thornwash', two),
    /^The closest name to "thornwash" is "Thornwash Hollow"; others/,
  );
});

test('a misspelt word of a name is corrected', async () => {
  for (const question of ['gossmer at 18', 'where to farm gossamr']) {
    assert.match(
      await answerTo(question),
      /^Nothing is called "gossa?m[e]?r"\. Did you mean "Gossamer Cloth"\?\n/,
      question,
    );
  }
});

test('a name of few installs that misspells a word of the game does not take over its corrections', async () => {
  const questions = ['alchmey trainer', 'alchmy trainer saltmarsh reach', 'vendros in saltmarsh reach'];
  const withoutNote = (text: string): string => text.slice(text.indexOf('\n'));
  for (const installs of [3, 10, 20]) {
    const names = ['Alchmey', 'Alchmy', 'Vendros', 'Alchmey Trainer', 'Trianer'];
    const liars = ['maps', 'npcs', 'items'].flatMap((family, kind) =>
      names.map((name, at): MadeUpName => [family, `${1_000 * (kind + 1) + at}`, name]),
    );
    const world = await hollowWorld(liars, installs);
    for (const question of questions) {
      const text = await answerTo(question, world);
      assert.match(text, /^(?:Few players report anything|Nothing is) called "|^No profession is called "/, question);
      assert.equal(withoutNote(text), withoutNote(await answerTo(question)), question);
    }
  }
  const world = await hollowWorld([['maps', '1000', 'Alchmey']], 21);
  assert.match(await answerTo('trainers in alchmey', world), /"Alchmey"/);
});

/** Returns how often the knowledge base is asked while a question is answered. */
async function countLookups(question: string): Promise<number> {
  const { store } = await shared;
  const snapshot = (await store.newest())!;
  let lookups = 0;
  const knowledge = new Proxy(snapshot.knowledge, {
    get: (reader, name) => {
      lookups++;
      return Reflect.get(reader, name);
    },
  });
  const instance = { keys: true, selfGrants: false, exports: async () => 'ready' as const };
  const tools = { snapshot, snapshots: store, publisher: PUBLISHER, instance };
  await answerQuestion({ tools, snapshot: shareReads({ ...snapshot, knowledge }, PUBLISHER) }, question);
  return lookups;
}

test('the number of lookups is bounded, however many words are unknown or misspelt', async () => {
  const most = 50;
  for (const question of [
    'flaxen cloth',
    'best wher tranier blorp quux gett flaxn vendros alchmey zindle cheapst prce pleese',
    'blorp quux zindle varp mook trell ganf wibble snorf crum dask plonk',
    'where blorp in zindle by quux near varp at mook around trell in ganf for wibble from snorf',
    `where is ${'a in '.repeat(30)}`,
  ]) {
    const lookups = await countLookups(question);
    assert.ok(lookups <= most, `${question}: ${lookups}`);
  }
});

test('a name that is not looked up any more is not called unknown', async () => {
  const snapshot = shareReads((await (await hollowWorld()).store.newest())!, PUBLISHER);
  const notes: (string | null)[] = [];
  for (let n = 0; n < 17; n++) notes.push((await findName(snapshot, `flaxen blorp${n}`, ['quest'])).note);
  assert.match(notes[0]!, /^Nothing called "flaxen blorp0" is known here/);
  assert.equal(notes[16], 'The question has too many names to look up "flaxen blorp16".');
});
