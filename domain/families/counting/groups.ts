import { isCorroborated } from '../../values/corroboration.ts';
import { countWitnesses } from '../../values/witnesses.ts';
import type { DailyFact, DailySurvey } from './family.ts';
import { type Reported, reportedBefore } from './window.ts';

/**
 * How characters are counted so that nothing hidden follows from what is shown, whatever is added or subtracted.
 *
 * What a character may be is split into groups that never overlap; a character stands in the group of its newest report,
 * and an install witnesses a group through a character only where its own newest report of that character is of that
 * very group. A group counts with three witnesses, and every figure is a sum of groups that count. So whatever can be
 * computed from figures is computed from groups, each of which three installs told.
 *
 * Where the finest groups are too thin, those that are left over are joined by coarser and coarser keys (`Step`). What
 * a coarser key leaves unsaid counts in no figure that would say it.
 */
export interface Group<K> {
  readonly key: K;
  readonly characters: number;
  /** Its witnesses: three at least. */
  readonly installs: ReadonlySet<number>;
}

/** Values of equal keys are one group; null: the value has no such key. */
export type Step<V, K> = (value: V) => K | null;

/** Groups being counted. Characters may be added in slices; each is added once. */
interface GroupCount<K, V> {
  add(characters: Iterable<Reported>): void;
  /** The groups that count. */
  groups(steps: readonly Step<V, K>[]): readonly Group<K>[];
}

/** `read` says what a report tells; values that are the same JSON text are one, and all that is kept of characters. */
function createGroupCount<V, K>(read: (report: string) => V): GroupCount<K, V> {
  const tellings = createTellings(read);
  return {
    add: tellings.add,
    groups: (steps) => {
      const groups: Group<K>[] = [];
      let left = tellings.all();
      for (const step of steps) {
        const { formed, rest } = joined(left, step);
        groups.push(...formed);
        left = rest;
      }
      return groups;
    },
  };
}

/** A value that somebody told, and how many characters it is the newest report of. */
interface Value<V> {
  readonly value: V;
  characters: number;
}

/** The installs whose own newest report of a character that stands as one value is the other, or the same. */
interface Telling<V> {
  readonly stands: Value<V>;
  readonly told: Value<V>;
  readonly installs: Set<number>;
}

interface Tellings<V> {
  readonly values: readonly Value<V>[];
  readonly tellings: readonly Telling<V>[];
}

function createTellings<V>(read: (report: string) => V) {
  const values = new Map<string, Value<V>>();
  const pairs = new Map<Value<V>, Map<Value<V>, Telling<V>>>();
  const add = (characters: Iterable<Reported>): void => {
    // Reports of one slice are often alike; over all slices they would be as many as characters.
    const reports = new Map<string, Value<V>>();
    const valueFor = (report: string): Value<V> => {
      let known = reports.get(report);
      if (known === undefined) {
        const value = read(report);
        const text = JSON.stringify(value);
        known = values.get(text) ?? { value, characters: 0 };
        values.set(text, known);
        reports.set(report, known);
      }
      return known;
    };
    for (const { value, told } of characters) {
      const stands = valueFor(value);
      stands.characters++;
      const ofValue = pairs.get(stands) ?? new Map<Value<V>, Telling<V>>();
      pairs.set(stands, ofValue);
      for (const [installN, report] of told) {
        const own = valueFor(report);
        const telling = ofValue.get(own) ?? { stands, told: own, installs: new Set() };
        ofValue.set(own, telling);
        telling.installs.add(installN);
      }
    }
  };
  const all = (): Tellings<V> => ({
    values: [...values.values()],
    tellings: [...pairs.values()].flatMap((ofValue) => [...ofValue.values()]),
  });
  return { add, all };
}

/** The groups that a key forms of what is left, and what it leaves. */
function joined<V, K>({ values, tellings }: Tellings<V>, step: Step<V, K>) {
  interface Forming extends Group<K> {
    characters: number;
    readonly installs: Set<number>;
  }
  const byKey = new Map<string, Forming>();
  const groupOf = new Map<Value<V>, Forming>();
  for (const value of values) {
    const key = step(value.value);
    if (key === null) continue;
    const text = JSON.stringify(key);
    const group = byKey.get(text) ?? { key, characters: 0, installs: new Set() };
    byKey.set(text, group);
    groupOf.set(value, group);
    group.characters += value.characters;
  }
  for (const { stands, told, installs } of tellings) {
    const group = groupOf.get(stands);
    if (group === undefined || groupOf.get(told) !== group) continue;
    for (const installN of installs) group.installs.add(installN);
  }
  const counts = (group: Forming): boolean => isCorroborated(countWitnesses(group.installs));
  const isLeft = (value: Value<V>): boolean => {
    const group = groupOf.get(value);
    return group === undefined || !counts(group);
  };
  return {
    formed: [...byKey.values()].filter(counts),
    rest: {
      values: values.filter(isLeft),
      tellings: tellings.filter(({ stands, told }) => isLeft(stands) && isLeft(told)),
    },
  };
}

/** Who told which texts. Characters may be added in slices. */
interface TextSurvey {
  add(characters: Iterable<Reported>): void;
  /** How many installs told each text; those that fewer than three told are left out. */
  told(): ReadonlyMap<string, number>;
}

function createTextSurvey(textsOf: (report: string) => readonly string[]): TextSurvey {
  // Most texts that anyone makes up are told by one install alone: it stands there without a set.
  const installs = new Map<string, number | Set<number>>();
  const note = (text: string, installN: number): void => {
    const known = installs.get(text);
    if (known === undefined) installs.set(text, installN);
    else if (typeof known !== 'number') known.add(installN);
    else if (known !== installN) installs.set(text, new Set([known, installN]));
  };
  return {
    add: (characters) => {
      for (const { told } of characters) {
        for (const [installN, report] of told) for (const text of textsOf(report)) note(text, installN);
      }
    },
    told: () => {
      const counts = new Map<string, number>();
      for (const [text, known] of installs) {
        const count = typeof known === 'number' ? 1 : countWitnesses(known);
        if (isCorroborated(count)) counts.set(text, count);
      }
      return counts;
    },
  };
}

/** What a daily roll-up counts in groups, once it is known which texts three installs told. */
interface Counting<K, V> {
  /** What a report tells. */
  readonly read: (report: string) => V;
  facts(groups: GroupCount<K, V>): readonly DailyFact[];
}

/** Counts the characters of a day in groups: first which texts were told, then who told what of whom. */
export function countInGroups<K, V>(
  day: number,
  textsOf: (report: string) => readonly string[],
  countingOf: (told: ReadonlyMap<string, number>) => Counting<K, V>,
): DailySurvey {
  const survey = createTextSurvey(textsOf);
  return {
    survey: (testimonies) => survey.add(reportedBefore(day, testimonies)),
    counted: () => {
      const { read, facts } = countingOf(survey.told());
      const groups = createGroupCount<V, K>(read);
      return { add: (testimonies) => groups.add(reportedBefore(day, testimonies)), facts: () => facts(groups) };
    },
  };
}
