import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gameItem, importPieces, piecesOf } from '../../../support/game_build.ts';
import { agreed, edge, fact, source } from '../pages_world.ts';
import { createToolWorld, type ToolWorld } from '../support.ts';

/** Returns the facts and edges of a small town: trainers, vendors with bags, leather and a quest. */
async function townWorld(
  installs = 3,
  liars: readonly (readonly [kind: string, id: string, name: string])[] = [],
): Promise<ToolWorld> {
  const world = createToolWorld();
  const named = (name: string, reporters = 5) => ({ name: agreed(name, reporters) });
  await world.write({
    drops: [
      source('npc', 60, 200, [
        [20, 90],
        [21, 40],
      ]),
    ],
    edges: [
      edge('dropped_by:item:npc:20:60'),
      edge('dropped_by:item:npc:21:60'),
      edge('located_in:npc:zone:60:12'),
      edge('located_in:npc:zone:70:12'),
      edge('located_in:npc:zone:71:13'),
      edge('sold_by:item:npc:30:70'),
      edge('sold_by:item:npc:31:71'),
      edge('sold_by:item:npc:32:71'),
    ],
    facts: [
      fact('items', '20', named('Light Leather')),
      fact('items', '21', named('Silk Cloth')),
      fact('items', '22', named('Silken Thread', 30)),
      fact('items', '30', named('Small Brown Pouch')),
      fact('items', '31', named('Rough Arrow')),
      fact('items', '32', named('Linen Bag')),
      fact('npcs', '60', { ...named('Wolf'), levels: [agreed(5), agreed(7)] }),
      fact('npcs', '70', named('Tanner Ann')),
      fact('npcs', '71', named('Fletcher Bob')),
      fact('quests', '1', { title: agreed('The Silk Road'), level: agreed(6) }),
      fact('maps', '12', named('Elwynn')),
      fact('maps', '13', named('Stormwind City')),
      fact('trainer_services', '70:spell:901', { profession: agreed('Mining'), name: agreed('Smelt Tin') }),
      ...liars.map(([kind, id, name]) => fact(kind, id, named(name, installs))),
    ],
  });
  return world;
}

const shared = townWorld();

async function answerTo(question: string, world: Promise<ToolWorld> | ToolWorld = shared): Promise<string> {
  const { answer } = await (await world).ask('search', `query=${encodeURIComponent(question)}`);
  return answer.answer?.text ?? '';
}

test('the longest known name in a phrase counts, and the other words are named', async () => {
  assert.match(await answerTo('light leather or ah it'), /^No auction price of "Light Leather" \(item 20\)/);
  assert.match(
    await answerTo('what drops light leather zzz'),
    /^"Light Leather" is understood; ignored: "zzz"\.\nSources of "Light Leather"/,
  );
  assert.match(
    await answerTo('where is wolf near zzz lol'),
    /^"Wolf" is understood; ignored: "zzz"\.\n"Wolf" \(npc 60\) is found in/,
  );
  assert.match(await answerTo('silk road quest'), /^"The Silk Road" \(quest 1\), level 6/);
  assert.equal(await answerTo('anything good'), '');
});

test('a name with the whole word is closer than one that only begins with it', async () => {
  assert.match(
    await answerTo('silk price'),
    /^The closest name to "silk" is "Silk Cloth"; others? (?:is|are) "Silken Thread"/,
  );
});

test('a place narrows the answer, and the answer says how many are elsewhere', async () => {
  assert.match(await answerTo('mining trainer in elwynn'), /^Trainers of "Mining" in "Elwynn":\n- "Tanner Ann"/);
  assert.match(await answerTo('mining trainer elwynn'), /^Trainers of "Mining" in "Elwynn":\n- "Tanner Ann"/);
  assert.match(
    await answerTo('mining trainer sw'),
    /^No trainer of "Mining" is known in "Stormwind City"\. Elsewhere, 1:/,
  );
  assert.match(
    await answerTo('light leather near goldshire'),
    /^Nothing called "goldshire" is known here\.\nBest places to farm "Light Leather"/,
  );
  assert.match(await answerTo('light leather in sw'), /^No known creature or object there drops "Light Leather"/);
});

test('a profession is never called unknown because nothing else has its name', async () => {
  for (const question of ['bs 1-75 cheap alpha prices', 'blacksmithing worth it', 'price of blacksmithing'])
    assert.doesNotMatch(await answerTo(question), /Nothing called "blacksmithing"/, question);
});

test('kinds of goods are told by names if no game files are imported, and by the files if they are', async () => {
  assert.match(
    await answerTo('who sells bags'),
    /^Items of the kind “bags” that vendors sell \(by their names: no game files are imported here\):\n- "Linen Bag" \(item 32\) is sold by "Fletcher Bob"/,
  );
  assert.match(await answerTo('who sells bullets'), /^No vendor that sells items of the kind “bullets” is known/);
  const world = await townWorld();
  await importPieces(world.writer, [
    ...piecesOf([gameItem(30, { classId: 1, subclassId: 0 }), gameItem(31, { classId: 6, subclassId: 2 })]),
  ]);
  const bags = await answerTo('who sells bags', world);
  assert.match(bags, /game files, unconfirmed\):\n- "Small Brown Pouch" \(item 30\) is sold by "Tanner Ann"/);
  assert.doesNotMatch(bags, /Arrow/);
  assert.match(await answerTo('ammo vendor sw', world), /in "Stormwind City" .*\n- "Rough Arrow"/);
  assert.match(
    await answerTo('ammo vendor elwynn', world),
    /^No vendor that sells items of the kind “ammo” is known in "Elwynn".* Elsewhere, 1 such/,
  );
});

