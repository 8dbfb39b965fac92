import { type Dice, dice } from './dice.ts';
import { newPen, type Pen } from './pen.ts';
import { type Player, rollPlayers } from './people.ts';
import { dealPools, type Pools } from './pools.ts';
import { DAY_MS, type Rec } from './record.ts';
import { rollCatalogue, rollCensus, rollSilent, rollTalents } from './roll/character.ts';
import { rollMap, rollRecipe, rollTrainer } from './roll/craft.ts';
import { type Moment, rollItem, rollLoot, rollPrice, rollQuest, rollSighting, rollVendor } from './roll/field.ts';
import { rollScan } from './roll/market.ts';
import { inventedWorld, type World } from './world.ts';

/** Options for rolling a realm. The same options always give the same realm. */
export interface RealmOptions {
  readonly seed: number;
  /** Null for a completely invented world. */
  readonly world: World | null;
  readonly installs: number;
  readonly days: number;
  /** Midnight before the first day. */
  readonly startMs: number;
  /**
   * When the uploads of each phase are received, ascending. A day's records arrive in the first phase after it, or
   * later.
   */
  readonly phasesMs: readonly number[];
  /** How much of the world the players meet. 1 is the full size. */
  readonly share: number;
  /** Probability, from 0 to 1, that a player with maximum zeal plays on a given day. */
  readonly zeal: number;
}

export interface Realm {
  readonly players: readonly Player[];
  /** The uploads in the order in which they are sent. */
  readonly uploads: readonly RolledUpload[];
  /** Number of distinct records in the uploads. */
  readonly records: number;
}

export interface RolledUpload {
  /** Index of the phase in which the upload is received. */
  readonly phase: number;
  /** Whether all of the upload's records were sent before. */
  readonly repeat: boolean;
  /** The client language that the upload declares, or null if it declares none. */
  readonly locale: string | null;
  readonly records: readonly Rec[];
}

/** Rolls a realm: its players, what they meet each day, and how their records are uploaded. */
export function rollRealm(options: RealmOptions): Realm {
  const chance = dice(options.seed);
  const players = rollPlayers(chance, options.installs);
  const pools = dealPools(options.world ?? inventedWorld(chance), chance, options.share);
  const pen = newPen(chance);
  for (let day = 0; day < options.days; day++) {
    for (const player of players) {
      if (!chance.chance(player.zeal * options.zeal)) continue;
      playDay(pen, chance, pools, players, { player, day, atMs: timeOf(chance, options, day) });
    }
  }
  meetRareThings(pen, chance, pools, players, options);
  const uploads = sendAll(pen.written, chance, players, options);
  return { players, uploads, records: pen.written.length };
}

function timeOf(chance: Dice, { startMs }: RealmOptions, day: number): number {
  return startMs + day * DAY_MS + chance.between(0, 86_000) * 1000;
}

/** Rolls a player's reports for one day, each a few seconds after the previous one. */
function playDay(pen: Pen, chance: Dice, pools: Pools, players: readonly Player[], start: Moment): void {
  let { atMs } = start;
  const times = (mean: number, work: (moment: Moment) => unknown): void => {
    for (let n = Math.floor(mean + chance.next()); n > 0; n--) {
      work({ ...start, atMs });
      atMs += chance.between(1, 40) * (chance.chance(0.1) ? 1234 : 1000);
    }
  };
  times(8, (moment) => rollLoot(pen, chance, pools, moment));
  times(4, (moment) => rollSighting(pen, chance, pools, moment));
  times(1.5, (moment) => rollQuest(pen, chance, pools, moment));
  times(0.6, (moment) => rollVendor(pen, chance, pools, moment));
  times(2.5, (moment) => rollItem(pen, chance, pools, moment));
  times(0.6, (moment) => rollPrice(pen, chance, pools, moment));
  times(1.2, (moment) => rollRecipe(pen, chance, pools, moment));
  times(0.3, (moment) => rollTrainer(pen, chance, pools, moment));
  times(0.3, (moment) => rollMap(pen, chance, pools, moment));
  times(0.6, (moment) => rollCatalogue(pen, chance, pools, moment));
  times(0.6, (moment) => rollCensus(pen, chance, players, moment));
  times(0.2, (moment) => rollTalents(pen, chance, moment));
  times(0.1, (moment) => rollSilent(pen, chance, moment));
  if (start.player.trader) times(0.7, (moment) => rollScan(pen, chance, pools, moment));
}

/** First id for the signature items. The world's own item ids are all lower. */
const SIGNED_ITEM = 950_000;

/**
 * Rolls reports on things that exactly 1, 2, 3 or 4 installs report, some of them twice, and each install's signature
 * item, which no other install reports.
 */
