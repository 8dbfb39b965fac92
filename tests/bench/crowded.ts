import { INSTALLS_TO_PUBLISH } from '../../domain/values/corroboration.ts';
import { DAY_MS } from '../../domain/values/instant.ts';
import type { RolledFields } from './roll_kinds.ts';
import type { Rolled } from './site.ts';

/**
 * One entity of each kind with far more public data than any in the game. The content and cost of its page must still
 * be bounded. The rolled world does not use these ids.
 */
export const CROWDED = {
  item: 70_001,
  npc: 70_002,
  quest: 70_003,
  object: 70_004,
  zone: 7_001,
  place: 7_002,
  profession: 'Runecarving',
  realm: 'Crowded Hold',
  name: 'Crowded',
} as const;

/** How much data there is. */
const MANY = {
  sources: 500,
  vendors: 200,
  givers: 100,
  questsEach: 5,
  trainers: 50,
  drops: 200,
  goods: 150,
  services: 200,
  quests: 100,
  places: 100,
  maps: 20,
  recipes: 400,
  uses: 200,
  makers: 20,
  rewardFrom: 60,
  chains: 20,
  realms: 12,
  days: 30,
  onSale: 200,
} as const;

/** The first id of each range. The ranges do not overlap. */
const FIRST = {
  source: 71_000,
  vendor: 72_000,
  giver: 73_000,
  trainer: 74_000,
  quest: 75_000,
  item: 76_000,
  map: 7_100,
};
const RECIPE = 78_000;

/** Returns every record once per install, from as many installs as publishing needs, sorted by install. */
export function crowdedRecords(): readonly Rolled[] {
  const said = [...names(), ...itemSaid(), ...npcSaid(), ...zoneSaid(), ...questSaid(), ...craftSaid(), ...auctions()];
  return Array.from({ length: INSTALLS_TO_PUBLISH }, (_, install) =>
    said.map(({ kind, daysBack = 0, ...fields }, at): Rolled => {
      const own = kind === 'auction_scan' ? { scanId: `crowded-${install}-${fields['realm']}-${daysBack}` } : {};
      const ageMs = (1 + Number(daysBack)) * DAY_MS + (said.length - at) * 1_000;
      return { kind, installN: 1 + install, ageMs, fields: { ...fields, ...own } };
    }),
  ).flat();
}

