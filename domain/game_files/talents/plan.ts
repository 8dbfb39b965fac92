import type { ClassTalents, TalentNode, TalentPrerequisite, TalentTree } from '../../ports/build.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { sumNumbers } from '../../values/sum_of.ts';
import { formatFullLabel, indexNodesWithTrees, type NodeInTree } from './labels.ts';

export interface PlannedRank {
  readonly nodeId: number;
  readonly rank: number;
}

export interface LegalTalentPlan {
  readonly legal: true;
  /** The level at which a character gets the last point: 1 without points, or null if levels are unknown. */
  readonly levelNeeded: number | null;
  /** A possible order in which to spend the points. Each has its node, the node's rank afterwards, and the level. */
  readonly order: readonly SpentPoint[];
  /** Sentences about rules that could not be checked because the files do not contain them. */
  readonly unchecked: readonly string[];
}

export interface SpentPoint extends PlannedRank {
  readonly level: number | null;
}

export interface BrokenTalentPlan {
  readonly legal: false;
  /** The first broken rule, as a sentence for the player. */
  readonly rule: string;
  /** The node that the rule is about, or null if it is about the whole plan. */
  readonly nodeId: number | null;
}

/**
 * Checks whether a player can spend points as planned. The nodes must belong to the class, ranks must be in range,
 * prerequisites must be met, each node's gate must be open when its first point is spent, and the plan must not have
 * more points than a character gets. Spending a point never closes a node, so a greedy search finds an order if there
 * is one.
 */
export function checkPlan(talents: ClassTalents, points: readonly PlannedRank[]): LegalTalentPlan | BrokenTalentPlan {
  const places = indexNodesWithTrees(talents);
  const planned = new Map<number, number>();
  for (const { nodeId, rank } of points) {
    const fault = checkRank(talents, places.get(nodeId), planned.has(nodeId), nodeId, rank);
    if (fault !== null) return fault;
    planned.set(nodeId, rank);
  }
  const order = spendPoints(places, planned);
  const total = sumNumbers([...planned.values()]);
  if (order.length < total) return explainBlockedPlan(places, planned, order);
  const levels = talents.pointLevels.levels;
  if (levels !== null && total > levels.length) {
    return rejectPlan(`A character gets ${formatQuantity(levels.length, 'point')}; the plan spends ${total}.`, null);
  }
  return {
    legal: true,
    levelNeeded: total === 0 ? 1 : (levels?.[total - 1] ?? null),
    order: order.map((step, at) => ({ ...step, level: levels?.[at] ?? null })),
    unchecked: listUncheckedRules(talents, planned),
  };
}

function rejectPlan(rule: string, nodeId: number | null): BrokenTalentPlan {
  return { legal: false, rule, nodeId };
}

/** Checks one entry of the plan in isolation. Returns null if the entry breaks no rule. */
function checkRank(
  { playerClass }: ClassTalents,
  place: NodeInTree | undefined,
  isRepeated: boolean,
  nodeId: number,
  rank: number,
): BrokenTalentPlan | null {
  if (place === undefined) return rejectPlan(`Talent ${nodeId} is not one of the class ${playerClass}.`, nodeId);
  if (isRepeated) return rejectPlan(`${formatFullLabel(place)} is named twice.`, nodeId);
  const { maxRank } = place.node;
  if (Number.isInteger(rank) && rank >= 1 && rank <= maxRank) return null;
  return rejectPlan(
    `${formatFullLabel(place)} takes ${maxRank === 1 ? '1 point' : `1 to ${maxRank} points`}; the plan gives it ${rank}.`,
    nodeId,
  );
}

/** Repeatedly spends the planned points of the first open node with any left to spend, until there is no such node. */
function spendPoints(
  places: ReadonlyMap<number, NodeInTree>,
  planned: ReadonlyMap<number, number>,
): readonly PlannedRank[] {
  const order: PlannedRank[] = [];
  const ranks = new Map<number, number>();
  const inTree = new Map<TalentTree, number>();
  for (;;) {
    const open = [...places.values()].find(
      (place) =>
        (ranks.get(place.node.nodeId) ?? 0) < (planned.get(place.node.nodeId) ?? 0) && isNodeOpen(place, ranks, inTree),
    );
    if (open === undefined) return order;
    const { node, tree } = open;
    // Spend all points of the node at once, since an open node stays open.
    for (let rank = 1; rank <= (planned.get(node.nodeId) ?? 0); rank += 1) order.push({ nodeId: node.nodeId, rank });
    ranks.set(node.nodeId, planned.get(node.nodeId) ?? 0);
    inTree.set(tree, (inTree.get(tree) ?? 0) + (planned.get(node.nodeId) ?? 0));
  }
}

function isNodeOpen(
  { node, tree }: NodeInTree,
  ranks: ReadonlyMap<number, number>,
  inTree: ReadonlyMap<TalentTree, number>,
): boolean {
  return (node.pointsRequired ?? 0) <= (inTree.get(tree) ?? 0) && findUnmetPrerequisites(node, ranks) === null;
}

