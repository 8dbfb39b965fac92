import { countWitnesses } from '../values/witnesses.ts';
import { type Cell, type Counter, createCounter } from './counting/cells.ts';
import { type DailyFact, daily, dayText } from './counting/family.ts';
import { groupBy } from './counting/group_by.ts';
import { countInGroups, type Group, type Step } from './counting/groups.ts';
import { byNumber, byText } from './counting/order.ts';
import { daysField } from './counting/window.ts';

/** How many characters of a class have points in one talent; `ranks`: with so many points. */
export interface TalentNode extends Cell {
  readonly nodeId: number;
  readonly ranks: readonly (Cell & { readonly rank: number })[];
}

/** A whole set of talents with their points, by node, and the characters that have exactly these. */
export interface TalentPlan extends Cell {
  readonly nodes: readonly (readonly [nodeId: number, rank: number])[];
}

/**
 * The body of one class: the day it was computed for (YYYY-MM-DD), its characters, its talents by id, and its most
 * popular plans, by characters. Snapshots of earlier releases have no plans.
 */
export interface TalentPopularity extends Cell {
  readonly day: string;
  readonly nodes: readonly TalentNode[];
  readonly plans?: readonly TalentPlan[];
}

/** Plans of a class that are public at most. */
const PLANS_MAX = 20;

/**
 * Which talents the characters of a class take: each character by its newest snapshot in the 30 days before `day`, as in
 * the population. Subject: the class, as the client's token.
 *
 * Every figure is a sum of groups that three installs told (groups.ts): first characters of a class that have exactly
 * the same talents and ranks, which are its plans; then, of what is left over, those with the same talents as far as
 * these are public, with ranks and without; then those that agree on the class's most popular ones, fewer and fewer. So
 * a talent's characters are those of whom three installs told it: the others of the class have no points in it, or
 * nothing is known.
 */
export const talents = daily({
  name: 'talents',
  version: 3,
  kinds: ['talent_snapshot'],
  subject: null,
  logged: false,
  witnesses: {},
  claims: (record, about) => {
    if (record.kind !== 'talent_snapshot') return [];
    const told: TalentsTold = [record.class, ranksOf(record.nodes)];
    return [{ subject: record.characterKey, field: daysField(about), value: JSON.stringify(told) }];
  },
  count: (day) =>
    countInGroups<Talents, Talents<string | null>>(day, textsOf, (told) => ({
      read: (report) => talentsOf(report, told),
      facts: (groups) =>
        [...groupBy(groups.groups(stepsBy(placesOf(told))), ({ key }) => key.class)]
          .map(([subject, ofClass]) => factOf(subject, day, ofClass))
          .sort((a, b) => byText(a.subject, b.subject)),
    })),
});

type NodeRank<Rank = number> = readonly [nodeId: number, rank: Rank];

type TalentsTold = readonly [characterClass: string, nodes: readonly NodeRank[]];

/** Of a rank that is null only that there are points. `isWhole`: these are all talents that the character has. */
interface Talents<Class = string> {
  readonly class: Class;
  readonly nodes: readonly NodeRank<number | null>[];
  readonly isWhole: boolean;
}

/** By ascending node; of a node that is listed twice the higher rank counts. */
function ranksOf(nodes: readonly { readonly nodeId: number; readonly rank: number }[]): readonly NodeRank[] {
  const ranks = new Map<number, number>();
  for (const { nodeId, rank } of nodes) ranks.set(nodeId, Math.max(ranks.get(nodeId) ?? 0, rank));
  return [...ranks].sort(([a], [b]) => byNumber(a, b));
}

function nodeText(characterClass: string, nodeId: number): string {
  return `${characterClass} ${nodeId}`;
}
function rankText(characterClass: string, nodeId: number, rank: number): string {
  return `${nodeText(characterClass, nodeId)} ${rank}`;
}

/** The class of a report, each of its talents, and each with its rank. */
function textsOf(report: string): readonly string[] {
  const [of, nodes] = JSON.parse(report) as TalentsTold;
  return [of, ...nodes.flatMap(([nodeId, rank]) => [nodeText(of, nodeId), rankText(of, nodeId, rank)])];
}

