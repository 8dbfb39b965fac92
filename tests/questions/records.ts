import type { RECIPE_DIFFICULTIES } from '../../schema/vocabulary.ts';
import {
  character,
  good,
  item,
  lot,
  npc,
  object,
  quest,
  recipe,
  type Source,
  stack,
  zone,
} from '../support/subjects.ts';
import * as they from '../support/verbs.ts';
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

/** Returns the records of one install, one per second from `startMs` on. */
export function recordsOf(install: number, startMs: number): readonly object[] {
  const installId = INSTALLS[install]!;
  return kindsOf(install).map(({ kind, fields }, at) => ({
    kind,
    installId,
    eventId: `${installId}:${at}`,
    capturedAt: new Date(startMs + install * HOUR_MS + at * 1_000).toISOString(),
    ...fields,
  }));
}

function kindsOf(install: number): readonly they.Seen[] {
  return [
    ...MAPS.map(({ mapId, name, ...edges }) => they.sawMap(zone(mapId, name), edges)),
    ...Object.entries(ITEMS).map(([id, [name, quality]]) => they.saw(item(Number(id), name), { quality })),
    ...CREATURES.flatMap((creature) => [...sightings(creature, install), ...windows(npc(creature.id), creature)]),
    ...windows(object(CHEST.id, CHEST.name), CHEST),
    ...Object.entries(VENDORS).map(([id, goods]) =>
      they.visitedVendor(
        npc(Number(id)),
        ...Object.entries(goods).map(([itemId, price]) => good(item(Number(itemId)), price)),
      ),
    ),
    ...Object.entries(TRAINERS).map(([id, lessons]) => they.visitedTrainer(npc(Number(id)), ...lessons)),
    ...RECIPES.flatMap(difficulties),
    ...QUESTS.map(({ questId, title, ...more }) =>
      they.wasOffered(quest(questId, title), { ...more, rewardItemIds: [...more.rewardItemIds] }),
    ),
    ...REALMS.slice(0, install === 3 ? 1 : 2).map((realm) => scan(realm, install)),
    // A creature that each install met once; one of them found linen on it.
    they.looted(npc(471), ...(install === 0 ? [item(2589)] : [])),
    // The same talents on every install; ids of tests/domain/game_files/talent_tables.ts.
    they.spentTalents({
      characterKey: `0000000${install}`,
      class: 'WARRIOR',
      level: 12,
      nodes: [{ nodeId: 11, rank: 2 }],
    }),
    ...characters(install),
  ];
}

/** Its levels in turn, at each of its places. */
function sightings({ id, name, levels, reaction, mapId, at }: Creature, install: number): readonly they.Seen[] {
  return at.map(([x, y], place) =>
    they.met(npc(id, name), {
      ...{ mapId, x, y, reaction },
      level: levels[0] + ((install + place) % (levels[1] - levels[0] + 1)),
    }),
  );
}

/** Returns twenty windows. Each item is in the given number of them, spread evenly. */
function windows(
  source: Source,
  { drops, place }: { readonly drops?: Readonly<Record<number, number>>; readonly place?: typeof CHEST.place },
): readonly they.Seen[] {
  if (drops === undefined) return [];
  return Array.from({ length: WINDOWS }, (_, at) => {
    const held = Object.entries(drops).filter(
      ([, share]) => Math.floor(((at + 1) * share) / WINDOWS) > Math.floor((at * share) / WINDOWS),
    );
    const items = held.map(([itemId]) => item(Number(itemId)));
    return place === undefined
      ? they.looted(source, ...items)
      : they.opened(source, { ...place, items: items.map((one) => stack(one)) });
  });
}

/** Returns reports of the recipe at the last skill of each colour and at the first of the next. */
function difficulties({ id, name, profession, makes, from, turns, reagents }: (typeof RECIPES)[number]) {
  const [yellow, green, grey] = turns;
  const craft = recipe(id, name, profession);
  const uses = reagents.map(([itemId, count]) => stack(item(itemId), count));
  const at = (skill: number, difficulty: (typeof RECIPE_DIFFICULTIES)[number]) =>
    they.sawDifficulty(craft, { skill, difficulty, itemId: makes, reagents: uses });
  return [
    ...[at(from, 'optimal'), at(yellow - 1, 'optimal'), at(yellow, 'medium'), at(green - 1, 'medium')],
    ...[at(green, 'easy'), at(grey - 1, 'easy'), at(grey, 'trivial')],
  ];
}

function scan(realm: string, install: number): they.Seen {
  const lots = Object.entries(AUCTIONS).flatMap(([itemId, rows]) =>
    rows.map(([price, quantity]) => lot(item(Number(itemId)), price, quantity)),
  );
  return they.scanned(realm, lots, { house: 'Alliance', scanId: `scan-${install}` });
}

/** Ten characters that every install met. */
function characters(install: number): readonly they.Seen[] {
  const met = Array.from({ length: 10 }, (_, at) =>
    character(0xaaaaaaa0 + at, { class: at < 6 ? 'WARRIOR' : 'MAGE', race: 'Human', level: 10 + at }),
  );
  const lone = they.met(npc(471, 'Mother Fang'), { mapId: ELWYNN, x: 63, y: 49, level: 10 });
  return [they.metPlayers(REALMS[0], ...met), ...(install === 0 ? [lone] : [])];
}
