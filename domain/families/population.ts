import type { SubjectFact } from '../ports/facts.ts';
import { formatDayNumber } from '../values/instant.ts';
import { toRealmKey } from '../values/realm_key.ts';
import { type AnonymousRecord, type Claim, defineDaily } from './counting/family.ts';
import { type Cell, type Counter, createCounter, type Group, type Step, surveyGroups } from './counting/groups.ts';
import { compareStrings } from './counting/order.ts';
import { formatDaysField } from './counting/window.ts';

/** The subject for all realms combined. It cannot be a realm's key, because those have at least two characters. */
export const ALL_REALMS = '*';

/** Public cells of one dimension. `total` is their sum, or null without public cells, since it is then unknown. */
export interface Breakdown {
  readonly total: number | null;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** Characters of one cut (a faction, a class, both, or everyone). A character of unknown race is in no race's cell. */
export type PopulationOfGroup = Readonly<Record<Dimension, Breakdown>>;

/** `levels` are bands: 1-9, 10-19 and so on, up to 60+. Classes and races are the client's tokens. */
export const DIMENSIONS = ['factions', 'classes', 'races', 'levels'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/**
 * The facts about one subject. `day` is YYYY-MM-DD. Cuts are keyed by `toGroupKey`; cuts without public cells are
 * absent.
 */
export interface PopulationFact {
  readonly day: string;
  readonly cuts: Readonly<Record<string, PopulationOfGroup>>;
}

/** Names the cut for a faction, a class, both, or all characters (`*:*`). */
export function toGroupKey(faction: string | null, characterClass: string | null): string {
  return `${faction ?? '*'}:${characterClass ?? '*'}`;
}

/**
 * Number of distinct characters on each realm and on all realms combined (contract, section 3, Population). Each
 * character counts with its newest report from the 30 days before `day`. The subject is ALL_REALMS or a realm's key.
 *
 * Every figure is a sum of groups that at least three installs reported (groups.ts). The first groups share realm,
 * faction, class, race and level band. The remaining characters are grouped more coarsely, and finally across all
 * realms. A group counts in every cell that its key names, so two breakdowns may have different sums, and realms may
 * not add up to the total. Any difference between figures was also reported by three installs.
 */
export const population = defineDaily({
  name: 'population',
  version: 3,
  kinds: ['census_self', 'census_seen'],
  subject: null,
  witnesses: {},
  claims: (record, about) =>
    listCharacters(record).map(({ characterKey, ...character }): Claim => {
      const { faction, class: characterClass, race = null, level } = character;
      const reported: CharacterReport = [toRealmKey(character.realm), faction, characterClass, race, level];
      return { subject: characterKey, field: formatDaysField(about), value: JSON.stringify(reported) };
    }),
  count: (day) =>
    surveyGroups<CharacterTraits, CharacterTraits>(day, listFreeTexts, (reported) => ({
      read: (report) => readCharacterTraits(report, reported),
      facts: (groups) => {
        const realms = new Map<string, Map<string, Counters>>();
        for (const group of groups.groups(GROUPING_STEPS)) addGroupToCounters(realms, group);
        return [...realms]
          .map(([subject, cuts]) => buildFact(subject, day, cuts))
          .sort((a, b) => compareStrings(a.subject, b.subject));
      },
    })),
});

type CharacterReport = readonly [
  realmKey: string,
  faction: string,
  characterClass: string,
  race: string | null,
  level: number,
];

interface ReportedCharacter {
  readonly characterKey: string;
  readonly realm: string;
  readonly faction: string;
  readonly class: string;
  readonly race?: string;
  readonly level: number;
}

function listCharacters(record: AnonymousRecord): readonly ReportedCharacter[] {
  switch (record.kind) {
    case 'census_self':
      return [record];
    case 'census_seen':
      return record.characters.map((character) => ({ ...character, realm: record.realm }));
    default:
      return [];
  }
}

/** Counted attributes of a character. Each is null if it is unknown or not part of the group's key. */
interface CharacterTraits {
  readonly realm: string | null;
  readonly faction: string | null;
  readonly class: string | null;
  readonly race: string | null;
  readonly band: string | null;
}

/** Returns a report's free-form texts, each prefixed with the name of its attribute. */
function listFreeTexts(report: string): readonly string[] {
  const [realm, , characterClass, race] = JSON.parse(report) as CharacterReport;
  return [`realm ${realm}`, `class ${characterClass}`, ...(race === null ? [] : [`race ${race}`])];
}

/** Replaces free-form texts reported by fewer than three installs with null, so that they identify nobody. */
function readCharacterTraits(report: string, reported: ReadonlyMap<string, number>): CharacterTraits {
  const [realm, faction, characterClass, race, level] = JSON.parse(report) as CharacterReport;
  return {
    realm: reported.has(`realm ${realm}`) ? realm : null,
    faction,
    class: reported.has(`class ${characterClass}`) ? characterClass : null,
    race: reported.has(`race ${race}`) ? race : null,
    band: findLevelBand(level),
  };
}

const TOP_LEVEL_BAND = 60;

/** Bands are ten levels wide. Levels above the original level cap share one band. */
function findLevelBand(level: number): string {
  const from = Math.floor(level / 10) * 10;
  return from >= TOP_LEVEL_BAND ? `${TOP_LEVEL_BAND}+` : `${Math.max(1, from)}-${from + 9}`;
}

/** Attributes in a group's key: the most specific keys first, then the attributes that readers ask for most. */
const GROUPING_TRAITS: readonly (readonly (keyof CharacterTraits)[])[] = [
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

const NO_TRAITS: CharacterTraits = { realm: null, faction: null, class: null, race: null, band: null };

function groupByTraits(keyTraits: readonly (keyof CharacterTraits)[]): Step<CharacterTraits, CharacterTraits> {
  return (traits) =>
    keyTraits.some((trait) => traits[trait] === null)
      ? null
      : { ...NO_TRAITS, ...Object.fromEntries(keyTraits.map((trait) => [trait, traits[trait]])) };
}

/** Groups characters within each realm first, then the remaining ones across realms. */
const GROUPING_STEPS = [
  ...GROUPING_TRAITS.map((keyTraits) => groupByTraits(['realm', ...keyTraits])),
  ...GROUPING_TRAITS.map(groupByTraits),
];

type Counters = Readonly<Record<Dimension, Counter<string>>>;

/** Adds a group to every cell that its key names, in every matching cut, for its realm and for all realms. */
function addGroupToCounters(realms: Map<string, Map<string, Counters>>, group: Group<CharacterTraits>): void {
  const { key } = group;
  for (const realm of key.realm === null ? [ALL_REALMS] : [ALL_REALMS, key.realm]) {
    const cuts = realms.get(realm) ?? new Map<string, Counters>();
    realms.set(realm, cuts);
    for (const faction of new Set([null, key.faction])) {
      for (const characterClass of new Set([null, key.class])) {
        const name = toGroupKey(faction, characterClass);
        const counters = cuts.get(name) ?? mapDimensions(() => createCounter<string>(compareStrings));
        cuts.set(name, counters);
        if (key.faction !== null) counters.factions.add(key.faction, group);
        if (key.class !== null) counters.classes.add(key.class, group);
        if (key.race !== null) counters.races.add(key.race, group);
        if (key.band !== null) counters.levels.add(key.band, group);
      }
    }
  }
}

function buildFact(subject: string, day: number, counted: ReadonlyMap<string, Counters>): SubjectFact<object> {
  const shown = [...counted].map(
    ([name, counters]) => [name, mapDimensions((dimension) => buildBreakdown(counters[dimension]))] as const,
  );
  const cuts = Object.fromEntries(shown.sort(([a], [b]) => compareStrings(a, b)));
  return { subject, body: { day: formatDayNumber(day), cuts } satisfies PopulationFact };
}

function mapDimensions<T>(create: (dimension: Dimension) => T): Readonly<Record<Dimension, T>> {
  return Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, create(dimension)])) as Record<Dimension, T>;
}

function buildBreakdown(counter: Counter<string>): Breakdown {
  const cells = counter.cells();
  return {
    total: cells.length === 0 ? null : cells.reduce((sum, [, { characters }]) => sum + characters, 0),
    cells: Object.fromEntries(cells),
  };
}
