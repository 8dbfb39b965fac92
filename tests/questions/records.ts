import {
  AUCTIONS,
  CHEST,
  CREATURES,
  type Creature,
  ELWYNN,
  INSTALLS,
  ITEMS,
  MAPS,
  QUESTS,
  REALMS,
  RECIPES,
  TRAINERS,
  VENDORS,
} from './world.ts';

const WINDOWS = 20;
const HOUR_MS = 3_600_000;

/** What one install sends, each record a second after the other, from `startMs` on. */
export function recordsOf(install: number, startMs: number): readonly object[] {
  const installId = INSTALLS[install]!;
  return kindsOf(install).map((record, at) => ({
    installId,
    eventId: `${installId}:${at}`,
    capturedAt: new Date(startMs + install * HOUR_MS + at * 1_000).toISOString(),
    ...record,
  }));
}

function kindsOf(install: number): readonly object[] {
  return [
    ...MAPS.map((map) => ({ kind: 'map_bounds', continentId: 0, ...map })),
    ...Object.entries(ITEMS).map(([id, [name, quality]]) => ({ kind: 'item_seen', itemId: Number(id), name, quality })),
    ...CREATURES.flatMap((creature) => [...sightings(creature, install), ...windows('sourceNpcId', creature)]),
    ...windows('sourceObjectId', CHEST),
    ...Object.entries(VENDORS).map(([id, goods]) => ({
      kind: 'vendor',
      vendorNpcId: Number(id),
      items: Object.entries(goods).map(([itemId, priceCopper]) => ({ itemId: Number(itemId), priceCopper })),
    })),
    ...Object.entries(TRAINERS).map(([id, services]) => ({ kind: 'trainer_seen', trainerNpcId: Number(id), services })),
    ...RECIPES.flatMap(difficulties),
    ...QUESTS.map((quest) => ({ kind: 'quest', ...quest })),
    ...REALMS.slice(0, install === 3 ? 1 : 2).map((realm) => scan(realm, install)),
    rareSource(install),
    talents(install),
    ...characters(install),
  ];
}

/** Its levels in turn, at each of its places. */
function sightings({ id, name, levels, reaction, mapId, at }: Creature, install: number): readonly object[] {
  return at.map(([x, y], place) => ({
    kind: 'npc_sighting',
    npcId: id,
    name,
    mapId,
    x,
    y,
    reaction,
    positionKind: 'npc',
    level: levels[0] + ((install + place) % (levels[1] - levels[0] + 1)),
  }));
}

/** Twenty windows, of which so many hold each item, spread evenly. */
function windows(
  field: 'sourceNpcId' | 'sourceObjectId',
  { id, drops }: { readonly id: number; readonly drops?: Readonly<Record<number, number>> },
): readonly object[] {
  return drops === undefined
    ? []
    : Array.from({ length: WINDOWS }, (_, at) => ({
        kind: 'loot',
        [field]: id,
        sourceEvidence: 'loot-api',
        items: Object.entries(drops)
          .filter(([, share]) => Math.floor(((at + 1) * share) / WINDOWS) > Math.floor((at * share) / WINDOWS))
          .map(([itemId]) => ({ itemId: Number(itemId), count: 1 })),
      }));
}

/** A creature that each install met once; one of them found linen on it. */
function rareSource(install: number): object {
  return {
    kind: 'loot',
    sourceNpcId: 471,
    sourceEvidence: 'loot-api',
    items: install === 0 ? [{ itemId: 2589, count: 1 }] : [],
  };
}

/** The recipe at the last skill of each colour and at the first of the next. */
function difficulties({ id, name, profession, makes, from, turns, reagents }: (typeof RECIPES)[number]) {
  const [yellow, green, grey] = turns;
  const at = (skill: number, difficulty: string): object => ({
    kind: 'recipe_observed',
    profession,
    recipeId: id,
    name,
    skill,
    difficulty,
    itemId: makes,
    reagents: reagents.map(([itemId, count]) => ({ itemId, count })),
  });
  return [
    ...[at(from, 'optimal'), at(yellow - 1, 'optimal'), at(yellow, 'medium'), at(green - 1, 'medium')],
    ...[at(green, 'easy'), at(grey - 1, 'easy'), at(grey, 'trivial')],
  ];
}

function scan(realm: string, install: number): object {
  return {
    kind: 'auction_scan',
    realm,
    house: 'Alliance',
    scanId: `scan-${install}`,
    complete: true,
    items: Object.entries(AUCTIONS).flatMap(([itemId, rows]) =>
      rows.map(([unitPriceCopper, quantity]) => ({ itemId: Number(itemId), unitPriceCopper, quantity })),
    ),
  };
}

/** The same talents on every install; ids of tests/game_files/talent_tables.ts. */
function talents(install: number): object {
  return {
    kind: 'talent_snapshot',
    characterKey: `0000000${install}`,
    class: 'WARRIOR',
    level: 12,
    nodes: [{ nodeId: 11, rank: 2 }],
  };
}

/** Ten characters that every install met. */
function characters(install: number): readonly object[] {
  return [
    {
      kind: 'census_seen',
      realm: REALMS[0],
      characters: Array.from({ length: 10 }, (_, at) => ({
        characterKey: `aaaaaaa${at}`,
        class: at < 6 ? 'WARRIOR' : 'MAGE',
        race: 'Human',
        faction: 'alliance',
        level: 10 + at,
      })),
    },
    ...(install === 0 ? [{ kind: 'npc_sighting', ...lone }] : []),
  ];
}

const lone = { npcId: 471, name: 'Mother Fang', mapId: ELWYNN, x: 63, y: 49, level: 10, reaction: 'hostile' };
