import type { SubjectFact } from '../../ports/facts.ts';
import { isCorroborated } from '../../values/corroboration.ts';
import { countWitnesses } from '../../values/witnesses.ts';
import type { OpenDailySurvey } from './family.ts';
import { countEarlierReports, type ReportCount } from './window.ts';

/**
 * Counts characters so that adding or subtracting figures reveals nothing that is hidden.
 *
 * Characters are split into groups that never overlap. A character belongs to the group of its newest report. An
 * install witnesses a group through a character only if the install's own newest report of that character belongs to
 * the same group. A group counts if it has three witnesses, and every figure is a sum of groups that count. Anything
 * that can be computed from the figures can therefore be computed from groups that three installs reported.
 *
 * If the most specific groups are too small, the remaining characters are grouped by coarser and coarser keys (`Step`).
 * If a coarser key omits an attribute, the group does not count in any figure for that attribute.
 */
export interface Group<K> {
  readonly key: K;
  readonly characters: number;
  /** The group's witnesses, at least three. */
  readonly installs: ReadonlySet<number>;
}

/** Computes the key of a value, or null if the value has no key. Values with equal keys form one group. */
export type Step<V, K> = (value: V) => K | null;

/** A reported value, and the number of characters whose newest report has this value. */
interface ReportedValue<V> {
  readonly value: V;
  characters: number;
}

/** Installs that reported `told` about characters whose newest report is `newest`. Both may be the same value. */
interface ReportPair<V> {
  readonly newest: ReportedValue<V>;
  readonly reported: ReportedValue<V>;
  readonly installs: Set<number>;
}

interface ReportPairs<V> {
  readonly values: readonly ReportedValue<V>[];
  readonly pairs: readonly ReportPair<V>[];
}

