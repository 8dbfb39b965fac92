import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, edge, fact, source } from '../../domain/tools/pages_world.ts';
import { createToolWorld, type ToolWorld } from '../../domain/tools/support.ts';
import { linesIn, pagesOver } from './support.ts';

/** A zone as full as The Barrens of a busy realm, and how many of its NPCs have each role. */
const FILLED = { mapId: 12, creatures: 240, givers: 45, vendors: 45, trainers: 15 } as const;

type Role = 'creature' | 'giver' | 'vendor' | 'trainer';

const ROLES: readonly Role[] = [
  ...Array<Role>(FILLED.givers).fill('giver'),
  ...Array<Role>(FILLED.vendors).fill('vendor'),
  ...Array<Role>(FILLED.trainers).fill('trainer'),
  ...Array<Role>(FILLED.creatures).fill('creature'),
];

/** The orders in which ids can follow each other. */
const ORDERS: Readonly<Record<string, readonly Role[]>> = {
  'creatures last': ROLES,
  'creatures first': ROLES.toReversed(),
  mixed: ROLES.map((_, at) => ROLES[(at * 67) % ROLES.length]!),
};

/** Returns the level of a creature by its place among the NPCs. */
function levelAt(at: number): number {
  return 21 + (at % 20);
}

/** Creatures are of level 21 to 40 and hostile; everyone else is friendly and of level 50. All have three pins. */
async function filledWorld(roles: readonly Role[]): Promise<ToolWorld> {
  const { mapId } = FILLED;
  const world = createToolWorld();
  const npcs = roles.map((role, at) => ({ role, id: 1_000 + at }));
  const isCreature = (role: Role): boolean => role === 'creature';
  await world.write({
    drops: npcs.flatMap(({ role, id }) => (isCreature(role) ? [source('npc', id, 100, [[26, 60]])] : [])),
    facts: [
      fact('maps', `${mapId}`, { name: agreed('Duskwood') }),
      ...npcs.flatMap(({ role, id }, at) => [
        fact('npcs', `${id}`, {
          name: agreed(`The ${role} ${id}`),
          levels: [agreed(isCreature(role) ? levelAt(at) : 50)],
          reactions: [agreed(isCreature(role) ? 'hostile' : 'friendly')],
        }),
        fact('pins', `${mapId}:${id}`, {
          pins: [1, 2, 3].map((pin) => ({ x: (at * 7 + pin) % 100, y: at % 100, installs: 3 })),
        }),
        ...(role === 'giver' ? [fact('quests', `${id}`, { title: agreed(`Errand ${id}`), giver: agreed(id) })] : []),
        ...(role === 'trainer' ? [fact('trainer_services', `${id}:spell:1`, { profession: agreed('Cooking') })] : []),
      ]),
    ],
    edges: npcs.flatMap(({ role, id }) => [
      edge(`located_in:npc:zone:${id}:${mapId}`),
      ...(role === 'vendor' ? [edge(`sold_by:item:npc:25:${id}`)] : []),
    ]),
  });
  return world;
}

/** Returns how often each NPC of a role has a pin on the map, by role. */
function pinnedOf(page: string, role: Role): number {
  const names = [...page.matchAll(/class="pin r\d"[^>]*><title>The (\w+) \d+/g)].filter(([, of]) => of === role);
  return names.length;
}

for (const [order, roles] of Object.entries(ORDERS)) {
  test(`a filled zone shows people and creatures, and counts all of them: ${order}`, async () => {
    const page = await pagesOver(await filledWorld(roles)).page('/zone/12');
    assert.match(page, /content="Duskwood, levels 2[1-3]–(?:39|40|38): its map, creatures, people and quests\."/);
    assert.match(page, /<p>Levels 2[1-3]–(?:3[89]|40)/);
    for (const [panel, total, listed] of [
      ['quest-givers', 45, 40],
      ['vendors', 45, 40],
      ['trainers', 15, 15],
      ['creatures', 240, 40],
    ] as const) {
      assert.match(page, new RegExp(`<section id="${panel}" class="panel">\\s*<h2>[^<]* <small[^>]*>${total}</small>`));
      assert.equal(linesIn(page, panel).length, listed, panel);
    }
    assert.doesNotMatch(page, /<h2>[^<]*<small class="quiet">(?:<span|at least)/);
    for (const role of ['giver', 'vendor', 'trainer', 'creature'] as const)
      assert.ok(pinnedOf(page, role) >= 15, `${role} is on the map ${pinnedOf(page, role)} times`);
    const levels = linesIn(page, 'creatures').map((line) => Number(/level (\d+)/.exec(line)?.[1]));
    assert.ok(levels.includes(21) && levels.includes(40), `the listed creatures have levels ${levels}`);
  });

  test(`answers about a filled zone come from all of its NPCs: ${order}`, async () => {
    const world = await filledWorld(roles);
    const text = (await world.ask('fetch', 'id=zone:12')).answer.text;
    assert.match(
      text,
      /^"Duskwood" \(zone 12\): creatures of level 2[1-3]–(?:3[89]|40); 345 NPCs and 45 quests known\./,
    );
    assert.match(text, /\nCreatures and others, by level:\n- "The creature \d+" [\s\S]*\n- and 229 more\n/);
    const said = async (query: string) =>
      (await world.ask('search', `query=${encodeURIComponent(query)}`)).text.replaceAll('\\"', '"');
    assert.match(await said('creatures in Duskwood'), /345 NPCs in "Duskwood", by level:\n- "The creature \d+"/);
    const near = roles.filter((role, at) => role === 'creature' && Math.abs(levelAt(at) - 30) <= 2).length;
    assert.match(await said('creatures in Duskwood level 30'), new RegExp(`^${near} NPCs near level 30 in "Duskwood"`));
  });
}

