import type { ClassTalents, TalentNode } from '../../ports/build.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { err, ok, type Result } from '../../values/result.ts';
import { sumNumbers } from '../../values/sum_of.ts';
import { decodeBuild, encodeBuild } from './build_code.ts';
import { formatNodeLabel, indexNodesWithTrees, type NodeInTree } from './labels.ts';
import { checkPlan, listOpenNodes, type PlannedRank, takeLegalRanks } from './plan.ts';

/** A legal build and the steps from it. */
export interface Calculator {
  readonly talents: ClassTalents;
  readonly build: readonly PlannedRank[];
  readonly ranks: ReadonlyMap<number, number>;
  readonly spent: number;
  /** Points in each tree of the class, in the order of the trees. */
  readonly pointsPerTree: readonly number[];
  /** Points that a character of the highest level has left, or null if the number of points is unknown. */
  readonly left: number | null;
  /** Level of the last point: 1 without points, or null if levels are unknown. */
  readonly levelNeeded: number | null;
  readonly addable: ReadonlySet<number>;
  /** Nodes that can lose a point without breaking a rule for the others. */
  readonly removable: ReadonlySet<number>;
}

/** Describes a legal build. Points that are not legal are left out; `openSharedBuild` says which rule they break. */
export function createCalculator(talents: ClassTalents, plan: readonly PlannedRank[]): Calculator {
  const build = takeLegalRanks(talents, plan);
  const ranks = new Map(build.map(({ nodeId, rank }) => [nodeId, rank]));
  const spent = sumNumbers([...ranks.values()]);
  const levels = talents.pointLevels.levels;
  const left = levels === null ? null : levels.length - spent;
  const open = left === 0 ? [] : listOpenNodes(talents, build);
  return {
    talents,
    build,
    ranks,
    spent,
    pointsPerTree: talents.trees.map(({ nodes }) => sumNumbers(nodes.map(({ nodeId }) => ranks.get(nodeId) ?? 0))),
    left,
    levelNeeded: spent === 0 ? 1 : (levels?.[spent - 1] ?? null),
    addable: new Set(open.map(({ node }) => node.nodeId)),
    removable: new Set(
      build.flatMap(({ nodeId }) => (checkPlan(talents, changeNodePoints(build, nodeId, -1)).legal ? [nodeId] : [])),
    ),
  };
}

/** A build read from an address. `fault` says why parts of it were left out, or is null. */
export interface SharedBuild {
  readonly calculator: Calculator;
  readonly fault: string | null;
}

/** Reads a build code and keeps its legal part. */
export function openSharedBuild(talents: ClassTalents, code: string): SharedBuild {
  const { build, fault } = decodeBuild(talents, code);
  const checked = checkPlan(talents, build);
  return {
    calculator: createCalculator(talents, build),
    fault: fault ?? (checked.legal ? null : checked.rule),
  };
}

/** Adds a point, or returns a sentence saying why the talent cannot take one now. */
export function addPoint(calculator: Calculator, nodeId: number): Result<Calculator, string> {
  const { talents, build, addable } = calculator;
  if (addable.has(nodeId)) return ok(createCalculator(talents, changeNodePoints(build, nodeId, 1)));
  return err(explainClosedNode(calculator, nodeId));
}

/** Removes a point, or returns a sentence saying why the point has to stay. */
export function removePoint(
  { talents, build, ranks, removable }: Calculator,
  nodeId: number,
): Result<Calculator, string> {
  const fewer = changeNodePoints(build, nodeId, -1);
  if (removable.has(nodeId)) return ok(createCalculator(talents, fewer));
  const place = indexNodesWithTrees(talents).get(nodeId);
  if (place === undefined || !ranks.has(nodeId)) return err('There is no point to remove here.');
  const checked = checkPlan(talents, fewer);
  const other = checked.legal || checked.nodeId === null ? undefined : indexNodesWithTrees(talents).get(checked.nodeId);
  const label = other === undefined ? 'Another talent' : formatNodeLabel(other);
  return err(`${label} needs this point of ${formatNodeLabel(place)}. Remove ${label} first.`);
}

