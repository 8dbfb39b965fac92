import { realmKey } from '../intake/realms.ts';
import { type Cell, type Counter, createCounter } from './cells.ts';
import { byText } from './order.ts';
import { type Claim, type DailyFact, type DailyRollup, dayText, type Told } from './rollup.ts';
import { daysField, type Reported, reportedBefore } from './window.ts';

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
export const cutName = (faction: string | null, characterClass: string | null): string =>
  `${faction ?? '*'}:${characterClass ?? '*'}`;

/**
 * How many characters there are (contract, section 3, Population): distinct ones, each by its newest report in the 30 days
 * before `day`, in all realms together and in each. Subject: ALL_REALMS or a realm's key.
 *
 * Every cell of every cut stands on its own three installs; nothing is derived from cells that are not shown. So the cells
 * of a cut by class need not add up to those by faction.
 */
export const population: DailyRollup = {
  name: 'population',
  version: 1,
  shape: 'daily',
  kinds: ['census_self', 'census_seen'],
  claims: (record, about) =>
    charactersOf(record).map(({ characterKey, ...character }): Claim => {
      const { faction, class: characterClass, race = null, level } = character;
      const told: CharacterTold = [realmKey(character.realm), faction, characterClass, race, level];
      return { subject: characterKey, field: daysField(about), value: JSON.stringify(told) };
    }),
  facts: (day, testimonies) => {
    const realms = new Map<string, Map<string, Counters>>();
    for (const group of groupsOf(reportedBefore(day, testimonies))) count(realms, group);
    return [...realms]
      .map(([subject, cuts]) => factOf(subject, day, cuts))
      .filter((fact) => fact !== null)
      .sort((a, b) => byText(a.subject, b.subject));
  },
};

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

const charactersOf = (record: Told): readonly Character[] => {
  switch (record.kind) {
    case 'census_self':
      return [record];
    case 'census_seen':
      return record.characters.map((character) => ({ ...character, realm: record.realm }));
    default:
      return [];
  }
};

/** Characters that differ in nothing that is counted. */
interface Group {
  readonly realm: string;
  readonly faction: string;
  readonly class: string;
  readonly race: string | null;
  readonly band: string;
  characters: number;
  readonly installs: Set<number>;
}

const groupsOf = (characters: readonly Reported[]): Iterable<Group> => {
  const groups = new Map<string, Group>();
  for (const { value, installs } of characters) {
    const [realm, faction, characterClass, race, level] = JSON.parse(value) as CharacterTold;
    const band = bandOf(level);
    const key = [realm, faction, characterClass, race ?? '', band].join('\n');
    let group = groups.get(key);
    if (group === undefined) {
      group = { realm, faction, class: characterClass, race, band, characters: 0, installs: new Set() };
      groups.set(key, group);
    }
    group.characters++;
    for (const installN of installs) group.installs.add(installN);
  }
  return groups.values();
};

const TOP_BAND = 60;

/** Ten levels each; what is above the highest level of the game's first years is one band. */
const bandOf = (level: number): string => {
  const from = Math.floor(level / 10) * 10;
  return from >= TOP_BAND ? `${TOP_BAND}+` : `${Math.max(1, from)}-${from + 9}`;
};

type Counters = Readonly<Record<Dimension, Counter<string>>>;

const createCounters = (): Counters => ({
  factions: createCounter(byText),
  classes: createCounter(byText),
  races: createCounter(byText),
  levels: createCounter(byText),
});

/** Adds a group to the four cuts it belongs to, in its realm and in all. */
const count = (realms: Map<string, Map<string, Counters>>, group: Group): void => {
  for (const realm of [ALL_REALMS, group.realm]) {
    const cuts = realms.get(realm) ?? new Map<string, Counters>();
    realms.set(realm, cuts);
    for (const faction of [null, group.faction]) {
      for (const characterClass of [null, group.class]) {
        const name = cutName(faction, characterClass);
        const counters = cuts.get(name) ?? createCounters();
        cuts.set(name, counters);
        counters.factions.add(group.faction, group.characters, group.installs);
        counters.classes.add(group.class, group.characters, group.installs);
        if (group.race !== null) counters.races.add(group.race, group.characters, group.installs);
        counters.levels.add(group.band, group.characters, group.installs);
      }
    }
  }
};

const factOf = (subject: string, day: number, cuts: ReadonlyMap<string, Counters>): DailyFact | null => {
  const shown = [...cuts]
    .map(([name, counters]) => [name, cutOf(counters)] as const)
    .filter(([, cut]) => DIMENSIONS.some((dimension) => cut[dimension].total !== null))
    .sort(([a], [b]) => byText(a, b));
  if (shown.length === 0) return null;
  const body: Population = { day: dayText(day), cuts: Object.fromEntries(shown) };
  return { subject, body: { ...body } };
};

const cutOf = (counters: Counters): PopulationCut => ({
  factions: breakdownOf(counters.factions),
  classes: breakdownOf(counters.classes),
  races: breakdownOf(counters.races),
  levels: breakdownOf(counters.levels),
});

const breakdownOf = (counter: Counter<string>): Breakdown => {
  const cells = counter.shown();
  return {
    total: cells.length === 0 ? null : cells.reduce((sum, [, { characters }]) => sum + characters, 0),
    cells: Object.fromEntries(cells),
  };
};