/** What fewer than three installs told of the class is unknown: it is in no cell, and tells no two characters apart. */
function talentsOf(report: string, told: ReadonlyMap<string, number>): Talents<string | null> {
  const [of, nodes] = JSON.parse(report) as TalentsTold;
  if (!told.has(of)) return { class: null, nodes: [], isWhole: false };
  const known = nodes.filter(([nodeId]) => told.has(nodeText(of, nodeId)));
  return {
    class: of,
    nodes: known.map(([nodeId, rank]) => [nodeId, told.has(rankText(of, nodeId, rank)) ? rank : null]),
    isWhole: nodes.every(([nodeId, rank]) => told.has(rankText(of, nodeId, rank))),
  };
}

/** Ranks the talents of the class by the number of installs that reported them, highest first. */
function placesOf(told: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const talents = Array.from(told, ([text, installs]) => ({ text, installs, words: text.split(' ') }))
    .filter(({ words }) => words.length === 2)
    .sort((a, b) => b.installs - a.installs || Number(a.words[1]) - Number(b.words[1]));
  const ofClasses = groupBy(talents, ({ words: [of] }) => of);
  return new Map([...ofClasses.values()].flatMap((ofClass) => ofClass.map(({ text }, place) => [text, place])));
}

/** How many of the class's most popular talents the groups tell apart, step by step; a class has some fifty. */
const TALENTS_SAID = [Number.POSITIVE_INFINITY, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1, 0];

function stepsBy(places: ReadonlyMap<string, number>): readonly Step<Talents<string | null>, Talents>[] {
  return [
    ({ class: of, nodes, isWhole }) => (of !== null && isWhole ? { class: of, nodes, isWhole } : null),
    ...TALENTS_SAID.flatMap((most) =>
      [true, false].map((withRanks) => ({ class: of, nodes }: Talents<string | null>): Talents | null => {
        if (of === null) return null;
        const said = nodes.filter(([nodeId]) => places.get(nodeText(of, nodeId))! < most);
        const shown = withRanks ? said : said.map(([nodeId]) => [nodeId, null] as const);
        return { class: of, nodes: shown, isWhole: false };
      }),
    ),
  ];
}

function factOf(subject: string, day: number, groups: readonly Group<Talents>[]): DailyFact {
  const whole = createCounter<string>(byText);
  const nodes = createCounter<number>(byNumber);
  const ranks = new Map<number, Counter<number>>();
  for (const group of groups) {
    whole.add(subject, group);
    for (const [nodeId, rank] of group.key.nodes) {
      nodes.add(nodeId, group);
      const ofNode = ranks.get(nodeId) ?? createCounter<number>(byNumber);
      ranks.set(nodeId, ofNode);
      if (rank !== null) ofNode.add(rank, group);
    }
  }
  const [[, ofClass]] = whole.cells() as readonly [readonly [string, Cell]];
  const body: TalentPopularity = {
    day: dayText(day),
    ...ofClass,
    nodes: nodes.cells().map(([nodeId, cell]) => {
      const ofNode = ranks.get(nodeId)?.cells() ?? [];
      return { nodeId, ...cell, ranks: ofNode.map(([rank, ofRank]) => ({ rank, ...ofRank })) };
    }),
    plans: groups
      .filter(({ key }) => key.isWhole)
      .map(planOf)
      .sort(byCharacters)
      .slice(0, PLANS_MAX),
  };
  return { subject, body: { ...body } };
}

/** The ranks of a whole set are all known. */
function planOf({ key, characters, installs }: Group<Talents>): TalentPlan {
  return {
    ...{ characters, installs: countWitnesses(installs) },
    nodes: key.nodes as readonly NodeRank[],
  };
}

function byCharacters(a: TalentPlan, b: TalentPlan): number {
  return (
    byNumber(b.characters, a.characters) ||
    byNumber(b.installs, a.installs) ||
    byText(JSON.stringify(a.nodes), JSON.stringify(b.nodes))
  );
}
