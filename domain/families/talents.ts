import type { SubjectFact } from '../ports/facts.ts';
import { groupBy } from '../values/group_by.ts';
import { formatDayNumber } from '../values/instant.ts';
import { countWitnesses } from '../values/witnesses.ts';
import { defineDaily } from './counting/family.ts';
import { type Cell, type Counter, createCounter, type Group, type Step, surveyGroups } from './counting/groups.ts';
import { compareNumbers, compareStrings } from './counting/order.ts';
import { formatDaysField } from './counting/window.ts';

/** Number of characters of a class that have points in one talent. `ranks` breaks the number down by points spent. */
export interface TalentNode extends Cell {
  readonly nodeId: number;
  readonly ranks: readonly (Cell & { readonly rank: number })[];
}

/** A complete talent build, ordered by node, and the number of characters with exactly these points. */
export interface TalentPlan extends Cell {
  readonly nodes: readonly (readonly [nodeId: number, rank: number])[];
}

/** The facts about one class. `day` is YYYY-MM-DD. `plans` are ordered by characters, and absent in old snapshots. */
export interface TalentPopularity extends Cell {
  readonly day: string;
  readonly nodes: readonly TalentNode[];
  readonly plans?: readonly TalentPlan[];
}

const TALENT_PLANS_MAX = 20;

/**
 * Talents chosen by characters of a class. Each character counts with its newest snapshot from the 30 days before
 * `day`. The subject is the class, as the client's token.
 *
 * Every figure is a sum of groups that at least three installs reported (groups.ts). The first groups are characters of
 * a class with exactly the same talents and ranks; these groups are the plans. The remaining characters are grouped by
 * their public talents, first with ranks and then without, and then by fewer and fewer of the class's most popular
 * talents. A talent's figure therefore includes only characters whose groups name the talent. All other characters have
 * no points in it, or an unknown number.
 */
export const talents = defineDaily({
  name: 'talents',
  version: 3,
  kinds: ['talent_snapshot'],
  subject: null,
  witnesses: {},
  claims: (record, about) => {
    const reported: TalentReport = [record.class, sortNodeRanks(record.nodes)];
    return [{ subject: record.characterKey, field: formatDaysField(about), value: JSON.stringify(reported) }];
  },
  count: (day) =>
    surveyGroups<TalentRanks, TalentRanks<string | null>>(day, listTalentTexts, (reported) => ({
      read: (report) => readReportedTalents(report, reported),
      facts: (groups) =>
        [...groupBy(groups.groups(toSteps(rankTalentTexts(reported))), ({ key }) => key.class)]
          .map(([subject, ofClass]) => buildTalentFact(subject, day, ofClass))
          .sort((a, b) => compareStrings(a.subject, b.subject)),
    })),
});

type NodeRank<Rank = number> = readonly [nodeId: number, rank: Rank];

type TalentReport = readonly [characterClass: string, nodes: readonly NodeRank[]];

/** A null rank is unknown but greater than zero. `isWhole` is true if all of the character's talents are listed. */
interface TalentRanks<Class = string> {
  readonly class: Class;
  readonly nodes: readonly NodeRank<number | null>[];
  readonly isWhole: boolean;
}

/** Sorts by node. If a node is listed twice, the higher rank counts. */
function sortNodeRanks(nodes: readonly { readonly nodeId: number; readonly rank: number }[]): readonly NodeRank[] {
  const ranks = new Map<number, number>();
  for (const { nodeId, rank } of nodes) ranks.set(nodeId, Math.max(ranks.get(nodeId) ?? 0, rank));
  return [...ranks].sort(([a], [b]) => compareNumbers(a, b));
}

function formatNodeText(characterClass: string, nodeId: number): string {
  return `${characterClass} ${nodeId}`;
}
function formatRankText(characterClass: string, nodeId: number, rank: number): string {
  return `${formatNodeText(characterClass, nodeId)} ${rank}`;
}

/** Returns a report's texts: its class, each talent, and each talent with its rank. */
function listTalentTexts(report: string): readonly string[] {
  const [of, nodes] = JSON.parse(report) as TalentReport;
  return [of, ...nodes.flatMap(([nodeId, rank]) => [formatNodeText(of, nodeId), formatRankText(of, nodeId, rank)])];
}

