import type { RECIPE_DIFFICULTIES } from '../../schema/vocabulary.ts';
import { good, item, items, lesson, lot, npc, quest, recipe, stack, zone } from '../support/subjects.ts';
import * as they from '../support/verbs.ts';

/**
 * One creature, one vendor, one quest, one recipe and one auction house, reported by five installs. Each case has its
 * own ids, so all cases fit in one instance. A liar lies in every way that a record allows.
 */

export const WINDOWS = 20;
export const LIED_WINDOWS = 2_000;

/** The truth about a case. All ids are derived from `base`. */
export interface Case {
  readonly name: string;
  readonly base: number;
  /** How many of the five installs lie. */
  readonly liars: number;
}

export const CASES: readonly Case[] = [
  { name: 'nobody lies', base: 100_000, liars: 0 },
  { name: 'one of five lies', base: 200_000, liars: 1 },
  { name: 'two of five lie', base: 300_000, liars: 2 },
];

export const INSTALLS = 5;

export function idsOf({ base }: Case) {
  return {
    creature: base + 1,
    vendor: base + 2,
    trainer: base + 3,
    giver: base + 4,
    stranger: base + 5,
    cloth: base + 11,
    /** An item that never drops and that only liars report. */
    sword: base + 12,
    quest: base + 21,
    recipe: base + 31,
    map: base + 41,
    realm: `Realm ${base}`,
    profession: `Craft ${base}`,
  };
}

export type Ids = ReturnType<typeof idsOf>;

/** What one install reports of a case: the truth, or lies. Liars agree with each other, as one person with two installs does. */
export function reportsOf(one: Case, install: number): readonly they.Seen[] {
  const ids = idsOf(one);
  return install >= INSTALLS - one.liars ? lies(ids) : truth(ids);
}

/** Returns the dates that liars report, or null if they report the true ones. */
export function liedDateOf(one: Case, install: number): string | null {
  return install >= INSTALLS - one.liars ? '2004-11-24T00:00:00Z' : null;
}

interface Told {
  readonly name: string;
  readonly levels: readonly number[];
  readonly at: readonly [x: number, y: number];
  readonly price: number;
  readonly giver: number;
  readonly reward: number;
  readonly edge: number;
  readonly turns: readonly [yellow: number, green: number, grey: number];
  readonly auction: number;
}

function truth(ids: Ids): readonly they.Seen[] {
  return [
    ...facts(ids, {
      name: 'True',
      levels: [10, 11],
      at: [40, 40],
      price: 100,
      giver: ids.giver,
      reward: ids.cloth,
      edge: 1_000,
      turns: [50, 70, 90],
      auction: 500,
    }),
    ...windows(ids.creature, WINDOWS, (at) => (at % 4 === 0 ? [ids.cloth] : [])),
  ];
}

function lies(ids: Ids): readonly they.Seen[] {
  return [
    ...facts(ids, {
      name: 'False',
      levels: [60],
      at: [90, 90],
      price: 1,
      giver: ids.stranger,
      reward: ids.sword,
      edge: 9_000,
      turns: [2, 3, 4],
      auction: 900_000,
    }),
    ...windows(ids.creature, LIED_WINDOWS, () => [ids.cloth, ids.sword]),
  ];
}

function windows(npcId: number, count: number, held: (at: number) => readonly number[]): readonly they.Seen[] {
  return Array.from({ length: count }, (_, at) => they.looted(npc(npcId), ...items(...held(at))));
}

function facts(ids: Ids, told: Told): readonly they.Seen[] {
  const { name, price, giver, edge } = told;
  const [x, y] = told.at;
  const reaction = name === 'True' ? 'hostile' : 'friendly';
  const creature = npc(ids.creature, `${name} Creature`);
  const cloth = item(ids.cloth, `${name} Cloth`);
  return [
    they.saw(cloth),
    ...told.levels.map((level) => they.met(creature, { level, mapId: ids.map, x, y, reaction })),
    they.visitedVendor(npc(ids.vendor), good(cloth, price)),
    they.sawPrice(cloth, price),
    they.visitedTrainer(
      npc(ids.trainer),
      lesson(`${name} Recipe`, price, { spellId: ids.recipe, profession: ids.profession, requiredSkill: 1 }),
    ),
    they.wasOffered(quest(ids.quest, `${name} Quest`), {
      level: told.levels[0]!,
      giverNpcId: giver,
      turnInNpcId: giver,
      rewardItemIds: [told.reward],
    }),
    they.sawMap(zone(ids.map, `${name} Zone`), { left: edge, right: -edge, top: edge, bottom: -edge }),
    ...difficulties(ids, told),
    they.scanned(ids.realm, [lot(cloth, told.auction, 10)], { house: 'Horde' }),
  ];
}

/** The recipe at the last skill of each colour and at the first of the next. */
function difficulties(ids: Ids, { name, turns: [yellow, green, grey] }: Told): readonly they.Seen[] {
  const craft = recipe(ids.recipe, `${name} Recipe`, ids.profession);
  const reagents = [stack(item(ids.sword), name === 'True' ? 1 : 9)];
  const at = (skill: number, difficulty: (typeof RECIPE_DIFFICULTIES)[number]) =>
    they.sawDifficulty(craft, { skill, difficulty, itemId: ids.cloth, reagents });
  return [
    ...[at(1, 'optimal'), at(yellow - 1, 'optimal'), at(yellow, 'medium'), at(green - 1, 'medium')],
    ...[at(green, 'easy'), at(grey - 1, 'easy'), at(grey, 'trivial')],
  ];
}
