import type { ClassTalents, TalentNode, TalentPrerequisite, TalentTree } from '../../ports/build.ts';
import { counted } from '../../values/phrases.ts';
import { fullLabel, type Place, placesOf } from './labels.ts';

/** How many points a plan puts into a node. */
export interface PlannedRank {
  readonly nodeId: number;
  readonly rank: number;
}

export interface LegalPlan {
  readonly legal: true;
  /** Of every tree of the class, in their order. */
  readonly pointsPerTree: readonly Pick<TreePoints, 'treeId' | 'order' | 'name' | 'points'>[];
  /** The level at which the last point arrives, 1 for no points; null where the levels are not known. */
  readonly levelNeeded: number | null;
  /** One order in which the points can be spent, a point each: the node, its rank after it, the level of the point. */
  readonly order: readonly SpentPoint[];
  /** Rules that could not be checked, since the files do not hold them. */
  readonly unchecked: readonly string[];
}

interface TreePoints {
  readonly treeId: number;
  readonly order: number;
  readonly name: string | null;
  readonly points: number;
}

export interface SpentPoint extends PlannedRank {
  readonly level: number | null;
}

export interface BrokenPlan {
  readonly legal: false;
  /** The first broken rule, as a sentence for the player. */
  readonly rule: string;
  /** The node it is about; null where it is about the whole plan. */
  readonly nodeId: number | null;
}

/**
 * Whether a player can spend points so: each node in the class and within its ranks, prerequisites met, the gate of each node
 * open when its first point is spent, and no more points than a character gets. Spending a point closes nothing, so that
 * spending whatever is open finds an order where there is one.
 */
export function checkPlan(talents: ClassTalents, points: readonly PlannedRank[]): LegalPlan | BrokenPlan {
  const places = placesOf(talents);
  const planned = new Map<number, number>();
  for (const { nodeId, rank } of points) {
    const broken = brokenRank(talents, places.get(nodeId), planned.has(nodeId), nodeId, rank);
    if (broken !== null) return broken;
    planned.set(nodeId, rank);
  }
  const order = spend(places, planned);
  const total = sum([...planned.values()]);
  if (order.length < total) return blockedIn(places, planned, order);
  const levels = talents.pointLevels.levels;
  if (levels !== null && total > levels.length) {
    return broken(`A character gets ${counted(levels.length, 'point')}; the plan spends ${total}.`, null);
  }
  return {
    legal: true,
    pointsPerTree: talents.trees.map(({ treeId, order, name, nodes }) => ({
      treeId,
      order,
      name,
      points: sum(nodes.map(({ nodeId }) => planned.get(nodeId) ?? 0)),
    })),
    levelNeeded: total === 0 ? 1 : (levels?.[total - 1] ?? null),
    order: order.map((step, at) => ({ ...step, level: levels?.[at] ?? null })),
    unchecked: uncheckedOf(talents, planned),
  };
}

function broken(rule: string, nodeId: number | null): BrokenPlan {
  return { legal: false, rule, nodeId };
}

/** What is wrong with one entry of the plan by itself. */
function brokenRank(
  { playerClass }: ClassTalents,
  place: Place | undefined,
  isRepeated: boolean,
  nodeId: number,
  rank: number,
): BrokenPlan | null {
  if (place === undefined) return broken(`Talent ${nodeId} is not one of the class ${playerClass}.`, nodeId);
  if (isRepeated) return broken(`${fullLabel(place)} is named twice.`, nodeId);
  const { maxRank } = place.node;
  if (Number.isInteger(rank) && rank >= 1 && rank <= maxRank) return null;
  return broken(
    `${fullLabel(place)} takes ${maxRank === 1 ? '1 point' : `1 to ${maxRank} points`}; the plan gives it ${rank}.`,
    nodeId,
  );
}

/** Spends point after point on the first node that is open, until none is. */
function spend(places: ReadonlyMap<number, Place>, planned: ReadonlyMap<number, number>): readonly PlannedRank[] {
  const order: PlannedRank[] = [];
  const ranks = new Map<number, number>();
  const inTree = new Map<TalentTree, number>();
  for (;;) {
    const open = [...places.values()].find(
      (place) =>
        (ranks.get(place.node.nodeId) ?? 0) < (planned.get(place.node.nodeId) ?? 0) && isOpen(place, ranks, inTree),
    );
    if (open === undefined) return order;
    const { node, tree } = open;
    // All of a node at once: an open node stays open.
    for (let rank = 1; rank <= (planned.get(node.nodeId) ?? 0); rank += 1) order.push({ nodeId: node.nodeId, rank });
    ranks.set(node.nodeId, planned.get(node.nodeId) ?? 0);
    inTree.set(tree, (inTree.get(tree) ?? 0) + (planned.get(node.nodeId) ?? 0));
  }
}

