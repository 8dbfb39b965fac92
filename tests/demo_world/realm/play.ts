import { DEMO_DAYS, type DemoRecording } from '../../../adapters/demo_stage.ts';
import { DAY_MS } from '../../../domain/values/instant.ts';
import { type Dice, dice } from '../../realm/dice.ts';
import { CLASSES, type RealmPlayer } from './players.ts';
import { rankTalents } from './talents.ts';
import type { RealmObject, RealmWorld } from './world.ts';
import { CONTINENTS, type Creature, type Place, type Zone } from './zones.ts';

interface Observation {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** From this day, half of what every ninth creature dropped is gone, as after a patch. */
const PATCH_DAY = 8;

/** A player's evening in a zone. */
interface Evening {
  readonly world: RealmWorld;
  readonly player: RealmPlayer;
  readonly zone: Zone;
  readonly day: number;
  readonly chance: Dice;
  /** The quests in the player's log, and the player's group. */
  readonly context: { readonly group: 'solo' | 'party'; readonly questIds: readonly number[] };
}

/** Returns the records of one player, oldest first, each after its time: milliseconds from the first day's start. */
export function playRealm(
  world: RealmWorld,
  player: RealmPlayer,
  seed: number,
): DemoRecording['players'][number]['records'] {
  const chance = dice(seed);
  return Array.from({ length: DEMO_DAYS - player.from }, (_, at) => player.from + at).flatMap((day) => {
    if (day > player.from && chance.chance(0.12)) return [];
    const zone = chance.pick(player.zones);
    const log = chance.some(world.quests.get(zone)!, 12).map(({ questId }) => questId);
    const context = { group: chance.chance(0.75) ? ('solo' as const) : ('party' as const), questIds: log };
    const seen = playEvening({ world, player, zone, day, chance, context });
    const beginsMs = day * DAY_MS + 60_000 * chance.below(600);
    return seen.map((record, at) => [beginsMs + at * 20_000, { ...record, eventId: `d${day}:${at}` }] as const);
  });
}

/** Three camps of a zone, then its herbs and chests, the town, the workshop and the auction house. */
function playEvening(evening: Evening): readonly Observation[] {
  const { world, player, zone, day, chance, context } = evening;
  // Early camps of a zone are met more often, so that the last ones still need reports.
  const camps = new Set(
    Array.from({ length: 4 }, () => zone.camps[Math.floor(chance.next() ** 1.4 * zone.camps.length)]!),
  );
  const met = [...camps].flatMap(({ creatures }) => creatures.filter(() => chance.chance(0.8)));
  const windows = [
    ...met.flatMap((creature) => hunt(evening, creature)),
    ...world.objects
      .get(zone)!
      .filter(() => chance.chance(0.5))
      .flatMap((object) => open(evening, object)),
    ...fish(evening),
  ];
  const looted = new Set(windows.flatMap(({ items }) => (items as { itemId: number }[]).map(({ itemId }) => itemId)));
  const people = zone.townspeople.filter(() => chance.chance(0.35));
  const shops = world.vendors.get(zone)!.filter(() => chance.chance(0.3));
  const quests = world.quests
    .get(zone)!
    .filter(({ questId }) => context.questIds.includes(questId) && chance.chance(0.6));
  const shown = [...shops.flatMap(({ goods }) => [...goods.keys()]), ...quests.flatMap((quest) => quest.rewardItemIds)];
  return [
    mapOf(zone),
    ...[...met, ...people].flatMap((creature) => sightings(evening, creature)),
    ...windows,
    ...[...new Set([...looted, ...shown])].filter(() => chance.chance(0.45)).map((itemId) => look(world, itemId)),
    ...shops.map(({ npcId, goods }) => ({
      ...{ kind: 'vendor', vendorNpcId: npcId },
      items: [...goods].map(([itemId, priceCopper]) => ({ itemId, priceCopper })),
    })),
    ...world.trainers
      .get(zone)!
      .flatMap(({ npcId, services }) =>
        chance.chance(0.2) && services.length > 0 ? [{ kind: 'trainer_seen', trainerNpcId: npcId, services }] : [],
      ),
    ...quests.map((quest) => ({ kind: 'quest', ...quest })),
    ...crafts(evening),
    ...(player.scans && chance.chance(0.45) ? auctionScan(evening) : []),
    ...(chance.chance(0.3) ? [census(evening)] : []),
    ...(chance.chance(0.3) ? [talents(player, day)] : []),
    ...(chance.chance(0.1) ? catalogues(evening) : []),
  ];
}

function mapOf({ mapId, name, continent, bounds: [left, right, top, bottom] }: Zone): Observation {
  const at = { parentMapId: continent, continentId: CONTINENTS.findIndex(({ mapId }) => mapId === continent) };
  return { kind: 'map_bounds', mapId, name, ...at, left, right, top, bottom };
}

/** Returns sightings of a creature at some of its locations. */
function sightings({ zone, chance }: Evening, creature: Creature): readonly Observation[] {
  const { id, name, reaction, low, high, places } = creature;
  return chance.some(places, 1 + chance.below(2)).map(({ x, y }) => ({
    ...{ kind: 'npc_sighting', npcId: id, name, mapId: zone.mapId, reaction, positionKind: 'npc', x, y },
    level: chance.between(low, high),
  }));
}

function hunt(evening: Evening, creature: Creature): readonly Observation[] {
  const { player, chance, day } = evening;
  const { id, name, places, drops } = creature;
  const share = day >= PATCH_DAY && id % 9 === 0 ? 0.4 : 1;
  return Array.from({ length: chance.between(1, 5) }, () => chance.pick(places)).flatMap((place) => {
    const source = { sourceNpcId: id, sourceName: name };
    const corpse = windowOf(evening, source, place, rolled(evening, drops, share));
    const isSkinned =
      player.skins &&
      chance.chance(0.5) &&
      evening.zone.camps.some(({ family, creatures }) => family === 'beasts' && creatures.includes(creature));
    const hides = evening.world.goods.hides;
    const hide = hides[Math.min(4, Math.floor(creature.low / 12))]!;
    return isSkinned
      ? [
          corpse,
          windowOf(evening, { ...source, method: 'skinning' }, place, chance.chance(0.8) ? [stack(hide, chance)] : []),
        ]
      : [corpse];
  });
}

function open(evening: Evening, { id, name, places, method, drops }: RealmObject): readonly Observation[] {
  const count = evening.chance.between(1, 4);
  return evening.chance
    .some(places, count)
    .map((place) =>
      windowOf(evening, { sourceObjectId: id, sourceName: name, method }, place, rolled(evening, drops, 1)),
    );
}

function fish(evening: Evening): readonly Observation[] {
  const { zone, chance, world } = evening;
  if (!chance.chance(0.15)) return [];
  const [common, other] = [Math.min(4, Math.floor(zone.low / 12)), Math.min(4, Math.floor(zone.high / 14))];
  return Array.from({ length: 12 }, () => {
    const itemId = world.goods.fish[chance.chance(0.7) ? common : other]!;
    return {
      kind: 'loot',
      sourceEvidence: 'loot-api',
      method: 'fishing',
      mapId: zone.mapId,
      items: [{ itemId, count: 1 }],
    };
  });
}

function stack(itemId: number, chance: Dice) {
  return { itemId, count: chance.between(1, 2) };
}

function rolled(
  { world, chance, context }: Evening,
  drops: ReadonlyMap<number, number>,
  share: number,
): readonly object[] {
  return [...drops].flatMap(([itemId, percent]) => {
    const questId = world.questOfItem.get(itemId);
    const canDrop = questId === undefined || context.questIds.includes(questId);
    if (chance.next() * 100 >= percent * share || !canDrop) return [];
    return [{ itemId, count: 1, ...(questId !== undefined && { questItem: true, questId }) }];
  });
}

function windowOf(
  { zone, context }: Evening,
  source: Readonly<Record<string, unknown>>,
  { x, y }: Place,
  items: readonly object[],
): Observation {
  return { kind: 'loot', ...source, sourceEvidence: 'loot-api', ...context, mapId: zone.mapId, x, y, items };
}

function look({ goods }: RealmWorld, itemId: number): Observation {
  const { name, quality } = goods.items.get(itemId)!;
  return { kind: 'item_seen', itemId, name, quality };
}

/** Returns what a profession's window shows: recipes that the player has, and a few others. */
function crafts({ world, player, day, chance }: Evening): readonly Observation[] {
  const skill = Math.min(300, player.skill + (day - player.from) * 6 + chance.below(5));
  const known = world.recipes.filter(({ profession, needs }) => profession === player.profession && needs <= skill);
  return chance.some(known, 7).flatMap(({ id, name, makes, reagents, turns, taughtBy, profession }) => {
    const difficulty = ['optimal', 'medium', 'easy', 'trivial'][turns.filter((turn) => skill >= turn).length]!;
    const made = Object.entries(reagents).map(([itemId, count]) => ({ itemId: Number(itemId), count }));
    return [
      {
        kind: 'recipe_observed',
        profession,
        recipeId: id,
        name,
        skill,
        difficulty,
        makesItemId: makes,
        reagents: made,
      },
      ...(taughtBy === null
        ? []
        : [
            { kind: 'recipe_seen', profession, recipeId: id, name, learned: true, taughtByItemId: taughtBy },
            look(world, taughtBy),
          ]),
      look(world, makes),
      ...made.filter(() => chance.chance(0.3)).map(({ itemId }) => look(world, itemId)),
    ];
  });
}

const ROWS_PER_RECORD = 200;

function auctionScan({ world, player, day, chance }: Evening): readonly Observation[] {
  const { realm, house } = player;
  const rows = world.auctions.flatMap(({ itemId, price, units, drift }) => {
    const swing = 1 + 0.2 * Math.sin((day + itemId) / 3) + drift * day;
    const middle = price * swing * (house === 'Horde' ? 1.1 : 1) * (realm === 'Emberfall' ? 1 : 0.85);
    const stock = [0.95, 1.1].map((share) => ({
      itemId,
      unitPriceCopper: Math.max(1, Math.round(middle * share * (0.97 + chance.next() * 0.06))),
      quantity: Math.max(1, Math.round((units * (1 + chance.next())) / 3)),
    }));
    return chance.chance(0.85) ? stock : [];
  });
  const scanId = `scan-d${day}-${chance.below(1e6)}`;
  const items = chance.some(world.auctions, 14).map(({ itemId }) => look(world, itemId));
  return [
    ...Array.from({ length: Math.ceil(rows.length / ROWS_PER_RECORD) }, (_, at) => ({
      ...{ kind: 'auction_scan', realm, house, scanId, complete: true },
      items: rows.slice(at * ROWS_PER_RECORD, (at + 1) * ROWS_PER_RECORD),
    })),
    ...items,
  ];
}

const RACES = { alliance: ['Human', 'Dwarf', 'Gnome'], horde: ['Orc', 'Troll', 'Tauren'] } as const;

/** Returns a census of some of the 160 characters of the player's faction and realm. */
function census({ player, chance }: Evening): Observation {
  const faction = player.house === 'Alliance' ? 'alliance' : 'horde';
  return {
    ...{ kind: 'census_seen', realm: player.realm },
    characters: chance
      .some(
        Array.from({ length: 160 }, (_, at) => at),
        60,
      )
      .map((at) => ({
        characterKey: `${player.realm.length.toString(16)}${faction[0] === 'a' ? 'a' : 'b'}${String(at).padStart(6, '0')}`,
        ...{ class: CLASSES[at % CLASSES.length]!, race: RACES[faction][at % 3]!, faction, level: 5 + ((at * 7) % 56) },
      })),
  };
}

function talents({ className, level, installId }: RealmPlayer, day: number): Observation {
  const reached = Math.min(60, Math.max(12, level + day));
  return {
    ...{ kind: 'talent_snapshot', class: className, level: reached, characterKey: `7a1e${installId.slice(-4)}` },
    nodes: rankTalents(className, reached - 9, Number(installId.slice(-4))),
  };
}

/** Returns some entries of the client's catalogues. */
function catalogues({ zone, world }: Evening): readonly Observation[] {
  const questIds = world.quests.get(zone)!.map(({ questId }) => questId);
  const n = zone.mapId % 100;
  return [
    {
      ...{ kind: 'achievement_catalog', achievementId: 500 + n, name: `Wanderer of ${zone.name}`, points: 10 },
      ...{ categoryId: 9, category: 'Exploration', criteriaCount: zone.camps.length },
      criteria: zone.camps.slice(0, 20).map(({ name }) => ({ text: name, required: 1 })),
    },
    { kind: 'reputation_catalog', factionId: 900 + n, name: `Folk of ${zone.name}`, header: 'Eastmarch and Westreach' },
    { kind: 'title_catalog', titleId: 20 + n, name: `Warden of ${zone.name}` },
    {
      kind: 'quest_chain_catalog',
      questLineId: 300 + n,
      name: `Troubles of ${zone.name}`,
      questIds: questIds.slice(0, 12),
    },
  ];
}