test('without talents, files or a record of repairs, the answer says that nothing is known', async () => {
  assert.match(
    await answerTo('best talents for warrior'),
    /^No record says which talents are best\.\nWhich talents .* is not known yet\.$/,
  );
  assert.match(
    await answerTo('fury talents'),
    /^No class or talent tree called "fury" is known here; no talents are imported here\.$/,
  );
  for (const question of ['where can I repair', 'repair near goldshire', 'repair elwynn', 'who repairs armor']) {
    assert.match(await answerTo(question), /^The role “repairs?” is in no record\./, question);
  }
});

test('names that few or many liars agree on do not take over questions', async () => {
  const liars = [
    ...[
      'Light',
      'Best',
      'Ah',
      'Repair',
      'Talents',
      'Mining Trainer',
      'Bags',
      'Leather or',
      'Respawn Timer Wolf',
      'Wolfs',
    ].map((name, at) => ['npcs', `${500 + at}`, name] as const),
    ...['Trainer', 'Light', 'Bags', 'Best', 'Ah', 'Vendor', 'Price Light', 'Price of Light'].map(
      (name, at) => ['items', `${600 + at}`, name] as const,
    ),
    ...['Best', 'Trainer', 'Ah', 'Horde', 'Level'].map((name, at) => ['maps', `${700 + at}`, name] as const),
  ];
  const questions = [
    'light leather or ah it',
    'what drops light leather',
    'mining trainer in elwynn',
    'mining trainer',
    'who sells bags',
    'where can i repair',
    'best place to farm light leather',
    'wolf lvl',
    'light leather ah',
    'best talents for warrior',
    'repair',
    'vendors in elwynn',
    'silk price',
    'respawn timer wolf',
    "how long is the wolf's respawn",
    'ally vs horde balance',
    'what can i report at level 40',
    'where to pick light leather',
    'zzz price light leather ah',
    'zzz price of light leather ah',
  ];
  for (const installs of [3, 10, 20]) {
    const world = await townWorld(installs, liars);
    for (const question of questions)
      assert.equal(await answerTo(question, world), await answerTo(question), `${question}, ${installs}`);
  }
});

test('words of a question are no place, realm or item', async () => {
  assert.doesNotMatch(await answerTo('repair cost lvl 20'), /realm/);
  assert.doesNotMatch(await answerTo('peacebloom price ah'), /role/);
  assert.doesNotMatch(await answerTo('wolf trainer'), /Nothing called/);
  assert.match(await answerTo('best zone lvl 18'), /No record shows where players level fastest\.$/);
});

test('a level without a preposition, and the number of a price, are understood', async () => {
  assert.match(await answerTo('where farm light leather lvl 6'), /^At level 6, farm "Light Leather"/);
  assert.match(await answerTo('farm light leather 6'), /^At level 6, farm "Light Leather"/);
  assert.match(await answerTo('20 light leather for 40 silver'), /^No auction price of "Light Leather"/);
  assert.match(await answerTo('vendor price light leather'), /"Light Leather" \(item 20\)/);
  assert.doesNotMatch(await answerTo('vendor price light leather'), /^Drops|ignored|No known vendor sells/);
});

/** Returns Elwynn with a Wolf of level 4, a Kobold of 5–7 and further creatures of level 6, and what the Boar drops. */
async function elwynnWorld(boars: number): Promise<ToolWorld> {
  const world = createToolWorld();
  const ids = Array.from({ length: boars }, (_, at) => 61 + at);
  await world.write({
    drops: [
      source('npc', 61, 200, [
        [20, 90],
        [21, 40],
      ]),
    ],
    edges: [59, 60, ...ids].map((id) => edge(`located_in:npc:zone:${id}:12`)),
    facts: [
      fact('maps', '12', { name: agreed('Elwynn') }),
      fact('items', '20', { name: agreed('Light Leather') }),
      fact('npcs', '59', { name: agreed('Kobold'), levels: [agreed(5), agreed(7)] }),
      fact('npcs', '60', { name: agreed('Wolf'), levels: [agreed(4)] }),
      ...ids.map((id) => fact('npcs', `${id}`, { name: agreed('Boar'), levels: [agreed(6)] })),
    ],
  });
  return world;
}

test('creatures near a level are listed with the nearest level first and their surest drop', async () => {
  const world = await elwynnWorld(1);
  const boar = /"Boar" \(npc 61, level 6\): drops "Light Leather" \(item 20\), about 45%[^\n]*/;
  for (const question of [
    'creatures level 6 elwynn',
    'level 6 creatures Elwynn',
    'lvl 6 mobs in elwynn',
    'elwynn creatures level 6',
    'Elwynn mobs 6',
    'elwynn level 6 mobs',
    'mobs in elwynn at level 6',
    'what drops in Elwynn at level 6',
    'Which creatures of about level 6 are in Elwynn, and what do they drop?',
  ])
    assert.match(
      await answerTo(question, world),
      new RegExp(
        `^3 NPCs near level 6 in "Elwynn", nearest level first:\n- ${boar.source}\n- "Kobold"[^\n]*\n- "Wolf"`,
      ),
      question,
    );
  assert.match(await answerTo('what drops in elwynn', world), /^3 NPCs in "Elwynn", by level:\n- "Wolf"/);
});

test('an answer that leaves out creatures says which page lists all near that level', async () => {
  const world = await elwynnWorld(20);
  assert.match(await answerTo('creatures level 6 elwynn', world), /\n- and 10 more: https?:\S+\/zone\/12\?level=6$/m);
  assert.match(await answerTo('creatures in elwynn', world), /\n- and 10 more: https?:\S+\/zone\/12$/m);
});
