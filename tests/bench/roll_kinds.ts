import { rollNamed } from './roll_named.ts';
import type { World } from './world.ts';

/** The fields of a record without the common ones. */
export type RolledFields = { readonly kind: string } & Readonly<Record<string, unknown>>;

/** The source of random values for a roll. */
export interface Dice {
  readonly world: World;
  draw<T>(from: readonly T[]): T;
  /** Returns an integer from 1 to `max`. */
  upTo(max: number): number;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  share(): number;
}

/** Records of the kinds that some families read. */
export interface KindGroup {
  /** The names of the families. */
  readonly rollups: string;
  /** One record of this group per this many of other groups. Large records are rarer. */
  readonly per: number;
  roll(dice: Dice): RolledFields;
}

/** Recipes are spread over these professions, about three hundred each, as in the game. */
export const PROFESSIONS = [
  ...['Alchemy', 'Blacksmithing', 'Cooking', 'Enchanting', 'Engineering'],
  ...['First Aid', 'Leatherworking', 'Mining', 'Poisons', 'Tailoring'],
] as const;

/** Every family is in at least one group. Only a group's families read its records. */
export const KIND_GROUPS: readonly KindGroup[] = [
  {
    rollups: 'drops, edges',
    per: 1,
    roll: ({ world, draw, share, upTo }) => {
      const npc = draw(world.npcs);
      const seen = npc.drops.filter(([, percent]) => share() * 100 < percent).slice(0, 50);
      const items = seen.map(([itemId]) => ({ itemId, count: upTo(3) }));
      return { kind: 'loot', sourceNpcId: npc.id, sourceEvidence: 'loot-api', items };
    },
  },
  {
    rollups: 'vendor_goods, edges',
    per: 1,
    roll: ({ world, draw, upTo }) => {
      const items = Array.from({ length: 6 }, () => ({ itemId: draw(world.items).id, priceCopper: upTo(3) * 100 }));
      return { kind: 'vendor', vendorNpcId: draw(world.npcs.slice(0, 800)).id, items };
    },
  },
  {
    rollups: 'quests, edges',
    per: 1,
    roll: ({ world, draw, upTo }) => {
      const { id, title, level } = draw(world.quests);
      return { kind: 'quest', questId: id, title, level, giverNpcId: id, rewardItemIds: [id, id + upTo(3)] };
    },
  },
  {
    rollups: 'npcs, pins, edges',
    per: 1,
    roll: ({ world, draw, share }) => {
      const npc = draw(world.npcs);
      const [x, y, mapId] = npc.at.length === 0 ? ([50, 50, 1] as const) : draw(npc.at);
      const near = (percent: number) => Math.min(100, Math.max(0, Math.round((percent + share()) * 100) / 100));
      const place = { mapId, x: near(x), y: near(y), positionKind: 'npc' };
      return { kind: 'npc_sighting', npcId: npc.id, name: npc.name, ...place, level: npc.level, reaction: 'hostile' };
    },
  },
  {
    rollups: 'items',
    per: 1,
    roll: ({ world, draw }) => {
      const { id, name } = draw(world.items);
      return { kind: 'item_seen', itemId: id, name, quality: 'common', itemLevel: 1 + (id % 60) };
    },
  },
  {
    rollups: 'vendor_prices',
    per: 1,
    roll: ({ world, draw, upTo }) => ({
      kind: 'price_seen',
      itemId: draw(world.items).id,
      priceCopper: upTo(3) * 10,
      source: 'vendor',
    }),
  },
  {
    rollups: 'trainer_services',
    per: 1,
    roll: ({ upTo }) => {
      const trainer = upTo(300);
      const services = Array.from({ length: 5 }, () => {
        const spellId = upTo(60) * 300 + trainer;
        return { spellId, name: `Lesson ${spellId}`, costCopper: spellId, requiredLevel: 1 + (spellId % 60) };
      });
      return { kind: 'trainer_seen', trainerNpcId: trainer, services };
    },
  },
  {
    rollups: 'recipes, recipe_ranges',
    per: 1,
    roll: ({ upTo, share }) => {
      const recipeId = upTo(3_000);
      const profession = PROFESSIONS[recipeId % PROFESSIONS.length]!;
      const common = { profession, recipeId, name: `Recipe ${recipeId}` };
      if (share() < 0.5) return { kind: 'recipe_seen', ...common, learned: true };
      const skill = upTo(300);
      const difficulty = ['optimal', 'medium', 'easy', 'trivial'][Math.min(3, Math.floor(skill / 75))]!;
      const reagents = [1, 2, 3].map((n) => ({ itemId: recipeId + n, count: n }));
      return { kind: 'recipe_observed', ...common, skill, difficulty, itemId: recipeId, reagents };
    },
  },
  {
    rollups: 'maps',
    per: 1,
    roll: ({ upTo }) => {
      const mapId = upTo(1_500);
      const bounds = { left: mapId, right: -mapId, top: mapId, bottom: -mapId };
      return { kind: 'map_bounds', mapId, name: `Zone ${mapId}`, continentId: 1, ...bounds };
    },
  },
  {
    rollups: 'catalogues',
    per: 1,
    roll: ({ upTo }) => catalogueEntry(upTo(5), upTo(2_000)),
  },
  {
    rollups: 'market, realms',
    per: 50,
    roll: ({ upTo, share }) => {
      const scan = upTo(30);
      const items = Array.from({ length: 200 }, () => {
        const itemId = upTo(5_000);
        return { itemId, unitPriceCopper: Math.ceil((10 + itemId) * (0.7 + share() * 0.6)), quantity: upTo(40) };
      });
      return { kind: 'auction_scan', realm: `Realm ${scan % 3}`, scanId: `scan-${scan}`, complete: true, items };
    },
  },
  {
    rollups: 'population',
    per: 5,
    roll: ({ upTo }) => {
      const characters = Array.from({ length: 20 }, () => characterNumber(upTo(100_000)));
      return { kind: 'census_seen', realm: 'Westwind', characters };
    },
  },
  {
    rollups: 'talents',
    per: 1,
    roll: ({ upTo }) => {
      const { characterKey, class: characterClass, level } = characterNumber(upTo(20_000));
      const nodes = Array.from({ length: 15 }, () => ({ nodeId: upTo(150), rank: upTo(5) }));
      return { kind: 'talent_snapshot', characterKey, class: characterClass, level, nodes };
    },
  },
  ...rollNamed,
];