test('a level limits the creatures of a zone, of its map and of its list', async () => {
  const { page } = pagesOver(await filledWorld(ORDERS['mixed']!));
  const near = ORDERS['mixed']!.filter((role, at) => role === 'creature' && Math.abs(levelAt(at) - 30) <= 2).length;
  const zone = await page('/zone/12?level=30');
  assert.match(zone, new RegExp(`<h2>Creatures near level 30 <small[^>]*>${near}</small>`));
  const shown = linesIn(zone, 'creatures').map((line) => Math.abs(Number(/level (\d+)/.exec(line)?.[1]) - 30));
  assert.deepEqual(shown, shown.toSorted(), 'the nearest level is first');
  assert.deepEqual([shown[0], shown.length], [0, 40]);
  for (const line of linesIn(zone, 'creatures')) assert.match(line, / · drops Item 26 ?, about 60%/);
  assert.ok(zone.indexOf('id="creatures"') < zone.indexOf('id="quests"'), 'creatures come first');
  const levels = [...zone.matchAll(/<title>The creature \d+\nCreature\nLevel (\d+)/g)].map(([, level]) =>
    Number(level),
  );
  assert.ok(levels.length >= 15 && levels.every((level) => Math.abs(level - 30) <= 2), `${levels}`);
  assert.match(zone, /<title>The vendor \d+/, 'people stay on the map');
  assert.match(zone, /name="level"[^>]* value="30"[\s\S]*<a href="\/zone\/12">All levels<\/a>/);
  const list = await page('/npcs?zone=12&level=30');
  assert.match(list, new RegExp(`<p>${near} NPCs near level 30 that`));
  assert.equal(list.match(/<td><a href="\/npc\//g)?.length, near);
  assert.match(list, /href="\/npcs\?zone=12&amp;who=vendors&amp;level=30"/, 'the level is kept');
  assert.match(await page('/zone/12?level=60'), /<p>No creature near level 60 is known here yet\.<\/p>/);
  assert.match(await page('/zone/12?level='), /<h2>Creatures <small/, 'an empty field is no level');
});

test('a level limits the list of zones, whose links keep it', async () => {
  const { page } = pagesOver(await filledWorld(ORDERS['mixed']!));
  assert.match(await page('/zones?level=30'), /<a href="\/zone\/12\?level=30"><bdi>Duskwood/);
  const none = await page('/zones?level=60');
  assert.match(none, /<p>No zone near level 60 is known yet\.<\/p>/);
  assert.doesNotMatch(none, /Duskwood/);
  assert.match(await page('/zones'), /<a href="\/zone\/12"><bdi>Duskwood/);
});

test('creatures that are close to each other are one pin with their number and names', async () => {
  const world = createToolWorld();
  const wolves = [
    [1, 50],
    [2, 51],
    [3, 70],
  ] as const;
  await world.write({
    facts: [
      fact('maps', '12', { name: agreed('Duskwood') }),
      ...wolves.flatMap(([id, x]) => [
        fact('npcs', `${id}`, { name: agreed(`Wolf ${id}`), levels: [agreed(5)], reactions: [agreed('hostile')] }),
        fact('pins', `12:${id}`, { pins: [{ x, y: 50, installs: 3 }] }),
      ]),
    ],
    edges: wolves.map(([id]) => edge(`located_in:npc:zone:${id}:12`)),
  });
  const text = await pagesOver(world).page('/zone/12');
  const pins = [...text.matchAll(/<title>(Wolf [^<]*)<\/title><use [^>]*\/>(?:<text [^>]*>(\d+)<)?/g)];
  assert.deepEqual(pins.map(([, title, count]) => [title!.replaceAll('\n', ' '), count]).sort(), [
    ['Wolf 1 Creature Level 5 2 here, also Wolf 2 50, 50', '2'],
    ['Wolf 3 Creature Level 5 70, 50', undefined],
  ]);
});
