import type { ClassTalents, TalentNode, TalentTree } from '../../ports/build.ts';

/** A node and the tree that it stands in. */
export interface Place {
  readonly node: TalentNode;
  readonly tree: TalentTree;
}

/** Every node of the class with its tree, in the order of trees, rows and columns. */
export function placesOf({ trees }: ClassTalents): ReadonlyMap<number, Place> {
  return new Map(trees.flatMap((tree) => tree.nodes.map((node) => [node.nodeId, { node, tree }] as const)));
}

/** What a node is called: the talents that it lets choose among; null where none has a name. */
export function nodeName({ talents }: TalentNode): string | null {
  const names = talents.flatMap(({ name }) => (name === null ? [] : [name]));
  return names.length === 0 ? null : [...new Set(names)].join(' / ');
}

/** What a tree is called: `Arms`, or `tree 1` where the files do not name it. */
export function treeLabel({ name, order }: Pick<TalentTree, 'name' | 'order'>): string {
  return name ?? `tree ${order + 1}`;
}

function rowOf({ row }: TalentNode): readonly string[] {
  return row === null ? [] : [`row ${row + 1}`];
}

/** What to call a node, whether or not it has a name: `Deflection`, `Talent 12 (Arms, row 3)`. Rows count from 1. */
export function nodeLabel({ node, tree }: Place): string {
  return nodeName(node) ?? `Talent ${node.nodeId} (${[treeLabel(tree), ...rowOf(node)].join(', ')})`;
}

/** The same with its number, so that a plan can be mended: `Deflection (talent 12, Arms, row 3, column 2)`. */
export function fullLabel({ node, tree }: Place): string {
  const name = nodeName(node);
  const column = node.column === null ? [] : [`column ${node.column + 1}`];
  const place = [treeLabel(tree), ...rowOf(node), ...column];
  return name === null
    ? `Talent ${node.nodeId} (${place.join(', ')})`
    : `${name} (${[`talent ${node.nodeId}`, ...place].join(', ')})`;
}