const CLASSES = ['WARRIOR', 'PALADIN', 'HUNTER', 'ROGUE', 'PRIEST', 'SHAMAN', 'MAGE', 'WARLOCK', 'DRUID'];

function characterNumber(n: number) {
  return {
    characterKey: n.toString(16).padStart(8, '0'),
    class: CLASSES[n % CLASSES.length]!,
    race: 'human',
    faction: n % 2 === 0 ? 'alliance' : 'horde',
    level: 1 + (n % 60),
  };
}

function catalogueEntry(which: number, n: number): RolledFields {
  const name = `Entry ${n}`;
  switch (which) {
    case 1: {
      const criteria = [{ text: name, required: n }];
      const category = { categoryId: n % 20, category: `Category ${n % 20}` };
      return {
        kind: 'achievement_catalog',
        achievementId: n,
        name,
        ...category,
        points: 10,
        criteriaCount: 1,
        criteria,
      };
    }
    case 2:
      return { kind: 'reputation_catalog', factionId: n, name };
    case 3:
      return { kind: 'title_catalog', titleId: n, name };
    case 4:
      return { kind: 'quest_chain_catalog', questLineId: n, name, questIds: [n, n + 1, n + 2] };
    default:
      return { kind: 'collection_catalog', collection: 'mounts', source: `Source ${n % 7}`, itemId: n };
  }
}
