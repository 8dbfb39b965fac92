import type { ClassTalents, TalentNode, TalentTree } from '../../ports/build.ts';

export interface NodeInTree {
  readonly node: TalentNode;
  readonly tree: TalentTree;
}

/** Returns every node of the class with its tree, keyed by node id, in the order of trees, rows and columns. */
export function indexNodesWithTrees({ trees }: ClassTalents): ReadonlyMap<number, NodeInTree> {
  return new Map(trees.flatMap((tree) => tree.nodes.map((node) => [node.nodeId, { node, tree }] as const)));
}

/** Returns the names of the talents that a node offers, or null if none of them has a name. */
export function toNodeName({ talents }: TalentNode): string | null {
  const names = talents.flatMap(({ name }) => (name === null ? [] : [name]));
  return names.length === 0 ? null : [...new Set(names)].join(' / ');
}

/** Returns the name of a tree, such as `Arms`, or `tree 1` if the files do not name it. */
function formatTreeLabel({ name, order }: Pick<TalentTree, 'name' | 'order'>): string {
  return name ?? `tree ${order + 1}`;
}

function listRowLabel({ row }: TalentNode): readonly string[] {
  return row === null ? [] : [`row ${row + 1}`];
}

/** Returns a node's label: `Deflection`, or `Talent 12 (Arms, row 3)` if it has no name. Rows count from 1. */
export function formatNodeLabel({ node, tree }: NodeInTree): string {
  return toNodeName(node) ?? `Talent ${node.nodeId} (${[formatTreeLabel(tree), ...listRowLabel(node)].join(', ')})`;
}

/** Returns a label with the id needed to correct a plan: `Deflection (talent 12, Arms, row 3, column 2)`. */
export function formatFullLabel({ node, tree }: NodeInTree): string {
  const name = toNodeName(node);
  const column = node.column === null ? [] : [`column ${node.column + 1}`];
  const place = [formatTreeLabel(tree), ...listRowLabel(node), ...column];
  return name === null
    ? `Talent ${node.nodeId} (${place.join(', ')})`
    : `${name} (${[`talent ${node.nodeId}`, ...place].join(', ')})`;
}