/** Counts groups. `read` parses a report; reports with equal JSON are merged. Add each character only once. */
function createGroupCounter<V, K>(read: (report: string) => V) {
  const values = new Map<string, ReportedValue<V>>();
  const pairsByNewest = new Map<ReportedValue<V>, Map<ReportedValue<V>, ReportPair<V>>>();
  const add = (characters: Iterable<ReportCount>): void => {
    // Many reports within one slice are equal. A map across all slices could have an entry for every character.
    const reports = new Map<string, ReportedValue<V>>();
    const valueFor = (report: string): ReportedValue<V> => {
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
    for (const { value, reports } of characters) {
      const newest = valueFor(value);
      newest.characters++;
      const ofValue = pairsByNewest.get(newest) ?? new Map<ReportedValue<V>, ReportPair<V>>();
      pairsByNewest.set(newest, ofValue);
      for (const [installN, report] of reports) {
        const own = valueFor(report);
        const pair = ofValue.get(own) ?? { newest, reported: own, installs: new Set() };
        ofValue.set(own, pair);
        pair.installs.add(installN);
      }
    }
  };
  const groups = (steps: readonly Step<V, K>[]): readonly Group<K>[] => {
    const counted: Group<K>[] = [];
    let left: ReportPairs<V> = {
      values: [...values.values()],
      pairs: [...pairsByNewest.values()].flatMap((ofValue) => [...ofValue.values()]),
    };
    for (const step of steps) {
      const { formed, rest } = groupByKey(left, step);
      counted.push(...formed);
      left = rest;
    }
    return counted;
  };
  return { add, groups };
}

/** Groups the remaining values by key. Returns the groups that count, and the values not yet in a group. */
function groupByKey<V, K>({ values, pairs }: ReportPairs<V>, step: Step<V, K>) {
  interface Forming extends Group<K> {
    characters: number;
    readonly installs: Set<number>;
  }
  const byKey = new Map<string, Forming>();
  const groupOf = new Map<ReportedValue<V>, Forming>();
  for (const value of values) {
    const key = step(value.value);
    if (key === null) continue;
    const text = JSON.stringify(key);
    const group = byKey.get(text) ?? { key, characters: 0, installs: new Set() };
    byKey.set(text, group);
    groupOf.set(value, group);
    group.characters += value.characters;
  }
  for (const { newest, reported, installs } of pairs) {
    const group = groupOf.get(newest);
    if (group === undefined || groupOf.get(reported) !== group) continue;
    for (const installN of installs) group.installs.add(installN);
  }
  const counts = (group: Forming): boolean => isCorroborated(countWitnesses(group.installs));
  const isLeft = (value: ReportedValue<V>): boolean => {
    const group = groupOf.get(value);
    return group === undefined || !counts(group);
  };
  return {
    formed: [...byKey.values()].filter(counts),
    rest: {
      values: values.filter(isLeft),
      pairs: pairs.filter(({ newest, reported }) => isLeft(newest) && isLeft(reported)),
    },
  };
}

/** Counts the installs reporting each text. Characters may be added in slices. */
function createTextSurvey(textsOf: (report: string) => readonly string[]) {
  // Most made-up texts come from a single install, so a lone install is stored without a Set.
  const installs = new Map<string, number | Set<number>>();
  const note = (text: string, installN: number): void => {
    const known = installs.get(text);
    if (known === undefined) installs.set(text, installN);
    else if (typeof known !== 'number') known.add(installN);
    else if (known !== installN) installs.set(text, new Set([known, installN]));
  };
  return {
    add: (characters: Iterable<ReportCount>): void => {
      for (const { reports } of characters) {
        for (const [installN, report] of reports) for (const text of textsOf(report)) note(text, installN);
      }
    },
    /** Returns a map from text to number of installs. Texts reported by fewer than three installs are omitted. */
    reported: (): ReadonlyMap<string, number> => {
      const counts = new Map<string, number>();
      for (const [text, known] of installs) {
        const count = typeof known === 'number' ? 1 : countWitnesses(known);
        if (isCorroborated(count)) counts.set(text, count);
      }
      return counts;
    },
  };
}

/** The second pass of a daily roll-up, which starts once the texts reported by three installs are known. */
interface GroupSurveyRules<K, V> {
  readonly read: (report: string) => V;
  facts(groups: ReturnType<typeof createGroupCounter<V, K>>): readonly SubjectFact<object>[];
}

/** Counts a day's characters in groups. The first pass counts the installs reporting each text. */
export function surveyGroups<K, V>(
  day: number,
  textsOf: (report: string) => readonly string[],
  countingOf: (reported: ReadonlyMap<string, number>) => GroupSurveyRules<K, V>,
): OpenDailySurvey {
  const survey = createTextSurvey(textsOf);
  return {
    survey: (testimonies) => survey.add(countEarlierReports(day, testimonies)),
    counted: () => {
      const { read, facts } = countingOf(survey.reported());
      const groups = createGroupCounter<V, K>(read);
      return { add: (testimonies) => groups.add(countEarlierReports(day, testimonies)), facts: () => facts(groups) };
    },
  };
}

/** Number of distinct characters, and of the installs that reported them, at least three. */
export interface Cell {
  readonly characters: number;
  readonly installs: number;
}

/** Sums cells per key. Every cell, and every difference between two cells, is supported by at least three installs. */
export interface Counter<K> {
  add(key: K, group: { readonly characters: number; readonly installs: ReadonlySet<number> }): void;
  /** Returns the cells in key order. */
  cells(): readonly (readonly [key: K, cell: Cell])[];
}

export function createCounter<K>(order: (a: K, b: K) => number): Counter<K> {
  const counts = new Map<K, { characters: number; readonly installs: Set<number> }>();
  return {
    add: (key, { characters, installs }) => {
      let count = counts.get(key);
      if (count === undefined) {
        count = { characters: 0, installs: new Set() };
        counts.set(key, count);
      }
      count.characters += characters;
      for (const installN of installs) count.installs.add(installN);
    },
    cells: () =>
      [...counts]
        .map(([key, { characters, installs }]) => [key, { characters, installs: countWitnesses(installs) }] as const)
        .sort(([a], [b]) => order(a, b)),
  };
}
