import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INTENTS } from '../../../../domain/tools/search/answers/intents.ts';
import { gatheredFrom } from '../gathering_world.ts';
import { agreed, edge, fact, source } from '../pages_world.ts';
import { createToolWorld, type ToolWorld } from '../support.ts';

type Name = readonly [family: string, id: string, name: string];

/** Families of facts that name things, in the order of the ids that liars make up. */
const FAMILIES = ['items', 'npcs', 'maps'] as const;

/** Returns a marsh with raiders and herbs, two realms, and the names that liars made up. */
async function marshWorld(liars: readonly Name[] = [], installs = 3): Promise<ToolWorld> {
  const world = createToolWorld();
  const named = (name: string, reporters = 5) => ({ name: agreed(name, reporters) });
  const price = (realmKey: string, market: number) => ({
    subject: { realmKey, itemId: 20, day: 20_777 },
    houses: [{ house: '' as const, value: { market, min: market, quantity: 7, reporters: 4 } }],
  });
  await world.write({
    drops: [
      source('npc', 60, 200, [[20, 90]]),
      source('npc', 61, 200, [[21, 40]]),
      gatheredFrom('herbalism:object', 80, [[22, 39]]),
      gatheredFrom('fishing:zone', 13, [[23, 30]]),
      gatheredFrom('skinning:npc', 60, [[24, 20]]),
    ],
    market: [price('alpha', 40), price('beta', 50)],
    edges: [
      edge('dropped_by:item:npc:20:60'),
      edge('dropped_by:item:npc:21:61'),
      edge('located_in:npc:zone:60:13'),
      edge('located_in:object:zone:80:13'),
      edge('located_in:npc:zone:70:13'),
      edge('sold_by:item:npc:20:70'),
    ],
    facts: [
      fact('items', '20', named('Fleece Cloth')),
      fact('items', '21', named('Disc of Light')),
      fact('items', '22', named('Ghostcap')),
      fact('items', '23', named('Mudfin')),
      fact('items', '24', named('Scrap Hide')),
      fact('npcs', '60', { ...named('Gallow Raider'), levels: [agreed(5), agreed(7)] }),
      fact('npcs', '61', named('Marsh Witch')),
      fact('npcs', '70', named('Vendor Ann')),
      fact('objects', '80', named('Ghostcap')),
      fact('maps', '13', named('Saltmarsh Reach')),
      fact('realms', 'alpha', { spelling: 'Alpha' }),
      fact('realms', 'beta', { spelling: 'Beta' }),
      fact('trainer_services', '70:spell:901', { profession: agreed('Alchemy'), name: agreed('Lesser Draught') }),
      ...liars.map(([family, id, name]) => fact(family, id, named(name, installs))),
    ],
  });
  return world;
}

const shared = marshWorld();

async function answerTo(question: string, world: Promise<ToolWorld> | ToolWorld = shared): Promise<string> {
  const { answer } = await (await world).ask('search', `query=${encodeURIComponent(question)}`);
  return answer.answer?.text ?? '';
}

