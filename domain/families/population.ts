import { realmKey } from '../values/realm_key.ts';
import { type Cell, type Counter, createCounter } from './counting/cells.ts';
import { type AnonymousRecord, type Claim, type DailyFact, daily, dayText } from './counting/family.ts';
import { countInGroups, type Group, type Step } from './counting/groups.ts';
import { byText } from './counting/order.ts';
import { daysField } from './counting/window.ts';

/** The subject of all realms together. No realm has it for a key: theirs have two characters at least. */
export const ALL_REALMS = '*';

/** Cells of one kind that are shown. `total` is the sum of them, null where none is: unknown, not zero. */
export interface Breakdown {
  readonly total: number | null;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** The characters of one cut, counted four ways; a character without a known race is in no race's cell. */
export type PopulationCut = Readonly<Record<Dimension, Breakdown>>;

/** `levels` are bands: 1-9, 10-19 and so on, and 60+. Classes and races are the client's tokens. */
export const DIMENSIONS = ['factions', 'classes', 'races', 'levels'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The body of one subject: the day it was computed for (YYYY-MM-DD), and its cuts by `cutName`. */
export interface Population {
  readonly day: string;
  readonly cuts: Readonly<Record<string, PopulationCut>>;
}

/** The cut of a faction, of a class, of both or (`*:*`) of all; a cut without shown cells is left out. */
export function cutName(faction: string | null, characterClass: string | null): string {
  return `${faction ?? '*'}:${characterClass ?? '*'}`;
}

/**
 * How many characters there are (contract, section 3, Population): distinct ones, each by its newest report in the 30 days
 * before `day`, in all realms together and in each. Subject: ALL_REALMS or a realm's key.
 *
 * Every figure is a sum of groups that three installs told (groups.ts): those of a realm, faction, class, race and level
 * band, then, of what is left over, coarser ones, and at last those of all realms together. A group counts in the cells
 * that its key says. So cells of one breakdown need not add up to those of another, nor realms to all together; what is
 * between them was told by three installs, too.
 */
export const population = daily({
  name: 'population',
  version: 2,
  kinds: ['census_self', 'census_seen'],
  subject: null,
  logged: false,
  witnesses: {},
  claims: (record, about) =>
    charactersOf(record).map(({ characterKey, ...character }): Claim => {
      const { faction, class: characterClass, race = null, level } = character;
      const told: CharacterTold = [realmKey(character.realm), faction, characterClass, race, level];
      return { subject: characterKey, field: daysField(about), value: JSON.stringify(told) };
    }),
  count: (day) =>
    countInGroups<Traits, Traits>(day, textsOf, (told) => ({
      read: (report) => traitsOf(report, told),
      facts: (groups) => {
        const realms = new Map<string, Map<string, Counters>>();
        for (const group of groups.groups(STEPS)) count(realms, group);
        return [...realms]
          .map(([subject, cuts]) => factOf(subject, day, cuts))
          .sort((a, b) => byText(a.subject, b.subject));
      },
    })),
});

type CharacterTold = readonly [
  realmKey: string,
  faction: string,
  characterClass: string,
  race: string | null,
  level: number,
];

interface Character {
  readonly characterKey: string;
  readonly realm: string;
  readonly faction: string;
  readonly class: string;
  readonly race?: string;
  readonly level: number;
}

function charactersOf(record: AnonymousRecord): readonly Character[] {
  switch (record.kind) {
    case 'census_self':
      return [record];
    case 'census_seen':
      return record.characters.map((character) => ({ ...character, realm: record.realm }));
    default:
      return [];
  }
}

/** What is counted of a character; null: unknown, or left unsaid. */
interface Traits {
  readonly realm: string | null;
  readonly faction: string | null;
  readonly class: string | null;
  readonly race: string | null;
  readonly band: string | null;
}

/** The free texts of a report, each marked with what it is. */
function textsOf(report: string): readonly string[] {
  const [realm, , characterClass, race] = JSON.parse(report) as CharacterTold;
  return [`realm ${realm}`, `class ${characterClass}`, ...(race === null ? [] : [`race ${race}`])];
}

/** A free text that fewer than three installs told is unknown: it is in no cell, and tells no two characters apart. */
function traitsOf(report: string, told: ReadonlyMap<string, number>): Traits {
  const [realm, faction, characterClass, race, level] = JSON.parse(report) as CharacterTold;
  return {
    realm: told.has(`realm ${realm}`) ? realm : null,
    faction,
    class: told.has(`class ${characterClass}`) ? characterClass : null,
    race: told.has(`race ${race}`) ? race : null,
    band: bandOf(level),
  };
}

const TOP_BAND = 60;

/** Ten levels each; what is above the highest level of the game's first years is one band. */
function bandOf(level: number): string {
  const from = Math.floor(level / 10) * 10;
  return from >= TOP_BAND ? `${TOP_BAND}+` : `${Math.max(1, from)}-${from + 9}`;
}

/** Which traits a group's key says, the finest first; of equally fine ones what readers ask for first. */
const SAID: readonly (readonly (keyof Traits)[])[] = [
  ['faction', 'class', 'race', 'band'],
  ['faction', 'class', 'race'],
  ['faction', 'class', 'band'],
  ['faction', 'race', 'band'],
  ['class', 'race', 'band'],
  ['faction', 'class'],
  ['faction', 'race'],
  ['faction', 'band'],
  ['class', 'race'],
  ['class', 'band'],
  ['race', 'band'],
  ['faction'],
  ['class'],
  ['race'],
  ['band'],
];

const UNSAID: Traits = { realm: null, faction: null, class: null, race: null, band: null };

function saying(said: readonly (keyof Traits)[]): Step<Traits, Traits> {
  return (traits) =>
    said.some((trait) => traits[trait] === null)
      ? null
      : { ...UNSAID, ...Object.fromEntries(said.map((trait) => [trait, traits[trait]])) };
}

/** First within each realm, then what no realm's groups hold in all realms together. */
const STEPS = [...SAID.map((said) => saying(['realm', ...said])), ...SAID.map(saying)];

type Counters = Readonly<Record<Dimension, Counter<string>>>;

function createCounters(): Counters {
  return {
    factions: createCounter(byText),
    classes: createCounter(byText),
    races: createCounter(byText),
    levels: createCounter(byText),
  };
}

/** Adds a group to the cells that its key says, in every cut that it says, in its realm and in all. */
function count(realms: Map<string, Map<string, Counters>>, group: Group<Traits>): void {
  const { key } = group;
  for (const realm of key.realm === null ? [ALL_REALMS] : [ALL_REALMS, key.realm]) {
    const cuts = realms.get(realm) ?? new Map<string, Counters>();
    realms.set(realm, cuts);
    for (const faction of new Set([null, key.faction])) {
      for (const characterClass of new Set([null, key.class])) {
        const name = cutName(faction, characterClass);
        const counters = cuts.get(name) ?? createCounters();
        cuts.set(name, counters);
        if (key.faction !== null) counters.factions.add(key.faction, group);
        if (key.class !== null) counters.classes.add(key.class, group);
        if (key.race !== null) counters.races.add(key.race, group);
        if (key.band !== null) counters.levels.add(key.band, group);
      }
    }
  }
}

function factOf(subject: string, day: number, cuts: ReadonlyMap<string, Counters>): DailyFact {
  const shown = [...cuts].map(([name, counters]) => [name, cutOf(counters)] as const);
  const body: Population = {
    day: dayText(day),
    cuts: Object.fromEntries(shown.sort(([a], [b]) => byText(a, b))),
  };
  return { subject, body: { ...body } };
}

function cutOf(counters: Counters): PopulationCut {
  return {
    factions: breakdownOf(counters.factions),
    classes: breakdownOf(counters.classes),
    races: breakdownOf(counters.races),
    levels: breakdownOf(counters.levels),
  };
}

function breakdownOf(counter: Counter<string>): Breakdown {
  const cells = counter.cells();
  return {
    total: cells.length === 0 ? null : cells.reduce((sum, [, { characters }]) => sum + characters, 0),
    cells: Object.fromEntries(cells),
  };
}