function upTo<T>(count: number, make: (at: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

/** Returns a position on a grid over the whole map. */
function spot(at: number) {
  return { x: 5 + (at % 10) * 9, y: 5 + (Math.floor(at / 10) % 10) * 9 };
}

function sighting(npcId: number, name: string, at: number, mapId: number = CROWDED.zone): RolledFields {
  return {
    kind: 'npc_sighting',
    npcId,
    name,
    mapId,
    level: 1 + (at % 60),
    reaction: 'hostile',
    positionKind: 'npc',
    ...spot(at),
  };
}

function bounds(mapId: number, name: string): RolledFields {
  return {
    kind: 'map_bounds',
    mapId,
    name,
    continentId: 1,
    left: mapId,
    right: -mapId,
    top: mapId,
    bottom: -mapId,
  };
}

function seen(itemId: number, name: string): RolledFields {
  return {
    kind: 'item_seen',
    itemId,
    name,
    quality: 'common',
    itemLevel: 1 + (itemId % 60),
  };
}

function sold(vendorNpcId: number, itemIds: readonly number[]): RolledFields {
  return {
    kind: 'vendor',
    vendorNpcId,
    items: itemIds.map((itemId) => ({ itemId, priceCopper: 10 + ((itemId + vendorNpcId) % 90) })),
  };
}

function loot(source: object, itemIds: readonly number[]): RolledFields {
  return {
    kind: 'loot',
    ...source,
    sourceEvidence: 'loot-api',
    items: itemIds.map((itemId) => ({ itemId, count: 1 })),
  };
}

function quest(questId: number, more: object): RolledFields {
  return {
    kind: 'quest',
    questId,
    title: `Crowded errand ${questId}`,
    level: 1 + (questId % 60),
    rewardItemIds: [],
    ...more,
  };
}

/** Returns records that name the places and every item used below. */
function names(): readonly RolledFields[] {
  return [
    bounds(CROWDED.zone, 'Crowded Zone'),
    ...upTo(MANY.maps, (at) => bounds(FIRST.map + at, `Crowded Place ${at}`)),
    seen(CROWDED.item, 'Crowded Cloth'),
    ...upTo(MANY.drops, (at) => seen(FIRST.item + at, `Crowded Thing ${at}`)),
  ];
}

/** Returns records in which the item is dropped, sold and given as a reward by very many. */
function itemSaid(): readonly RolledFields[] {
  return [
    ...upTo(MANY.sources, (at) => sighting(FIRST.source + at, `Crowded Creature ${at}`, at)),
    ...upTo(MANY.sources, (at) =>
      loot({ sourceNpcId: FIRST.source + at }, [CROWDED.item, FIRST.item + (at % MANY.drops)]),
    ),
    ...upTo(MANY.vendors, (at) => sighting(FIRST.vendor + at, `Crowded Vendor ${at}`, at)),
    ...upTo(MANY.vendors, (at) => sold(FIRST.vendor + at, [CROWDED.item, FIRST.item + (at % MANY.drops)])),
    ...upTo(MANY.rewardFrom, (at) => quest(FIRST.quest + at, { rewardItemIds: [CROWDED.item] })),
  ];
}

/** Returns windows of a source. One window holds at most fifty items. */
function windowsOf(source: object): readonly RolledFields[] {
  return upTo(Math.ceil(MANY.drops / 50), (window) =>
    loot(
      source,
      upTo(50, (at) => FIRST.item + window * 50 + at),
    ),
  );
}

/** Returns records in which the NPC is in many places, and drops, sells, teaches, gives and takes much. */
function npcSaid(): readonly RolledFields[] {
  return [
    ...upTo(MANY.places, (at) => sighting(CROWDED.npc, 'Crowded Keeper', at)),
    ...upTo(MANY.maps, (at) => sighting(CROWDED.npc, 'Crowded Keeper', at, FIRST.map + at)),
    ...windowsOf({ sourceNpcId: CROWDED.npc }),
    sold(
      CROWDED.npc,
      upTo(MANY.goods, (at) => FIRST.item + at),
    ),
    lessons(CROWDED.npc, MANY.services),
    ...upTo(MANY.quests, (at) =>
      quest(FIRST.quest + 1_000 + at, { giverNpcId: CROWDED.npc, turnInNpcId: CROWDED.npc }),
    ),
    ...windowsOf({ sourceObjectId: CROWDED.object }),
  ];
}

function lessons(trainerNpcId: number, count: number): RolledFields {
  return {
    kind: 'trainer_seen',
    trainerNpcId,
    services: upTo(count, (at) => ({
      spellId: RECIPE + at,
      name: `Crowded recipe ${at}`,
      costCopper: 100 + at,
      requiredLevel: 1 + (at % 60),
      profession: CROWDED.profession,
      requiredSkill: 1 + (at % 250),
    })),
  };
}

/** Returns records of quest givers and trainers on one map, in addition to those that drop and sell. */
function zoneSaid(): readonly RolledFields[] {
  return [
    ...upTo(MANY.givers, (at) => sighting(FIRST.giver + at, `Crowded Giver ${at}`, at)),
    ...upTo(MANY.givers * MANY.questsEach, (at) =>
      quest(FIRST.quest + 2_000 + at, { giverNpcId: FIRST.giver + (at % MANY.givers) }),
    ),
    ...upTo(MANY.trainers, (at) => sighting(FIRST.trainer + at, `Crowded Trainer ${at}`, at)),
    ...upTo(MANY.trainers, (at) => lessons(FIRST.trainer + at, 20)),
  ];
}

function questSaid(): readonly RolledFields[] {
  return [
    quest(CROWDED.quest, {
      giverNpcId: CROWDED.npc,
      turnInNpcId: CROWDED.npc,
      rewardItemIds: upTo(20, (at) => FIRST.item + at),
    }),
    ...upTo(MANY.chains, (at): RolledFields => {
      const questIds = upTo(80, (place) => (place === at ? CROWDED.quest : FIRST.quest + place));
      return { kind: 'quest_chain_catalog', questLineId: 7_900 + at, name: `Crowded chain ${at}`, questIds };
    }),
  ];
}

/** Returns records of a profession whose recipes have every threshold. Half of them use the item. */
function craftSaid(): readonly RolledFields[] {
  return upTo(MANY.recipes, (at) => {
    const from = 1 + (at % 280);
    const reagents = [
      { itemId: at < MANY.uses ? CROWDED.item : FIRST.item + (at % 50), count: 1 + (at % 3) },
      ...[1, 2].map((n) => ({ itemId: FIRST.item + 50 + ((at * n) % 100), count: n })),
    ];
    const itemId = at % (MANY.recipes / MANY.makers) === 0 ? CROWDED.item : FIRST.item + (at % MANY.drops);
    const recipe = { profession: CROWDED.profession, recipeId: RECIPE + at, name: `Crowded recipe ${at}` };
    const observed = (skill: number, difficulty: string): RolledFields => ({
      kind: 'recipe_observed',
      ...recipe,
      skill,
      difficulty,
      itemId,
      reagents,
    });
    return [
      ...[observed(from + 19, 'optimal'), observed(from + 20, 'medium')],
      ...[observed(from + 39, 'medium'), observed(from + 40, 'easy')],
      ...[observed(from + 59, 'easy'), observed(from + 60, 'trivial')],
    ];
  }).flat();
}

/** Returns scans of the item on many realms, and on one of them for many days. */
function auctions(): readonly RolledFields[] {
  return [
    ...upTo(MANY.realms, (at) => scan(`${CROWDED.realm} ${at}`, 0)),
    ...upTo(MANY.days, (daysBack) => scan(CROWDED.realm, daysBack)),
  ];
}

function scan(realm: string, daysBack: number): RolledFields {
  return {
    kind: 'auction_scan',
    realm,
    complete: true,
    daysBack,
    items: [
      { itemId: CROWDED.item, unitPriceCopper: 100 + daysBack, quantity: 20 },
      ...upTo(MANY.onSale - 1, (at) => ({ itemId: FIRST.item + at, unitPriceCopper: 10 + at, quantity: 5 })),
    ],
  };
}