/** Removes everything reported by fewer than three installs, so that it does not identify characters. */
function readReportedTalents(report: string, reported: ReadonlyMap<string, number>): TalentRanks<string | null> {
  const [of, nodes] = JSON.parse(report) as TalentReport;
  if (!reported.has(of)) return { class: null, nodes: [], isWhole: false };
  const known = nodes.filter(([nodeId]) => reported.has(formatNodeText(of, nodeId)));
  return {
    class: of,
    nodes: known.map(([nodeId, rank]) => [nodeId, reported.has(formatRankText(of, nodeId, rank)) ? rank : null]),
    isWhole: nodes.every(([nodeId, rank]) => reported.has(formatRankText(of, nodeId, rank))),
  };
}

/** Ranks the talents of the class by the number of installs that reported them, highest first. */
function rankTalentTexts(reported: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const talents = Array.from(reported, ([text, installs]) => ({ text, installs, words: text.split(' ') }))
    .filter(({ words }) => words.length === 2)
    .sort((a, b) => b.installs - a.installs || Number(a.words[1]) - Number(b.words[1]));
  const ofClasses = groupBy(talents, ({ words: [of] }) => of);
  return new Map([...ofClasses.values()].flatMap((ofClass) => ofClass.map(({ text }, place) => [text, place])));
}

/**
 * Number of the class's most popular talents (of about fifty) in a group's key, for each step. With only the first
 * step, half of the talents of 100 characters would be in no figure.
 */
const PLAN_KEY_SIZES = [Number.POSITIVE_INFINITY, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1, 0];

function toSteps(places: ReadonlyMap<string, number>): readonly Step<TalentRanks<string | null>, TalentRanks>[] {
  return [
    ({ class: of, nodes, isWhole }) => (of !== null && isWhole ? { class: of, nodes, isWhole } : null),
    ...PLAN_KEY_SIZES.flatMap((most) =>
      [true, false].map((withRanks) => ({ class: of, nodes }: TalentRanks<string | null>): TalentRanks | null => {
        if (of === null) return null;
        const keyNodes = nodes.filter(([nodeId]) => places.get(formatNodeText(of, nodeId))! < most);
        const shown = withRanks ? keyNodes : keyNodes.map(([nodeId]) => [nodeId, null] as const);
        return { class: of, nodes: shown, isWhole: false };
      }),
    ),
  ];
}

function buildTalentFact(subject: string, day: number, groups: readonly Group<TalentRanks>[]): SubjectFact<object> {
  const whole = createCounter<string>(compareStrings);
  const nodes = createCounter<number>(compareNumbers);
  const ranks = new Map<number, Counter<number>>();
  for (const group of groups) {
    whole.add(subject, group);
    for (const [nodeId, rank] of group.key.nodes) {
      nodes.add(nodeId, group);
      const ofNode = ranks.get(nodeId) ?? createCounter<number>(compareNumbers);
      ranks.set(nodeId, ofNode);
      if (rank !== null) ofNode.add(rank, group);
    }
  }
  const [[, ofClass]] = whole.cells() as readonly [readonly [string, Cell]];
  const body: TalentPopularity = {
    day: formatDayNumber(day),
    ...ofClass,
    nodes: nodes.cells().map(([nodeId, cell]) => {
      const ofNode = ranks.get(nodeId)?.cells() ?? [];
      return { nodeId, ...cell, ranks: ofNode.map(([rank, ofRank]) => ({ rank, ...ofRank })) };
    }),
    plans: groups
      .filter(({ key }) => key.isWhole)
      .map(toTalentPlan)
      .sort(compareCharacterCounts)
      .slice(0, TALENT_PLANS_MAX),
  };
  return { subject, body };
}

/** All ranks of a whole build are known, so the cast is safe. */
function toTalentPlan({ key, characters, installs }: Group<TalentRanks>): TalentPlan {
  return { characters, installs: countWitnesses(installs), nodes: key.nodes as readonly NodeRank[] };
}

function compareCharacterCounts(a: TalentPlan, b: TalentPlan): number {
  return (
    compareNumbers(b.characters, a.characters) ||
    compareNumbers(b.installs, a.installs) ||
    compareStrings(JSON.stringify(a.nodes), JSON.stringify(b.nodes))
  );
}
