import { DEMO_DAYS, type DemoRecording } from '../../adapters/demo_stage.ts';
import { DAY_MS } from '../../domain/values/instant.ts';
import { PLAYERS, type Player } from './players.ts';
import { CREATURES, type Creature } from './world/creatures.ts';
import { ITEMS } from './world/items.ts';
import { OBJECTS } from './world/objects.ts';
import { MAPS } from './world/places.ts';
import { QUEST_OF_ITEM, QUESTS } from './world/quests.ts';
import { BUILDS } from './world/talents.ts';
import { AUCTIONS, RECIPES, TRAINERS, VENDORS } from './world/trade.ts';

/** Returns a random number from 0 (inclusive) to 1 (exclusive). */
type Dice = () => number;

/**
 * Returns the records of one player's addon, oldest first, each with its time in milliseconds after the beginning of
 * the demo's first day.
 */
export function playedBy(player: Player): DemoRecording['players'][number]['records'] {
  const seed = PLAYERS.indexOf(player) + 1;
  return Array.from({ length: DEMO_DAYS - player.from }, (_, at) => player.from + at).flatMap((day) => {
    const dice = seededNumbers(seed * 1_000 + day);
    // Everyone plays on their first day and skips some later days.
    if (day > player.from && dice() < 0.2) return [];
    const seen = playDay(player, day, dice);
    const beginsMs = day * DAY_MS + 60_000 * Math.floor(dice() * 600);
    return seen.map((record, at) => [beginsMs + at * 20_000, { ...record, eventId: `d${day}:${at}` }] as const);
  });
}

