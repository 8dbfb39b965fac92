import assert from 'node:assert/strict';
import { createCardReader } from '../../../../domain/cards/read_card.ts';
import type { SnapshotChange } from '../../../../domain/ports/snapshots.ts';
import type { Context } from '../../../../http/context.ts';
import { createTooltipRoutes } from '../../../../http/endpoints/tooltip/route.ts';
import type { Call } from '../../../../http/pipeline/route.ts';
import { agreed, fact, type GameFiles, gameItem, source, withGameFiles } from '../../../domain/cards/support.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';
import { createSnapshots } from '../../../support/snapshots.ts';
import { createWorld, type Json, PUBLIC_URL, parsed, publicEdge } from '../../support.ts';

/** A world with a sword that a kobold and a chest drop, an innkeeper sells, and a quest rewards. */
export const WORLD: Partial<SnapshotChange> = {
  facts: [
    fact('items', '25', { name: agreed('Worn "Sword" <b>'), quality: agreed('epic'), itemLevel: agreed(3) }),
    fact('items', '26', { name: agreed('Axe') }),
    fact('npcs', '6', { name: agreed('Kobold'), levels: [agreed(5), agreed(7)], reactions: [agreed('hostile')] }),
    fact('npcs', '8', { name: agreed('Innkeeper') }),
    fact('quests', '3', {
      title: agreed('An Errand'),
      level: agreed(12),
      giver: agreed(8),
      turnIn: agreed(88),
      rewards: [agreed(25)],
    }),
    fact('vendor_goods', '8:25', { prices: [agreed(25), agreed(30)], limitedStock: agreed(2) }),
    fact('vendor_prices', '27', { prices: [agreed(100)] }),
    fact('trainer_services', '9:spell:1', { costs: [agreed(5)] }),
    fact('maps', '14', { name: agreed('Elwynn') }),
    fact('pins', '14:6', {
      pins: [
        { x: 1, y: 2, installs: 3 },
        { x: 5, y: 6, installs: 3 },
      ],
    }),
  ],
  edges: [
    publicEdge('dropped_by:item:npc:25:6'),
    publicEdge('dropped_by:item:object:25:61'),
    publicEdge('sold_by:item:npc:25:8'),
    publicEdge('sold_by:item:npc:26:8'),
    publicEdge('reward_from:item:quest:25:3'),
    publicEdge('located_in:npc:zone:6:12'),
    publicEdge('located_in:npc:zone:6:14'),
  ],
  drops: [
    source('npc', 6, 24, { 25: 3, 26: 1 }),
    source('object', 61, 10, { 25: 5 }),
    source('npc', 7, 40, {}),
    source('object', 71, 1, {}),
  ],
};

/** Creates a service with WORLD. `card` parses a hover card with its published schema. */
export async function createPublic() {
  const world = createWorld({ settings: { limits: false } });
  await world.write(WORLD);
  const card = async (path: string): Promise<Json> => {
    const heard = await world.ask(`/api/tooltip/${path}`);
    assert.equal(heard.headers.get('access-control-allow-origin'), '*', path);
    assert.equal(heard.status, 200, heard.text);
    return parsed('tooltipResponse', heard.text);
  };
  return { ...world, card };
}

/** Creates a card reader over WORLD and item 28, with these game files. */
export async function createFiled(files: GameFiles) {
  const { writer, store } = createSnapshots('abcd1234');
  await writer.write(
    snapshotChange(1, { ...WORLD, facts: [...WORLD.facts!, fact('items', '28', { name: agreed('Ring') })] }),
  );
  const settings = { publicUrl: PUBLIC_URL, serviceName: 'Third Witness' };
  const cards = createCardReader(withGameFiles(store, files), settings);
  const context = { store, settings, cards } as unknown as Context;
  const [route] = createTooltipRoutes(context);
  const ask = async (path: string) => route!.answer({ path } as Call);
  const text = async (path: string): Promise<string> => {
    const answer = await ask(path);
    assert.ok(answer.ok, path);
    return new TextDecoder().decode(answer.value.body as Uint8Array);
  };
  return {
    ask,
    text,
    card: async (path: string): Promise<Json> => parsed('tooltipResponse', await text(`/api/tooltip/${path}`)),
  };
}

/** The sword according to the game files. */
export const SWORD = gameItem(
  {
    classId: 2,
    subclassId: 7,
    inventoryType: 13,
    qualityId: 2,
    itemLevel: 28,
    icon: 'inv_sword_05',
    setId: 161,
    sellPriceCopper: 101,
  },
  {
    binding: 1,
    damage: [{ min: 2, max: 4, school: 0 }],
    delayMs: 2_000,
    stats: [{ statId: 7, amount: 1 }],
    requiredSkillId: 164,
    requiredSkill: 125,
    allowableClass: 1,
    startsQuestId: 3,
  },
);
