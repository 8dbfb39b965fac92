import type { ClassTalents, TalentNode, TalentTree } from '../../../domain/ports/build.ts';

function node(nodeId: number, row: number, maxRank: number, more: Partial<TalentNode> = {}): TalentNode {
  return {
    nodeId,
    row,
    column: nodeId % 10,
    maxRank,
    talents: [{ talentId: nodeId, name: null, spellIds: [nodeId * 100], maxRank }],
    prerequisites: [],
    prerequisitesAnyOf: [],
    pointsRequired: row * 5,
    ...more,
  };
}

function after(...nodes: readonly (readonly [nodeId: number, rank: number])[]) {
  return {
    prerequisites: nodes.map(([nodeId, rank]) => ({ nodeId, rank })),
  };
}

export const arms: TalentTree = {
  treeId: 161,
  name: 'Arms',
  order: 0,
  nodes: [
    node(10, 0, 5),
    node(11, 0, 3),
    node(20, 1, 5, after([11, 3])),
    node(21, 1, 5),
    node(30, 2, 1, after([20, 5], [21, 1])),
    node(31, 2, 2, {
      prerequisitesAnyOf: [
        { nodeId: 10, rank: 5 },
        { nodeId: 21, rank: 5 },
      ],
    }),
  ],
};

const fury: TalentTree = {
  treeId: 164,
  name: null,
  order: 1,
  nodes: [node(40, 0, 5), node(50, 1, 1, after([51, 1])), node(51, 1, 1, after([50, 1]))],
};

/** A class with two small trees: gates, prerequisites of every kind, and two talents that require each other. */
export const warrior: ClassTalents = {
  playerClass: 'warrior',
  trees: [arms, fury],
  pointLevels: { levels: Array.from({ length: 20 }, (_, at) => 10 + at), rule: 'one-a-level-from-10' },
  gateRule: 'five-a-row',
  prerequisiteRule: 'files',
};