interface Observation {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** Simulates one evening: a walk over one map, then a visit to the town. */
function playDay(player: Player, day: number, dice: Dice): readonly Observation[] {
  const mapId = player.maps[Math.floor(dice() * player.maps.length)]!;
  const often = (share: number): boolean => dice() < share;
  const here = CREATURES.filter((creature) => creature.mapId === mapId);
  const hunted = here.filter((creature) => creature.drops !== undefined && often(0.6));
  const gathered = OBJECTS.filter((object) => object.mapId === mapId && often(0.5));
  const context: Context = {
    group: often(0.75) ? 'solo' : 'party',
    questIds: QUESTS.filter((quest) => quest.mapId === mapId && often(0.6)).map(({ questId }) => questId),
  };
  const windows = [
    ...hunted.flatMap((creature) => lootWindows(creature, context, dice)),
    ...gathered.flatMap((object) => object.places.map((at) => window('sourceObjectId', object, at, context, dice))),
  ];
  const items = new Set(windows.flatMap(({ items }) => (items as { itemId: number }[]).map(({ itemId }) => itemId)));
  return [
    ...MAPS.filter((map) => map.mapId === mapId).map((map) => ({ kind: 'map_bounds', ...map })),
    ...here.filter(() => often(0.75)).flatMap((creature) => sightings(creature, dice)),
    ...windows,
    ...[...items].map((itemId) => ({ kind: 'item_seen', itemId, ...look(itemId) })),
    ...VENDORS.filter((vendor) => vendor.mapId === mapId && often(0.6)).flatMap(vendorVisit),
    ...TRAINERS.filter((trainer) => trainer.mapId === mapId && often(0.5)).map(({ npcId, services }) => ({
      kind: 'trainer_seen',
      trainerNpcId: npcId,
      services,
    })),
    ...QUESTS.filter((quest) => quest.mapId === mapId && often(0.5)).flatMap(({ mapId: _, ...quest }) => [
      { kind: 'quest', ...quest },
      ...quest.rewardItemIds.map((itemId) => ({ kind: 'item_seen', itemId, ...look(itemId) })),
    ]),
    ...crafts(player, day, dice),
    ...(often(0.9) ? auctionVisit(player, day, dice) : []),
    census(player, dice),
    ...(player.build === null ? [] : [talents(player, day)]),
  ];
}

function look(itemId: number): { readonly name: string; readonly quality: string } {
  const { name, quality } = ITEMS.get(itemId)!;
  return { name, quality };
}

/** Returns sightings of a creature at each of its locations, with a small measurement error. */
function sightings({ id, name, low, high, reaction, mapId, places }: Creature, dice: Dice): readonly Observation[] {
  return places.map(([x, y]) => ({
    kind: 'npc_sighting',
    npcId: id,
    name,
    mapId,
    reaction,
    positionKind: 'npc',
    x: near(x, dice),
    y: near(y, dice),
    level: low + Math.floor(dice() * (high - low + 1)),
  }));
}

function near(percent: number, dice: Dice): number {
  return Math.round((percent + (dice() - 0.5) * 0.3) * 100) / 100;
}

/** Circumstances of all loot windows of one evening. */
interface Context {
  readonly group: 'solo' | 'party';
  /** The quests in the player's log. */
  readonly questIds: readonly number[];
}

function lootWindows(creature: Creature, context: Context, dice: Dice): readonly Observation[] {
  return Array.from({ length: 3 + Math.floor(dice() * 6) }, () =>
    window('sourceNpcId', creature, creature.places[0]!, context, dice),
  );
}

type LootSource = Pick<Creature, 'id' | 'name' | 'mapId' | 'drops'>;

/** Returns a loot window that was opened near this location. */
function window(
  field: 'sourceNpcId' | 'sourceObjectId',
  { id, name, mapId, drops }: LootSource,
  [x, y]: readonly [number, number],
  { group, questIds }: Context,
  dice: Dice,
): Observation {
  return {
    kind: 'loot',
    [field]: id,
    sourceEvidence: 'loot-api',
    sourceName: name,
    group,
    questIds,
    mapId,
    x: near(x, dice),
    y: near(y, dice),
    items: Object.entries(drops ?? {}).flatMap(([id, share]) => {
      const itemId = Number(id);
      const questId = QUEST_OF_ITEM.get(itemId);
      const canDrop = questId === undefined || questIds.includes(questId);
      if (dice() >= share || !canDrop) return [];
      return [{ itemId, count: 1, ...(questId !== undefined && { questItem: true, questId }) }];
    }),
  };
}

function vendorVisit({ npcId, goods }: (typeof VENDORS)[number]): readonly Observation[] {
  return [
    {
      kind: 'vendor',
      vendorNpcId: npcId,
      items: Object.entries(goods).map(([itemId, priceCopper]) => ({ itemId: Number(itemId), priceCopper })),
    },
    ...Object.keys(goods).map((itemId) => ({ kind: 'item_seen', itemId: Number(itemId), ...look(Number(itemId)) })),
  ];
}

function crafts({ profession, from }: Player, day: number, dice: Dice): readonly Observation[] {
  const skill = Math.max(1, Math.round((day - from + 1) * 8 + dice() * 6));
  return RECIPES.filter((recipe) => recipe.profession === profession && recipe.needs <= skill).flatMap((recipe) => {
    const { id, name, makes, reagents, turns } = recipe;
    const difficulty = ['optimal', 'medium', 'easy', 'trivial'][turns.filter((turn) => skill >= turn).length]!;
    return [
      {
        kind: 'recipe_observed',
        profession,
        recipeId: id,
        name,
        skill,
        difficulty,
        makesItemId: makes,
        reagents: Object.entries(reagents).map(([itemId, count]) => ({ itemId: Number(itemId), count })),
      },
      { kind: 'item_seen', itemId: makes, ...look(makes) },
    ];
  });
}

/** Returns an auction scan, and item records for some of the goods on sale. */
function auctionVisit(player: Player, day: number, dice: Dice): readonly Observation[] {
  return [
    auctionScan(player, day, dice),
    ...AUCTIONS.filter(() => dice() < 0.5).map(([itemId]) => ({ kind: 'item_seen', itemId, ...look(itemId) })),
  ];
}

/** Returns an auction scan. Prices drift over the days, and the quantities differ slightly from scan to scan. */
function auctionScan({ realm, house }: Player, day: number, dice: Dice): Observation {
  return {
    kind: 'auction_scan',
    realm,
    house,
    scanId: `scan-d${day}-${Math.floor(dice() * 1e6)}`,
    complete: true,
    items: AUCTIONS.filter(() => dice() < 0.9).flatMap(([itemId, price, units]) => {
      const middle = price * (1 + 0.25 * Math.sin((day + itemId) / 3)) * (house === 'Horde' ? 1.1 : 1);
      return [0.92, 1, 1.15].map((share, at) => ({
        itemId,
        unitPriceCopper: Math.max(1, Math.round(middle * share * (0.97 + dice() * 0.06))),
        quantity: Math.max(1, Math.round((units * (1 + dice())) / (3 + at))),
      }));
    }),
  };
}

const PEOPLE = [
  ['WARRIOR', 'Human', 'alliance'],
  ['MAGE', 'Gnome', 'alliance'],
  ['PRIEST', 'Human', 'alliance'],
  ['WARRIOR', 'Orc', 'horde'],
  ['SHAMAN', 'Troll', 'horde'],
] as const;

/** Returns a census of about 80% of the characters of the player's faction. The realm has 30 characters. */
function census({ realm, house }: Player, dice: Dice): Observation {
  return {
    kind: 'census_seen',
    realm,
    characters: Array.from({ length: 30 }, (_, at) => {
      const [className, race, faction] = PEOPLE[at % PEOPLE.length]!;
      const characterKey = `${realm.length.toString(16)}dec${String(at).padStart(4, '0')}`.slice(-8);
      return { characterKey, class: className, race, faction, level: 6 + ((at * 7) % 20) };
    }).filter(({ faction }) => (faction === 'alliance') === (house === 'Alliance') && dice() < 0.8),
  };
}

function talents(player: Player, day: number): Observation {
  return {
    kind: 'talent_snapshot',
    class: 'WARRIOR',
    level: 12 + day,
    characterKey: `7a1e${String(PLAYERS.indexOf(player)).padStart(4, '0')}`,
    nodes: Object.entries(BUILDS[player.build ?? 0]!).map(([nodeId, rank]) => ({ nodeId: Number(nodeId), rank })),
  };
}

/** Returns a generator of pseudo-random numbers from 0 (inclusive) to 1 (exclusive), determined by the seed. */
function seededNumbers(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296;
  };
}