/** Returns why a talent cannot take a point now, in one sentence. Empty if it can. */
export function explainClosedNode(calculator: Calculator, nodeId: number): string {
  const { talents, ranks, left, addable } = calculator;
  const place = indexNodesWithTrees(talents).get(nodeId);
  if (place === undefined || addable.has(nodeId)) return '';
  const { node, tree } = place;
  if (ranks.get(nodeId) === node.maxRank) return `${formatNodeLabel(place)} has all its points.`;
  const unmet = listRequirements(place, talents, calculator).filter(({ isMet }) => !isMet);
  if (unmet.length > 0) return unmet.map(({ text }) => text).join(' ');
  return left === 0
    ? `All ${formatQuantity(calculator.spent, 'point')} are spent.`
    : `${tree.name ?? 'The tree'} is closed.`;
}

export interface TalentRequirement {
  /** A sentence such as `Requires 5 points in Deflection.` */
  readonly text: string;
  readonly isMet: boolean;
}

/** Returns what a talent requires, with whether the build meets it. */
export function listRequirements(
  { node, tree }: NodeInTree,
  talents: ClassTalents,
  { ranks, pointsPerTree }: Pick<Calculator, 'ranks' | 'pointsPerTree'>,
): readonly TalentRequirement[] {
  const places = indexNodesWithTrees(talents);
  const isMet = ({ nodeId, rank }: TalentNode['prerequisites'][number]): boolean => (ranks.get(nodeId) ?? 0) >= rank;
  const named = ({ nodeId, rank }: TalentNode['prerequisites'][number]): string => {
    const other = places.get(nodeId);
    return `${formatQuantity(rank, 'point')} in ${other === undefined ? `talent ${nodeId}` : formatNodeLabel(other)}`;
  };
  const gate = node.pointsRequired ?? 0;
  const { prerequisites: all, prerequisitesAnyOf: any } = node;
  return [
    ...(gate === 0
      ? []
      : [
          {
            text: `Requires ${formatQuantity(gate, 'point')} in ${tree.name ?? `tree ${tree.order + 1}`}.`,
            isMet: (pointsPerTree[talents.trees.indexOf(tree)] ?? 0) >= gate,
          },
        ]),
    ...all.map((one) => ({ text: `Requires ${named(one)}.`, isMet: isMet(one) })),
    ...(any.length === 0 ? [] : [{ text: `Requires ${any.map(named).join(' or ')}.`, isMet: any.some(isMet) }]),
  ];
}

/** Returns the build with `by` more points in a node. Nodes without points are left out. */
function changeNodePoints(build: readonly PlannedRank[], nodeId: number, by: number): readonly PlannedRank[] {
  const before = build.find((one) => one.nodeId === nodeId)?.rank ?? 0;
  return [...build.filter((one) => one.nodeId !== nodeId), { nodeId, rank: before + by }].filter(
    ({ rank }) => rank > 0,
  );
}

/** Returns the code of the build with `by` more points in a talent. */
export function encodeWithPoint(
  { talents, build }: Pick<Calculator, 'talents' | 'build'>,
  nodeId: number,
  by: 1 | -1,
): string {
  return encodeBuild(talents, changeNodePoints(build, nodeId, by));
}

/** Describes a build, such as `20 of 51 points, requires level 29`. */
export function describeSpentPoints({
  spent,
  left,
  levelNeeded,
}: Pick<Calculator, 'spent' | 'left' | 'levelNeeded'>): string {
  const points =
    left === null ? formatQuantity(spent, 'point') : `${spent} of ${formatQuantity(spent + left, 'point')}`;
  return spent === 0 || levelNeeded === null ? points : `${points}, requires level ${levelNeeded}`;
}
