import assert from 'node:assert/strict';
import { lesson, recipe } from '../tools/craft_world.ts';
import { agreed, edge } from '../tools/pages_world.ts';
import { createToolWorld, type ToolWorld } from '../tools/support.ts';

/** Maximum number of lines of a text (contract, section 6, Knowledge base). */
const LINES_MAX = 60;

/** Fetches an entry, checks that `get_entity` says the same, and returns its text. */
export async function textOf(world: ToolWorld, id: string): Promise<string> {
  const query = `id=${encodeURIComponent(id)}`;
  const { text } = (await world.ask('fetch', query)).answer;
  assert.equal((await world.ask('get_entity', query)).answer.hit.text, text, id);
  assert.ok(text.split('\n').length <= LINES_MAX, `${id} has ${text.split('\n').length} lines`);
  return text;
}

/** Tailoring with two recipes, two trainers in Elwynn, and a market on which the cloth has a price. */
export async function tailoringWorld(recipes = 2): Promise<ToolWorld> {
  const world = createToolWorld();
  const ids = Array.from({ length: recipes }, (_, at) => 100 + at);
  await world.facts(
    ...ids.flatMap((id, at) =>
      recipe({ id, name: `Cloak ${at + 1}`, yellow: 20, green: 40, grey: 60 + at, reagents: [[6, 2]], makes: 50 + at }),
    ),
    lesson(70, 100, { cost: 10, skill: 1 }),
    lesson(70, 101, { cost: 250, skill: 30 }),
    lesson(71, 100, { cost: 12, skill: 1 }),
    ['items', '6', { name: agreed('Linen') }],
    ['npcs', '70', { name: agreed('Eldrin') }],
    ['maps', '12', { name: agreed('Elwynn') }],
    ['pins', '12:70', { pins: [{ x: 79.3, y: 69, installs: 3 }] }],
    ['realms', 'everlook', { spelling: 'Everlook' }],
  );
  await world.write({
    edges: [edge('located_in:npc:zone:70:12')],
    market: [
      {
        subject: { realmKey: 'everlook', itemId: 6, day: 20_000 },
        houses: [{ house: '', value: { market: 40, min: 40, quantity: 9, reporters: 3 } }],
      },
    ],
  });
  return world;
}