/** Returns a node's first unmet condition as a list of prerequisites, any of which would meet it, or null if none. */
function findUnmetPrerequisites(
  { prerequisites, prerequisitesAnyOf }: TalentNode,
  ranks: ReadonlyMap<number, number>,
): readonly TalentPrerequisite[] | null {
  const isMet = ({ nodeId, rank }: TalentPrerequisite): boolean => (ranks.get(nodeId) ?? 0) >= rank;
  const missing = prerequisites.find((prerequisite) => !isMet(prerequisite));
  if (missing !== undefined) return [missing];
  return prerequisitesAnyOf.length === 0 || prerequisitesAnyOf.some(isMet) ? null : prerequisitesAnyOf;
}

/**
 * Returns the part of a plan that a character can have: known nodes, as many points as the rules allow, in the order of
 * trees, rows and columns.
 */
export function takeLegalRanks(talents: ClassTalents, points: readonly PlannedRank[]): readonly PlannedRank[] {
  const places = indexNodesWithTrees(talents);
  const planned = new Map<number, number>();
  for (const { nodeId, rank } of points) {
    const max = places.get(nodeId)?.node.maxRank ?? 0;
    if (rank > 0 && max > 0) planned.set(nodeId, Math.min(rank, max));
  }
  const order = spendPoints(places, planned).slice(0, talents.pointLevels.levels?.length);
  const ranks = new Map(order.map(({ nodeId, rank }) => [nodeId, rank]));
  return [...places.keys()].flatMap((nodeId) => {
    const rank = ranks.get(nodeId);
    return rank === undefined ? [] : [{ nodeId, rank }];
  });
}

/** Explains why no more points can be spent. Names a node that itself breaks a rule, not a node depending on it. */
function explainBlockedPlan(
  places: ReadonlyMap<number, NodeInTree>,
  planned: ReadonlyMap<number, number>,
  order: readonly PlannedRank[],
): BrokenTalentPlan {
  const spent = new Map(order.map(({ nodeId, rank }) => [nodeId, rank]));
  const closed = [...places.values()].filter(
    ({ node }) => (planned.get(node.nodeId) ?? 0) > (spent.get(node.nodeId) ?? 0),
  );
  for (const place of closed) {
    const missing = findUnmetPrerequisites(place.node, planned);
    if (missing !== null) return rejectPlan(describeUnmetNeeds(place, missing, places, planned), place.node.nodeId);
  }
  for (const place of closed) {
    const points = sumNumbers(place.tree.nodes.map(({ nodeId }) => spent.get(nodeId) ?? 0));
    const required = place.node.pointsRequired ?? 0;
    if (points < required) {
      const rule = `${formatFullLabel(place)} needs ${formatQuantity(required, 'point')} in its tree first; the plan can spend ${points} there before it.`;
      return rejectPlan(rule, place.node.nodeId);
    }
  }
  const [first] = closed;
  return rejectPlan('The talents of the plan require each other.', first?.node.nodeId ?? null);
}

function describeUnmetNeeds(
  place: NodeInTree,
  missing: readonly TalentPrerequisite[],
  places: ReadonlyMap<number, NodeInTree>,
  planned: ReadonlyMap<number, number>,
): string {
  const requirements = missing.map(({ nodeId, rank }) => {
    const source = places.get(nodeId);
    const label = source === undefined ? `talent ${nodeId}` : formatFullLabel(source);
    return `${rank} in ${label} (the plan gives it ${planned.get(nodeId) ?? 0})`;
  });
  return `${formatFullLabel(place)} needs ${requirements.join(' or ')} first.`;
}

function listUncheckedRules(talents: ClassTalents, planned: ReadonlyMap<number, number>): readonly string[] {
  const ungated = talents.trees.some(({ nodes }) =>
    nodes.some(({ nodeId, pointsRequired }) => pointsRequired === null && planned.has(nodeId)),
  );
  return [
    ...(ungated ? ['It is unknown how many points must be spent before these talents open.'] : []),
    ...(talents.pointLevels.levels === null ? ['It is unknown at which levels a character gets points.'] : []),
  ];
}

/** Returns the nodes that can take another point after a legal plan, in the order of trees, rows and columns. */
export function listOpenNodes(talents: ClassTalents, plan: readonly PlannedRank[]): readonly NodeInTree[] {
  const ranks = new Map(plan.map(({ nodeId, rank }) => [nodeId, rank]));
  const inTree = new Map(
    talents.trees.map((tree) => [tree, sumNumbers(tree.nodes.map(({ nodeId }) => ranks.get(nodeId) ?? 0))]),
  );
  return [...indexNodesWithTrees(talents).values()].filter(
    (place) => (ranks.get(place.node.nodeId) ?? 0) < place.node.maxRank && isNodeOpen(place, ranks, inTree),
  );
}