function isOpen(
  { node, tree }: Place,
  ranks: ReadonlyMap<number, number>,
  inTree: ReadonlyMap<TalentTree, number>,
): boolean {
  return (node.pointsRequired ?? 0) <= (inTree.get(tree) ?? 0) && missingIn(node, ranks) === null;
}

/** What a node still asks of other nodes; null where it asks nothing more. */
function missingIn(
  { prerequisites, prerequisitesAnyOf }: TalentNode,
  ranks: ReadonlyMap<number, number>,
): readonly TalentPrerequisite[] | null {
  const isMet = ({ nodeId, rank }: TalentPrerequisite): boolean => (ranks.get(nodeId) ?? 0) >= rank;
  const missing = prerequisites.find((prerequisite) => !isMet(prerequisite));
  if (missing !== undefined) return [missing];
  return prerequisitesAnyOf.length === 0 || prerequisitesAnyOf.some(isMet) ? null : prerequisitesAnyOf;
}

/** Why no more points can be spent: the first node whose own rule stands in the way, not one that waits for such a node. */
function blockedIn(
  places: ReadonlyMap<number, Place>,
  planned: ReadonlyMap<number, number>,
  order: readonly PlannedRank[],
): BrokenPlan {
  const spent = new Map(order.map(({ nodeId, rank }) => [nodeId, rank]));
  const closed = [...places.values()].filter(
    ({ node }) => (planned.get(node.nodeId) ?? 0) > (spent.get(node.nodeId) ?? 0),
  );
  for (const place of closed) {
    const missing = missingIn(place.node, planned);
    if (missing !== null) return broken(asksFor(place, missing, places, planned), place.node.nodeId);
  }
  for (const place of closed) {
    const points = sum(place.tree.nodes.map(({ nodeId }) => spent.get(nodeId) ?? 0));
    const required = place.node.pointsRequired ?? 0;
    if (points < required) {
      const rule = `${fullLabel(place)} needs ${counted(required, 'point')} in its tree first; the plan can spend ${points} there before it.`;
      return broken(rule, place.node.nodeId);
    }
  }
  const [first] = closed;
  return broken('The talents of the plan wait for each other.', first?.node.nodeId ?? null);
}

function asksFor(
  place: Place,
  missing: readonly TalentPrerequisite[],
  places: ReadonlyMap<number, Place>,
  planned: ReadonlyMap<number, number>,
): string {
  const asked = missing.map(({ nodeId, rank }) => {
    const source = places.get(nodeId);
    const label = source === undefined ? `talent ${nodeId}` : fullLabel(source);
    return `${rank} in ${label} (the plan gives it ${planned.get(nodeId) ?? 0})`;
  });
  return `${fullLabel(place)} needs ${asked.join(' or ')} first.`;
}

function uncheckedOf(talents: ClassTalents, planned: ReadonlyMap<number, number>): readonly string[] {
  const ungated = talents.trees.some(({ nodes }) =>
    nodes.some(({ nodeId, pointsRequired }) => pointsRequired === null && planned.has(nodeId)),
  );
  return [
    ...(ungated ? ['How many points must be spent before these talents open is not known.'] : []),
    ...(talents.pointLevels.levels === null ? ['At which levels points arrive is not known.'] : []),
  ];
}

/**
 * The nodes that take one more point once a plan that is legal is spent, in the order of trees, rows and columns.
 */
export function openNodes(talents: ClassTalents, plan: readonly PlannedRank[]): readonly Place[] {
  const ranks = new Map(plan.map(({ nodeId, rank }) => [nodeId, rank]));
  const inTree = new Map(
    talents.trees.map((tree) => [tree, sum(tree.nodes.map(({ nodeId }) => ranks.get(nodeId) ?? 0))]),
  );
  return [...placesOf(talents).values()].filter(
    (place) => (ranks.get(place.node.nodeId) ?? 0) < place.node.maxRank && isOpen(place, ranks, inTree),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