/** Questions, each with a pattern of the answer's beginning. */
const ANSWERED: readonly (readonly [question: string, answer: RegExp])[] = [
  ['what drops disc of light', /^Sources of "Disc of Light", surest first:\n- "Marsh Witch"/],
  ['disc of light price ah', /^No auction price of "Disc of Light" \(item 21\)/],
  ['fleece cloth ah', /^"Fleece Cloth" \(item 20\) is worth 40c a piece on "Alpha"/],
  ['fishing saltmarsh reach', /^Players get by fishing in "Saltmarsh Reach":\n- "Mudfin" \(item 23\): about /],
  [
    'herbs in saltmarsh',
    /by gathering herbs in "Saltmarsh Reach":\n- "Ghostcap" \(item 22\) from "Ghostcap" \(object 80\)/,
  ],
  ['saltmarsh reach skinning', /by skinning in "Saltmarsh Reach":\n- "Scrap Hide" \(item 24\) from "Gallow Raider"/],
  ['mining saltmarsh reach', /^Nothing that players get by mining in "Saltmarsh Reach" is known yet\.$/],
  [
    'what can i gather in saltmarsh reach',
    /by gathering in "Saltmarsh Reach":\n- "Ghostcap".*\n- "Mudfin".*\n- "Scrap Hide"/,
  ],
  ['fleece cloth gallow raider', /^Sources of "Fleece Cloth", surest first:\n- "Gallow Raider" \(npc 60/],
  ['gallow raider fleece cloth drop rate', /^Sources of "Fleece Cloth", surest first:\n- "Gallow Raider"/],
  ['disc of light gallow raider', /^No drop of "Disc of Light" from "Gallow Raider" is known yet\./],
  ['palladin talents', /^Nothing is called "palladin". Did you mean "paladin"\?\nNo record says/],
  ['alchmey trainer', /"alchmey".*Did you mean "[Aa]lchemy"\?\nTrainers of "Alchemy":\n- "Vendor Ann"/],
  [
    'vendros in saltmarsh reach',
    /^Nothing is called "vendros". Did you mean "vendors"\?\nVendors in "Saltmarsh Reach"/,
  ],
  [
    'alchmy trainer saltmarsh reach',
    /"alchmy".*Did you mean "[Aa]lchemy"\?\nTrainers of "Alchemy" in "Saltmarsh Reach"/,
  ],
  ['peacebloom price', /^Nothing called "peacebloom" is known here\.$/],
  ['runed cloth price', /^Nothing called "runed cloth" is known here\. Similar names: "Fleece Cloth"\.$/],
  ['how much is 20 ghostleaf worth', /^Nothing called "ghostleaf" is known here\. Similar names: "Ghostcap"\.$/],
];

/** Questions of several clauses, and whole sentences around a question. */
const CLAUSES: readonly (readonly [question: string, answer: RegExp])[] = [
  [
    "I'm level 7: which fleece cloth should I farm, where?",
    /^At level 7, farm "Fleece Cloth" from\n- "Gallow Raider"(?![\s\S]*Not understood)/,
  ],
  [
    'I am level 7 and want to farm fleece cloth. Which creatures, and where?',
    /^At level 7, farm "Fleece Cloth" from\n/,
  ],
  ['where to level at 6 saltmarsh', /^1 NPC near level 6 in "Saltmarsh Reach"/],
  ['Who sells Fleece Cloth?', /^"Fleece Cloth" is sold by "Vendor Ann"/],
  [
    'I play Horde: where do I farm fleece cloth?',
    /^Best places to farm "Fleece Cloth"[\s\S]*\nNot understood: "Horde"\.$/,
  ],
  ['i am level 7 and want fleece cloth', /^At level 7, farm "Fleece Cloth" from\n/],
  ['You are in Saltmarsh Reach: where is the nearest alchemy trainer?', /^Trainers of "Alchemy" in "Saltmarsh Reach":/],
  ['I stand in Saltmarsh Reach, where is the closest alchemist?', /^Trainers of "Alchemy" in "Saltmarsh Reach":/],
  [
    'I am level 6 and want to fight creatures of my level in Saltmarsh Reach: which ones, and what do they drop?',
    /^1 NPC near level 6 in "Saltmarsh Reach"/,
  ],
  [
    'Where do I find Gallow Raider, and what does it drop?',
    /^"Gallow Raider" \(npc 60\) is found in [\s\S]*\n"Gallow Raider"[\s\S]*\n- "Fleece Cloth"[^\n]*$/,
  ],
  [
    'Somebody on the realm Beta (I play Horde) offers Fleece Cloth at 1s50 apiece. Is this a fair price?',
    /^No Horde auction price of "Fleece Cloth" \(item 20\) on "Beta" is public yet, so whether 1s 50c each is fair/,
  ],
  [
    'What is Fleece Cloth worth on Beta? Where is Ghostcap? And how tall is a gnome?',
    /on "Beta"[\s\S]*"Ghostcap" \(object 80\)[\s\S]*\nNot understood: "how tall is a gnome"\.$/,
  ],
  [
    'What is Fleece Cloth worth on Beta and where does it drop?',
    /on "Beta"[\s\S]*\nSources of "Fleece Cloth", surest first:\n- "Gallow Raider"/,
  ],
  [
    'Does Disc of Light drop and what is its price on Beta?',
    /^Sources of "Disc of Light"[\s\S]*\nNo auction price of "Disc of Light" \(item 21\) on "Beta"/,
  ],
  [
    'I play Horde: how tall is a gnome? Where do I farm fleece cloth?',
    /\nNot understood: "Horde"\.\nNot understood: "how tall is a gnome"\.$/,
  ],
  ['Yesterday I played here. How do I report what I found?', /^Install the addon(?![\s\S]*Not understood)/],
  ['report my findings', /^Install the addon/],
  [
    'where to get Fleece Cloth',
    /^Ways to get "Fleece Cloth":[\s\S]*\nAt auction for 40c each on "Alpha"[^;]*; 50c each on "Beta"[^;]*\.$/,
  ],
  ['How do I report what I found with the addon yesterday?', /^Install the addon, play, log out, and send the file/],
  ['how do I send my finds from my computer', /^Install the addon, play, log out, and send the file/],
  [
    'A friend writes an addon and wants the drop rates as a file: where does he get it, and under which licence?',
    /^Everything that is public, as files/,
  ],
  ['What could I do in the game at level 6 that needs only one more report to become public?', /level 6/],
];

test('each clause of a question is answered, or named if it is not understood', async () => {
  for (const [question, answer] of CLAUSES) assert.match(await answerTo(question), answer, question);
});

test('slang, places, pairs of names, misspelt words and unknown names are understood', async () => {
  for (const [question, answer] of ANSWERED) assert.match(await answerTo(question), answer, question);
});

test('a zone whose name has a word like one of questions is found, however few players report it', async () => {
  for (const installs of [3, 10, 20]) {
    const world = await marshWorld([['maps', '99', 'Alderbrook Vale']], installs);
    const text = await answerTo('Who sells Fleece Cloth in Alderbrook Vale', world);
    assert.match(text, /^No known vendor there sells "Fleece Cloth" yet/);
  }
});

test('names that three, ten or twenty liars make up do not change these answers', async () => {
  const names = [
    ...['Disc', 'Ah', 'Cloth Ah', 'Discipline', 'Fishing', 'Herbs', 'Mining Saltmarsh', 'Price', 'Skinning', 'Talents'],
    ...['Raider', 'Cloth Gallow', 'Gallow', 'Drop Rate', 'Light Gallow', 'Gather'],
    ...[
      'Level 7',
      'I am level 7',
      'Which ones',
      'And where',
      'My Level',
      'Horde',
      'I play Horde',
      'It',
      'Where',
      'File',
    ],
    ...['Is this a fair price', 'What I found', 'My finds', 'My computer', 'Game', 'Creatures', 'Somebody', 'A friend'],
  ];
  // Only items have these names: whoever types the exact name of a zone or a creature asks about it.
  const misspelt = ['Palladin', 'Alchmey'];
  const liars = FAMILIES.flatMap((family, kind) =>
    [...names, ...(family === 'items' ? misspelt : [])].map(
      (name, at): Name => [family, `${1_000 * (kind + 1) + at}`, name],
    ),
  );
  for (const installs of [3, 10, 20]) {
    const world = await marshWorld(liars, installs);
    for (const [question, answer] of [...ANSWERED, ...CLAUSES]) {
      const text = await answerTo(question, world);
      // An unknown name may be suggested otherwise.
      assert.match(
        text.replace(/ Similar names: .*$/, ''),
        new RegExp(answer.source.replace(/ Similar names: .*$/, '')),
      );
    }
  }
});

test('the price on a realm that the question names comes alone', async () => {
  assert.doesNotMatch(await answerTo('fleece cloth price on beta'), /"Alpha"/);
});

test('each intent has a name of its own', () => {
  const names = INTENTS.map(({ name }) => name);
  assert.ok(names.length > 30);
  assert.deepEqual(names, [...new Set(names)]);
});
