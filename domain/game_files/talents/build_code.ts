import type { ClassTalents, TalentNode } from '../../ports/build.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { quote } from '../../values/quoted.ts';
import { formatNodeLabel } from './labels.ts';
import type { PlannedRank } from './plan.ts';

/** The address parameter that holds a build, and its name in sentences. */
export const BUILD_PARAMETER = 'build';

/** Ranks are digits of this base, so one character holds a rank of up to 35. */
const RANK_BASE = 36;

/** Longest accepted build code. Three trees of forty talents take 122 characters. */
const CODE_CHARS_MAX = 400;

/**
 * Writes a build as text, such as `2305-05`: the trees of the class in order, separated by `-`. Within a tree there is
 * one character per talent, row by row from the left: its points, with `a` for 10. Zeros at the end of a tree and empty
 * trees at the end are left out, so the empty build is an empty text. Other sites use the same notation.
 */
export function encodeBuild({ trees }: Pick<ClassTalents, 'trees'>, build: readonly PlannedRank[]): string {
  const ranks = new Map(build.map(({ nodeId, rank }) => [nodeId, rank]));
  return trees
    .map(({ nodes }) =>
      nodes
        .map(({ nodeId }) => (ranks.get(nodeId) ?? 0).toString(RANK_BASE))
        .join('')
        .replace(/0+$/, ''),
    )
    .join('-')
    .replace(/-+$/, '');
}

export interface BuildCodeResult {
  /** The points that could be read, by tree, row and column. They may break rules of the talent trees. */
  readonly build: readonly PlannedRank[];
  /** The first thing that could not be read, as a sentence, or null if there is none. */
  readonly fault: string | null;
}

/** Reads what `encodeBuild` writes. Unreadable parts are ignored and described by `fault`. */
export function decodeBuild({ trees }: Pick<ClassTalents, 'trees'>, code: string): BuildCodeResult {
  if (code.length > CODE_CHARS_MAX || !/^[0-9a-z-]*$/i.test(code)) {
    const needed = 'the points of each talent as digits, with a dash between trees, such as 2305-05';
    return { build: [], fault: `${BUILD_PARAMETER} must be ${needed}; it is ${quote(code)}.` };
  }
  const parts = code.split('-');
  const faults =
    parts.length > trees.length
      ? [`${BUILD_PARAMETER} must have at most ${formatQuantity(trees.length, 'tree')}; got ${parts.length}.`]
      : [];
  const build: PlannedRank[] = [];
  for (const [at, tree] of trees.entries()) {
    const digits = [...(parts[at] ?? '')];
    if (digits.length > tree.nodes.length) {
      const name = tree.name ?? `tree ${tree.order + 1}`;
      faults.push(
        `${BUILD_PARAMETER} must have at most ${formatQuantity(tree.nodes.length, 'digit')} for ${name}; got ${digits.length}.`,
      );
    }
    for (const [place, node] of tree.nodes.entries()) {
      const rank = Number.parseInt(digits[place] ?? '0', RANK_BASE);
      if (rank > node.maxRank) faults.push(describeTooManyPoints(formatNodeLabel({ node, tree }), node, rank));
      if (rank > 0) build.push({ nodeId: node.nodeId, rank: Math.min(rank, node.maxRank) });
    }
  }
  return { build, fault: faults[0] ?? null };
}

function describeTooManyPoints(label: string, { maxRank }: TalentNode, rank: number): string {
  return `${label} takes at most ${formatQuantity(maxRank, 'point')}; ${BUILD_PARAMETER} gives it ${rank}.`;
}
