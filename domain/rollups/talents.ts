import { isCorroborated } from '../corroboration.ts';
import { type Cell, type Counter, createCounter } from './cells.ts';
import { groupBy } from './group_by.ts';
import { byNumber, byText } from './order.ts';
import { type DailyFact, type DailyRollup, dayText } from './rollup.ts';
import { daysField, type Reported, reportedBefore } from './window.ts';

/** How many characters of a class have points in one talent; `ranks`: with so many points. */
export interface TalentNode extends Cell {
  readonly nodeId: number;
  readonly ranks: readonly (Cell & { readonly rank: number })[];
}

/** The body of one class: the day it was computed for (YYYY-MM-DD), its characters, and its talents by id. */
export interface TalentPopularity extends Cell {
  readonly day: string;
  readonly nodes: readonly TalentNode[];
}

/**
 * Which talents the characters of a class take: each character by its newest snapshot in the 30 days before `day`, as in
 * the population. Every cell stands on three installs. Subject: the class, as the client's token.
 */
export const talents: DailyRollup = {
  name: 'talents',
  version: 1,
  shape: 'daily',
  kinds: ['talent_snapshot'],
  claims: (record, about) => {
    if (record.kind !== 'talent_snapshot') return [];
    const told: TalentsTold = [record.class, ranksOf(record.nodes)];
    return [{ subject: record.characterKey, field: daysField(about), value: JSON.stringify(told) }];
  },
  facts: (day, testimonies) => {
    const characters = reportedBefore(day, testimonies).map(({ value, installs }): Talented => {
      const [characterClass, nodes] = JSON.parse(value) as TalentsTold;
      return { characterClass, nodes, installs };
    });
    return [...groupBy(characters, ({ characterClass }) => characterClass)]
      .map(([subject, ofClass]) => factOf(subject, day, ofClass))
      .filter((fact) => fact !== null)
      .sort((a, b) => byText(a.subject, b.subject));
  },
};

type NodeRank = readonly [nodeId: number, rank: number];

type TalentsTold = readonly [characterClass: string, nodes: readonly NodeRank[]];

interface Talented extends Pick<Reported, 'installs'> {
  readonly characterClass: string;
  readonly nodes: readonly NodeRank[];
}

/** By ascending node; of a node that is listed twice the higher rank counts. */
const ranksOf = (nodes: readonly { readonly nodeId: number; readonly rank: number }[]): readonly NodeRank[] => {
  const ranks = new Map<number, number>();
  for (const { nodeId, rank } of nodes) ranks.set(nodeId, Math.max(ranks.get(nodeId) ?? 0, rank));
  return [...ranks].sort(([a], [b]) => byNumber(a, b));
};

const factOf = (subject: string, day: number, characters: readonly Talented[]): DailyFact | null => {
  const reporters = new Set<number>();
  const nodes = createCounter<number>(byNumber);
  const ranks = new Map<number, Counter<number>>();
  for (const { nodes: taken, installs } of characters) {
    for (const installN of installs) reporters.add(installN);
    for (const [nodeId, rank] of taken) {
      nodes.add(nodeId, 1, installs);
      const ofNode = ranks.get(nodeId) ?? createCounter<number>(byNumber);
      ranks.set(nodeId, ofNode);
      ofNode.add(rank, 1, installs);
    }
  }
  if (!isCorroborated(reporters.size)) return null;
  const body: TalentPopularity = {
    day: dayText(day),
    characters: characters.length,
    installs: reporters.size,
    nodes: nodes.shown().map(([nodeId, cell]) => {
      const shown = ranks.get(nodeId)?.shown() ?? [];
      return { nodeId, ...cell, ranks: shown.map(([rank, ofRank]) => ({ rank, ...ofRank })) };
    }),
  };
  return { subject, body: { ...body } };
};
