import { LIST_MAX } from '../../../schema/limits.ts';
import type { talent_plan } from '../../../schema/tools/talents.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { families } from '../../families/mod.ts';
import type { TalentNode, TalentPlan, TalentPopularity } from '../../families/talents.ts';
import { indexNodesWithTrees } from '../../game_files/talents/labels.ts';
import type { PlannedRank } from '../../game_files/talents/plan.ts';
import type { ClassTalents } from '../../ports/build.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';

type PopularityAnswer = NonNullable<ToolAnswer<typeof talent_plan>['popularity']>;

const POPULARITY_LIMITS = LIST_MAX.talentPlan;

/** The name of a node, and the label to use if it has no name. */
export interface NodeWords {
  readonly name: string | null;
  readonly label: string;
}

/**
 * Returns the talents that characters of a class take, starting with the talents of the plan, and the characters'
 * complete plans. Returns null if the class has no public data.
 */
export async function readPopularity(
  snapshot: PublishedSnapshot,
  talents: ClassTalents,
  plan: readonly PlannedRank[],
  wordsOf: (nodeId: number) => NodeWords,
): Promise<PopularityAnswer | null> {
  // Uploads name a class by the client's token, which is the slug in upper case without hyphens.
  const token = talents.playerClass.toUpperCase().replaceAll('-', '');
  const fact = await snapshot.fact(families.talents, token);
  if (fact === null) return null;
  const { day, characters, installs, nodes, plans = [] } = fact as unknown as TalentPopularity;
  const taken = new Map(nodes.map((node) => [node.nodeId, node]));
  const planned = new Map(plan.map(({ nodeId, rank }) => [nodeId, rank]));
  const others = nodes
    .filter(({ nodeId }) => !planned.has(nodeId))
    .toSorted((a, b) => b.characters - a.characters || a.nodeId - b.nodeId);
  const rows = [
    ...[...planned].map(([nodeId, rank]) => buildNodeRow(nodeId, rank, taken.get(nodeId), wordsOf)),
    ...others.map((node) => buildNodeRow(node.nodeId, 0, node, wordsOf)),
  ];
  const shown = plans.slice(0, POPULARITY_LIMITS.plans).map((one) => buildPlanRow(talents, one, wordsOf));
  return { day, characters, installs, nodes: rows.slice(0, POPULARITY_LIMITS.nodes), plans: shown };
}

function buildNodeRow(
  nodeId: number,
  planned: number,
  taken: TalentNode | undefined,
  wordsOf: (nodeId: number) => NodeWords,
): PopularityAnswer['nodes'][number] {
  return {
    nodeId,
    ...wordsOf(nodeId),
    planned,
    characters: taken?.characters ?? null,
    installs: taken?.installs ?? null,
    ranks: (taken?.ranks ?? []).slice(0, POPULARITY_LIMITS.ranks).map(({ rank, characters, installs }) => {
      return { rank, characters, installs };
    }),
  };
}

/** Builds the row of another character's plan. Nodes that the imported build does not have come last. */
function buildPlanRow(
  talents: ClassTalents,
  { nodes, characters, installs }: TalentPlan,
  wordsOf: (nodeId: number) => NodeWords,
): PopularityAnswer['plans'][number] {
  const ranks = new Map(nodes);
  const known = [...indexNodesWithTrees(talents).keys()].filter((nodeId) => ranks.has(nodeId));
  const order = [...new Set([...known, ...ranks.keys()])];
  const sumOf = (nodeIds: readonly number[]): number =>
    nodeIds.reduce((sum, nodeId) => sum + (ranks.get(nodeId) ?? 0), 0);
  return {
    points: order.map((nodeId) => `${nodeId}:${ranks.get(nodeId)}`).join(','),
    spent: sumOf(order),
    pointsPerTree: talents.trees.map((tree) => sumOf(tree.nodes.map(({ nodeId }) => nodeId))),
    nodes: order.slice(0, POPULARITY_LIMITS.planNodes).map((nodeId) => {
      return { nodeId, ...wordsOf(nodeId), rank: ranks.get(nodeId) ?? 0 };
    }),
    characters,
    installs,
  };
}