function meetRareThings(pen: Pen, chance: Dice, pools: Pools, players: readonly Player[], options: RealmOptions): void {
  const { rare } = pools;
  const meet = <T>(things: readonly T[], report: (moment: Moment, thing: T) => unknown, who = players): void => {
    for (const [i, thing] of things.entries()) {
      for (const player of chance.some(who, 1 + (i % 4))) {
        for (let n = chance.between(1, 2); n > 0; n--) {
          const day = chance.below(options.days);
          report({ player, day, atMs: timeOf(chance, options, day) }, thing);
        }
      }
    }
  };
  meet(rare.npcs, (moment, npc) => rollLoot(pen, chance, pools, moment, { npc }));
  meet(rare.npcs, (moment, npc) => rollSighting(pen, chance, pools, moment, npc));
  meet(rare.objects, (moment, object) => rollLoot(pen, chance, pools, moment, { object }));
  meet(rare.quests, (moment, quest) => rollQuest(pen, chance, pools, moment, quest));
  meet(rare.vendors, (moment, vendor) => rollVendor(pen, chance, pools, moment, vendor));
  meet(rare.items, (moment, item) => rollItem(pen, chance, pools, moment, item));
  meet(rare.items, (moment, item) => rollPrice(pen, chance, pools, moment, item));
  meet(rare.recipes, (moment, recipe) => rollRecipe(pen, chance, pools, moment, recipe));
  meet(rare.trainers, (moment, trainer) => rollTrainer(pen, chance, pools, moment, trainer));
  meet(rare.maps, (moment, zone) => rollMap(pen, chance, pools, moment, zone));
  for (const [i, player] of players.entries()) {
    const fields = { itemId: SIGNED_ITEM + i, name: player.signature, quality: 'common' } as const;
    pen.write(player, timeOf(chance, options, i % options.days), 'item_seen', fields);
  }

  // All reports on a rare item are from one day. Three reporters make it a market day; two do not.
  const alliance = players.filter(({ trader, faction, realm }) => trader && faction === 'alliance' && realm.length > 8);
  for (const [i, item] of rare.items.entries()) {
    const day = i % options.days;
    const traded = { ...item, price: 100 + i };
    for (const player of chance.some(alliance, 1 + (i % 4))) {
      const moment = { player, day, atMs: options.startMs + day * DAY_MS + chance.between(1, 80_000) * 1000 };
      rollScan(pen, chance, pools, moment, { items: [traded], flood: i === 2, again: i % 4 === 2 });
    }
  }
  argue(pen, chance, players, options);
}

const DISPUTED_ITEM = 960_000;
const DISPUTES = 12;

/**
 * Rolls items on which three installs contradict three or four others. A tie gives no value; four against three gives
 * one.
 */
function argue(pen: Pen, chance: Dice, players: readonly Player[], options: RealmOptions): void {
  for (let i = 0; i < DISPUTES; i++) {
    for (const [n, player] of chance.some(players, 6 + (i % 2)).entries()) {
      const name = n < 3 ? `Disputed ${i}` : `Agreed ${i}`;
      const fields = { itemId: DISPUTED_ITEM + i, name, quality: n % 2 === 0 ? 'rare' : 'epic' } as const;
      pen.write(player, timeOf(chance, options, n % options.days), 'item_seen', fields);
    }
  }
}

const RECORDS_MAX = 2000;
const CHARACTERS_MAX = 590_000;

/**
 * Packs the records into uploads. Most records arrive in the first phase after their day, some a phase later. An upload
 * combines the records of one to eight players. Some uploads are sent twice, and some records reuse an `eventId`.
 */
function sendAll(
  written: readonly Rec[],
  chance: Dice,
  players: readonly Player[],
  options: RealmOptions,
): RolledUpload[] {
  const locales = new Map<string, string>(players.map(({ installId, locale }) => [installId, locale]));
  const last = options.phasesMs.length - 1;
  const byPhase = options.phasesMs.map((): Map<string, Rec[]> => new Map());
  for (const record of written) {
    const atMs = Date.parse(record.capturedAt);
    const next = options.phasesMs.findIndex((phaseMs) => phaseMs > atMs);
    const phase = Math.min(last, (next < 0 ? last : next) + (chance.chance(0.05) ? 1 : 0));
    const install = 'installId' in record ? record.installId : '';
    const mine = byPhase[phase]!.get(install) ?? [];
    byPhase[phase]!.set(install, mine);
    mine.push(record);
  }
  const uploads: RolledUpload[] = [];
  for (const [phase, byInstall] of byPhase.entries()) {
    const installs = chance.shuffled([...byInstall]);
    while (installs.length > 0) {
      const ofLocale = locales.get(installs[0]![0])!;
      const mates = installs.filter(([install]) => locales.get(install) === ofLocale).slice(0, chance.between(1, 8));
      for (const mate of mates) installs.splice(installs.indexOf(mate), 1);
      const together = mates.flatMap(([, records]) => records);
      for (const records of split(chance.chance(0.3) ? chance.shuffled(together) : together)) {
        // Some addons declare no language, and some declare one that the service does not know.
        const locale = chance.chance(0.8) ? ofLocale : chance.chance(0.8) ? null : 'plPL';
        uploads.push({ phase, repeat: false, locale, records });
        // A repeated record keeps the language of its first upload.
        if (chance.chance(0.06))
          uploads.push({ phase, repeat: true, locale: 'deDE', records: chance.shuffled(records) });
      }
    }
    const earlier = uploads.filter((upload) => !upload.repeat);
    // Send half of an upload again, plus records that reuse an eventId with different content, which are refused.
    const again = chance.pick(earlier).records;
    const reused = again
      .slice(0, 5)
      .flatMap((record): Rec[] =>
        'eventId' in record && record.kind === 'loot' ? [{ ...record, items: [{ itemId: 899_999, count: 7 }] }] : [],
      );
    uploads.push({ phase, repeat: true, locale: null, records: [...again.slice(0, again.length / 2), ...reused] });
  }
  return uploads.filter(({ records }) => records.length > 0);
}

function split(records: readonly Rec[]): Rec[][] {
  const parts: Rec[][] = [[]];
  let characters = 0;
  for (const record of records) {
    const length = JSON.stringify(record).length * 1.05 + 1;
    if (parts.at(-1)!.length >= RECORDS_MAX || characters + length > CHARACTERS_MAX) {
      parts.push([]);
      characters = 0;
    }
    parts.at(-1)!.push(record);
    characters += length;
  }
  return parts;
}
