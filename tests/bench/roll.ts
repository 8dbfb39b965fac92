import { seeded, type World } from './world.ts';

export const RECORDS_PER_UPLOAD = 2000;

/**
 * Returns the body of upload `n` of a seed: 2,000 records that no other number or seed repeats, from four of `installs`
 * installs. Nine tenths are loot, and the rest is spread over six other public kinds.
 */
export function rollUpload(world: World, seed: number, n: number, installs = 200): string {
  const random = seeded(seed * 1_000_003 + n);
  const draw = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const records = Array.from({ length: RECORDS_PER_UPLOAD }, (_, i) => {
    const install = Math.floor(random() * 4) + ((n * 4) % installs);
    const common = {
      installId: `install-${String(install).padStart(4, '0')}-0123456789ab`,
      eventId: `e:${seed}:${n}:${i}`,
      capturedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 300 * 86_400) * 1000)
        .toISOString()
        .replace('.000Z', 'Z'),
    };
    return i % 10 === 0
      ? other(world, common, draw, random)
      : { kind: 'loot', ...common, ...lootOf(world, draw, random) };
  });
  return JSON.stringify({ addonVersion: '1.0.0', protocol: '1.2.0', records });
}

type Draw = <T>(from: readonly T[]) => T;

function lootOf(world: World, draw: Draw, random: () => number) {
  const npc = draw(world.npcs);
  const items = npc.drops
    .filter(([, percent]) => random() * 100 < percent)
    .slice(0, 50)
    .map(([itemId]) => ({ itemId, count: 1 + Math.floor(random() * 3) }));
  return { sourceNpcId: npc.id, sourceEvidence: 'loot-api', items };
}

function other(world: World, common: object, draw: Draw, random: () => number): object {
  const npc = draw(world.npcs);
  const item = draw(world.items);
  const copper = Math.floor(random() * 100_000);
  switch (Math.floor(random() * 6)) {
    case 0: {
      const [x, y, mapId] = npc.at[0] ?? [50, 50, 1];
      const level = npc.level;
      return {
        kind: 'npc_sighting',
        ...common,
        npcId: npc.id,
        name: npc.name,
        mapId,
        x,
        y,
        level,
        reaction: 'hostile',
        positionKind: 'npc',
      };
    }
    case 1: {
      const { id, title, level } = draw(world.quests);
      return { kind: 'quest', ...common, questId: id, title, level, rewardItemIds: [item.id] };
    }
    case 2:
      return { kind: 'vendor', ...common, vendorNpcId: npc.id, items: [{ itemId: item.id, priceCopper: copper }] };
    case 3:
      return { kind: 'item_seen', ...common, itemId: item.id, name: item.name, quality: 'common' };
    case 4:
      return { kind: 'price_seen', ...common, itemId: item.id, priceCopper: copper, source: 'vendor' };
    default:
      return { kind: 'recipe_seen', ...common, profession: 'Cooking', recipeId: item.id, name: item.name };
  }
}
