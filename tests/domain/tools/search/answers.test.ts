import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, axeWorld, edge, fact, HOSTILE, importAxe, source } from '../pages_world.ts';
import { createToolWorld, type ToolWorld } from '../support.ts';

async function namedWorld(): Promise<ToolWorld> {
  const world = await axeWorld();
  await world.write({ facts: [fact('npcs', '61', { name: agreed('Ghoul'), levels: [agreed(40)] })] });
  return world;
}

const shared = namedWorld();

/** Returns the lines of the answer to a question, or null if it was not understood. */
async function answerTo(question: string, world = shared): Promise<readonly string[] | null> {
  const { answer } = await (await world).ask('search_knowledge', `query=${encodeURIComponent(question)}`);
  return answer.answer?.text.split('\n') ?? null;
}

/** Questions about the world of axes, each with patterns for the first lines of the answer. */
const ANSWERED: readonly (readonly [question: string, ...lines: RegExp[]])[] = [
  ['what drops axe', /^Sources of "Axe", surest first:$/, /^- object 80: about 90%/, /^- "Wolf" \(npc 60, level 5–7,/],
  ['does the wolf drop axes', /^Sources of "Axe"/, /^- "Wolf"/],
  ['does the ghoul drop axes', /^No drop of "Axe" from "Ghoul" is known yet\.$/, /^Drops from, surest first/],
  [
    'I am level 6 and want to farm axe',
    /^At level 6, farm "Axe" from$/,
    /^- "Wolf"/,
    /^Of unknown level:$/,
    /^- object 80/,
  ],
  ['help most at level 20', /^No zone near level 20 is known to need reports\./],
  ['where to farm axe at level 6', /^At level 6, farm "Axe" from$/, /^- "Wolf"/, /^Of unknown level:$/, /^- object 80/],
  [
    'where to farm axe at level 1',
    /^No source of "Axe" is known to suit level 1\.$/,
    /^Of unknown level:$/,
    /^- object 80/,
    /^Too high or too low:$/,
    /^- "Wolf"/,
  ],
  ['how do I get an axe', /^Ways to get "Axe":$/, /^Drops from/, /^- object 80/, /^- "Wolf"/, /^Sold by/],
  [
    'what does the wolf drop',
    /^"Wolf" \(npc 60\) in "Elwynn" at .*: 4 players looted 24 corpses\./,
    /^It drops 2 items/,
  ],
  ['what does the ghoul drop', /^"Ghoul" \(npc 61\): 3 players looted 40 corpses and found nothing/],
  ['who sells axe', /^"Axe" is sold by npc 71 for 90c; "Innkeeper" \(npc 70, .*\) for 1s 25c or 1s 30c, 2 in stock\.$/],
  [
    'what does the innkeeper sell',
    /^"Innkeeper" \(npc 70\)\.$/,
    /^Sells:$/,
    /^- "Axe" \(item 5\) for 1s 25c or 1s 30c/,
  ],
  ['who sells axes in Nowhere', /^Nothing called "nowhere" is known here\.$/, /^No known vendor there sells "Axe" yet/],
  [
    'smithing trainer',
    /^Trainers of "Smithing":$/,
    /^- "Innkeeper" \(npc 70\) in "Elwynn" at .*: 1 lesson \(in a zone of level 5–7\)$/,
  ],
  [
    'who trains smithing in Nowhere',
    /^Nothing called "nowhere"/,
    /^No trainer of "Smithing" is known there\. Elsewhere, 1:$/,
  ],
  [
    'who teaches Make axe',
    /^"Make axe" \(recipe 900\) of "Smithing" is taught by$/,
    /^- "Innkeeper".* for 60c or 50c, from skill 25$/,
  ],
  [
    'what does the innkeeper teach',
    /^"Innkeeper" \(npc 70\)\.$/,
    /^Teaches:$/,
    /^- "Make axe" for 60c or 50c from skill 25/,
  ],
  ['who gives Wolves', /^"Wolves" \(quest 1\), level 6\.$/, /^Given by "Innkeeper" \(npc 70\)/, /^Turned in to "Wolf"/],
  ['which quest gives an axe', /^Reward from "Wolves" \(quest 1, level 6\)\.$/],
  ['where is the innkeeper', /^"Innkeeper" \(npc 70\) is found in "Elwynn" at .*; /],
  ['where is the ghoul', /^Where "Ghoul" \(npc 61\) is found is not known yet\.$/],
  [
    "how long is the wolf's respawn",
    /^How long "Wolf" \(npc 60\) takes to respawn is not known here: no record shows it\.$/,
    /^"Wolf" \(npc 60\) is found in "Elwynn"/,
  ],
  ['respawn timer ghoul', /^How long "Ghoul" \(npc 61\) takes/, /^Where "Ghoul" \(npc 61\) is found is not known yet/],
  ['rspn wolf', /^How long "Wolf" \(npc 60\) takes to respawn/],
  ['wolf spawn timer', /^How long "Wolf" \(npc 60\) takes to respawn/],
  ['how often do wolves respawn', /^How long "Wolf" \(npc 60\) takes to respawn/],
  ['when does the ghoul respawn', /^How long "Ghoul" \(npc 61\) takes to respawn/],
  ['respawn time of Nobody', /^Nothing called "nobody" is known here\.$/],
  ['quest givers in Elwynn', /^Quest givers in "Elwynn", 1:$/, /^- "Innkeeper" \(npc 70\) in "Elwynn"/],
  ['vendors in Elwynn', /^Vendors in "Elwynn", 1:$/, /^- "Innkeeper"/],
  ['trainers in Elwynn', /^Trainers in "Elwynn", 1:$/, /^- "Innkeeper".*: "Smithing"$/],
  ['flight master in Elwynn', /^The role “flight master” is in no record/],
  [
    'quests in Elwynn',
    /^1 quest in "Elwynn", by level:$/,
    /^- "Wolves" \(quest 1, level 6\), from "Innkeeper" \(npc 70\)$/,
  ],
  [
    'how do I get to level 40 fast',
    /^No zone .* near level 40 is known yet\.$/,
    /^No record shows where players level fastest\.$/,
  ],
  [
    'where to lvl at 6',
    /^Zones with creatures near level 6, by level:$/,
    /^- "Elwynn" \(level 5–7\): 1 quest near level 6, such as "Wolves"/,
  ],
  ['any qs lvl 6 in elwynn', /^1 quest near level 6 in "Elwynn", by level:$/],
  ['next quest after wolves', /^"Wolves" \(quest 1\), level 6\.$/],
  ['how do I report what I found', /^Install the addon, .*: https:.*\/upload$/],
  ['addon drop rates', /^Everything that is public, as files: /],
  ['addon drop rates file licence', /^Everything that is public, as files: /],
  ['drop rates as a file', /^Everything that is public, as files: /],
  ['addon drop rates download', /^Everything that is public, as files: /],
  ['report', /^Install the addon, play, log out, .*: https:.*\/upload$/],
  ['quest board', /^Install the addon, /],
  ['how do I report what I found with the addon from my computer', /^Install the addon, /],
  [
    'what could I do at level 20 that needs only one more report',
    /^No zone near level 20 is known/,
    /^See them as tasks on the quest board: https:.*level=20$/,
  ],
  ['I am level 20. What needs one more report?', /^No zone near level 20 is known/],
  ['which tasks at level 20 need one more report', /^No zone near level 20 is known/],
  ['what needs only one more report at level 20', /^No zone near level 20 is known to need reports\./],
  ['upload addon data', /^Install the addon, /],
  ['report my finds from the addon', /^Install the addon, /],
  ['drop rates file licence', /^Everything that is public, as files: /],
  ['drop rates csv', /^Everything that is public, as files: https:.*\/export$/],
  ['licence', /^Everything that is public, as files: /, /addons$/, /terms$/],
  ['what u get from wolves, the quest', /^"Wolves" \(quest 1\), level 6\.$/],
  ['Axe', /^"Axe" \(item 5\): rare, item level 20\.$/],
];

test('questions get direct answers', async () => {
  for (const [question, ...lines] of ANSWERED) {
    const answer = await answerTo(question);
    assert.notEqual(answer, null, question);
    for (const [at, line] of lines.entries())
      assert.match(answer![at] ?? '', line, `${question}: ${answer!.join('\n')}`);
  }
});

test('professions and roles are found by name, although they are no entries', async () => {
  const { answer, text } = await (await shared).ask('search', 'query=smithing');
  assert.match(text, /^"Smithing" \(profession\): 1 recipe and 1 trainer known\.\n/);
  assert.deepEqual([answer.results[0].id, answer.results[0].kind], ['profession:smithing', 'profession']);
  assert.match((await answerTo('vendor'))![0]!, /^"Vendor" \(role\): known in /);
  assert.equal(text.split('Data received up to').length, 2);
});

test('a name with a typing error is asked back, and never replaced without a word', async () => {
  const answer = await answerTo('where is the inkeeper');
  assert.equal(answer![0], 'Nothing is called "inkeeper". Did you mean "Innkeeper"?');
  assert.match(answer![1]!, /^"Innkeeper" \(npc 70\) is found in/);
  const begun = await answerTo('where is the innk');
  assert.equal(begun![0], 'The closest name to "innk" is "Innkeeper".');
  assert.deepEqual(await answerTo('who drops the Sword of Nothing'), [
    'Nothing called "sword of nothing" is known here.',
  ]);
});

test('the game’s files tell kinds of gear, and without them the answer says that none are imported', async () => {
  const without = await answerTo('which quests give an axe in Elwynn');
  assert.match(without![0]!, /^Which rewards are axe is not known: that is in the game’s files/);
  const world = await namedWorld();
  await importAxe(world);
  const [first, second] = (await answerTo('which quests give boots in Elwynn', Promise.resolve(world)))!;
  assert.match(first!, /^No quest known in "Elwynn" rewards boots\.$/);
  assert.equal(second, undefined);
});

test('only the surest sources of a common item are compared, and the answer says so', async () => {
  const world = await axeWorld();
  const sources = Array.from({ length: 50 }, (_, at) => source('npc', 1_000 + at, 100, [[5, 90]]));
  await world.write({ drops: sources });
  const answer = await answerTo('does the wolf drop axes', Promise.resolve(world));
  assert.equal(answer![0], 'None of the 40 surest sources of "Axe" is the one that you ask for.');
  const farm = await answerTo('where to farm axe at level 60', Promise.resolve(world));
  assert.doesNotMatch(farm!.join('\n'), /No source of "Axe" is known/);
});

test('an unknown name has the reason, too, on an instance without snapshot or uploads', async () => {
  const world = createToolWorld();
  const text = async () => (await world.ask('search', 'query=what+drops+linen+cloth')).text;
  assert.match(await text(), /is writing its first snapshot/);
  await world.writeEmpty();
  assert.match(await text(), /Nothing has been uploaded here yet/);
});

test('names from players are quoted and stay on one line', async () => {
  const world = await axeWorld();
  await world.write({ facts: [fact('npcs', '60', { name: agreed(HOSTILE) })] });
  const answer = await answerTo('what drops axe', Promise.resolve(world));
  assert.ok(answer!.some((line) => line.includes(`- ${JSON.stringify(HOSTILE)} (npc 60`)));
});

test('the answer comes first in the text, with the age of the data and the address of the tool', async () => {
  const { answer, text } = await (await shared).ask('search', 'query=what+drops+axe');
  assert.match(
    text,
    /^Sources of "Axe"[\s\S]*\nData received up to 2026-11-20T12:00:00\.000Z\.\n\nFound:\n"Axe" \(item, id "item:5"\)/,
  );
  assert.equal(answer.intent, 'drops');
  assert.match(answer.answer.url, /\/api\/tools\/item_page\?itemId=5$/);
  assert.deepEqual(
    answer.results.slice(0, 3).map(({ id }: { id: string }) => id),
    ['item:5', 'npc:60', 'recipe:900'],
  );
});

test('to farm an item, a surer source in one zone comes before an unsure one in three', async () => {
  const world = await axeWorld();
  await world.write({
    drops: [source('npc', 62, 400, [[6, 200]], 9), source('npc', 63, 20, [[6, 12]], 9)],
    edges: [62, 63, 63, 63].map((npc, at) => edge(`located_in:npc:zone:${npc}:${20 + at}`)),
  });
  const [title, first, second] = (await answerTo('where to farm a bar', Promise.resolve(world)))!;
  assert.equal(title, 'Best places to farm "Bar", surest first:');
  assert.match(first!, /^- npc 62 \(map 20\): about 50%/);
  assert.match(second!, /^- npc 63 \(map 21\): about 60%/);
});

test('an answer that leaves out sources or drops says which page lists all', async () => {
  const world = createToolWorld();
  const items = Array.from({ length: 12 }, (_, at): [number, number] => [20 + at, 90]);
  await world.write({
    drops: [61, 62, 63, 64, 65, 66, 67].map((id) => source('npc', id, 200, items)),
    facts: [
      ...items.map(([id]) => fact('items', `${id}`, { name: agreed(`Hide ${id}`) })),
      fact('npcs', '61', { name: agreed('Boar'), levels: [agreed(6)] }),
    ],
  });
  const readLastLine = async (question: string) => (await answerTo(question, Promise.resolve(world)))!.at(-1);
  assert.equal(await readLastLine('what drops hide 20'), '- and 2 more sources: https://example.test/item/20');
  assert.equal(await readLastLine('where to farm hide 20'), '- and 2 more sources: https://example.test/item/20');
  assert.equal(await readLastLine('what does boar drop'), '- and 2 more items: https://example.test/npc/61');
});
