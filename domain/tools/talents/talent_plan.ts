import type { talent_plan as contract } from '../../../schema/tools/talents.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { formatNodeLabel, indexNodesWithTrees, toNodeName } from '../../game_files/talents/labels.ts';
import { checkPlan, listOpenNodes, type PlannedRank } from '../../game_files/talents/plan.ts';
import type { ClassTalents } from '../../ports/build.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { badParameter, type ReadRefusal } from '../../reads/refusal.ts';
import { quote } from '../../values/quoted.ts';
import { err, ok, type Result } from '../../values/result.ts';
import { answerFromFiles, renderFilesNotice } from '../shared/files.ts';
import { buildCreditFields } from '../shared/page.ts';
import type { ContractRule } from '../tool.ts';
import { NO_TALENTS_TEXT, readClassTalents } from './class_talents.ts';
import { renderPlan } from './plan_lines.ts';
import { type NodeWords, readPopularity } from './talent_popularity.ts';

type PlanAnswer = ToolAnswer<typeof contract>;
type PlanEntries = Omit<PlanAnswer, 'build' | 'label' | 'credit' | 'extractedAt'>;

const EMPTY_PLAN = {
  class: null,
  legal: null,
  broken: null,
  points: 0,
  pointsPerTree: [],
  levelNeeded: null,
  pointLevels: null,
  order: null,
  atLevel: null,
  unchecked: [],
  popularity: null,
} satisfies PlanEntries;

/**
 * Checks whether points can be spent according to a plan, and shows how other characters spend theirs (contract,
 * section 6).
 */
export const talent_plan: ContractRule<typeof contract> = {
  answer: async (context, { class: slug, points = '', level }) => {
    const plan = parsePlan(points);
    if (!plan.ok) return plan;
    return answerFromFiles<PlanEntries>(context, EMPTY_PLAN, async (snapshot) => {
      const talents = await readClassTalents(snapshot, slug);
      if (!talents.ok) return talents;
      if (talents.value === null) return ok({ ...EMPTY_PLAN, error: NO_TALENTS_TEXT });
      return ok(await answerPlan(snapshot, talents.value, plan.value, level ?? null));
    });
  },
  text: (answer) => [
    ...(answer.error === undefined ? renderPlan(answer) : [answer.error]),
    ...renderFilesNotice(answer),
    ...(answer.attribution === undefined
      ? []
      : [`Popularity: ${answer.attribution.credit} (${answer.attribution.licence}), ${answer.attribution.source}`]),
  ],
};

const RANKS_MAX = 300;

const RANK_PATTERN = /^([1-9][0-9]{0,14}):([0-9]{1,4})$/;

/** Parses comma-separated `nodeId:rank` entries. Spaces are ignored. An empty string is an empty plan. */
function parsePlan(text: string): Result<readonly PlannedRank[], ReadRefusal> {
  if (text.trim() === '') return ok([]);
  const entries = text.split(',').map((entry) => entry.trim());
  const needed = 'nodeId:rank entries, such as 130:5, with commas between';
  if (entries.length > RANKS_MAX) {
    return err(badParameter('points', `points must hold at most ${RANKS_MAX} entries; got ${entries.length}.`));
  }
  const plan: PlannedRank[] = [];
  for (const entry of entries) {
    const [, nodeId, rank] = RANK_PATTERN.exec(entry) ?? [];
    if (nodeId === undefined) {
      return err(badParameter('points', `points must be ${needed}; one entry is ${quote(entry)}.`));
    }
    plan.push({ nodeId: Number(nodeId), rank: Number(rank) });
  }
  return ok(plan);
}

async function answerPlan(
  snapshot: PublishedSnapshot,
  talents: ClassTalents,
  plan: readonly PlannedRank[],
  level: number | null,
): Promise<PlanEntries> {
  const places = indexNodesWithTrees(talents);
  const wordsOf = (nodeId: number): NodeWords => {
    const place = places.get(nodeId);
    return place === undefined
      ? { name: null, label: `Talent ${nodeId}` }
      : { name: toNodeName(place.node), label: formatNodeLabel(place) };
  };
  const popularity = await readPopularity(snapshot, talents, plan, wordsOf);
  const checked = checkPlan(talents, plan);
  const brokenName = checked.legal || checked.nodeId === null ? null : wordsOf(checked.nodeId).name;
  const planned = new Map(plan.map(({ nodeId, rank }) => [nodeId, rank]));
  return {
    class: talents.playerClass,
    legal: checked.legal,
    broken: checked.legal ? null : { nodeId: checked.nodeId, name: brokenName, rule: checked.rule },
    points: plan.reduce((sum, { rank }) => sum + rank, 0),
    pointsPerTree: talents.trees.map(({ treeId, order, name, nodes }) => ({
      treeId,
      number: order + 1,
      name,
      points: nodes.reduce((sum, { nodeId }) => sum + (planned.get(nodeId) ?? 0), 0),
    })),
    levelNeeded: checked.legal ? checked.levelNeeded : null,
    pointLevels: talents.pointLevels,
    order: checked.legal
      ? checked.order.map(({ nodeId, rank, level: at }) => ({ nodeId, ...wordsOf(nodeId), rank, level: at }))
      : null,
    atLevel: checked.legal ? listAtLevel(talents, plan, level) : null,
    unchecked: checked.legal ? checked.unchecked : [],
    popularity,
    ...(popularity === null ? {} : buildCreditFields(snapshot)),
  };
}

/**
 * Returns the nodes in which a character of the given level may spend further points after a legal plan. Returns null
 * if the level or the point levels are unknown.
 */
function listAtLevel(talents: ClassTalents, plan: readonly PlannedRank[], level: number | null): PlanAnswer['atLevel'] {
  const { levels } = talents.pointLevels;
  if (level === null || levels === null) return null;
  const points = levels.filter((arrives) => arrives <= level).length;
  const left = Math.max(0, points - plan.reduce((sum, { rank }) => sum + rank, 0));
  const ranks = new Map(plan.map(({ nodeId, rank }) => [nodeId, rank]));
  const open = left === 0 ? [] : listOpenNodes(talents, plan);
  return {
    level,
    points,
    left,
    next: open.map((place) => ({
      nodeId: place.node.nodeId,
      name: toNodeName(place.node),
      label: formatNodeLabel(place),
      tree: place.tree.order + 1,
      rank: (ranks.get(place.node.nodeId) ?? 0) + 1,
      maxRank: place.node.maxRank,
    })),
  };
}
