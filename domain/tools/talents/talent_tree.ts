import type { talent_tree as contract } from '../../../schema/tools/talents.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { formatNodeLabel, toNodeName } from '../../game_files/talents/labels.ts';
import type { ClassTalents, TalentNode, TalentTree } from '../../ports/build.ts';
import { badParameter, type ReadRefusal } from '../../reads/refusal.ts';
import { formatChoices, formatQuantity } from '../../values/phrases.ts';
import { quote } from '../../values/quoted.ts';
import { toRealmKey } from '../../values/realm_key.ts';
import { err, ok, type Result } from '../../values/result.ts';
import { answerFromFiles, renderFilesNotice } from '../shared/files.ts';
import type { ContractRule } from '../tool.ts';
import { formatClassName, NO_TALENTS_TEXT, readClassTalents } from './class_talents.ts';

type TreeAnswer = ToolAnswer<typeof contract>;
type TreeEntries = Pick<TreeAnswer, 'class' | 'trees' | 'pointLevels' | 'gateRule' | 'prerequisiteRule' | 'error'>;

const EMPTY_TREE_ENTRIES = {
  class: null,
  trees: [],
  pointLevels: null,
  gateRule: null,
  prerequisiteRule: null,
} satisfies TreeEntries;

/** The talent trees of a class (contract, section 6). */
export const talent_tree: ContractRule<typeof contract> = {
  answer: (context, { class: slug, tree }) =>
    answerFromFiles<TreeEntries>(context, EMPTY_TREE_ENTRIES, async (snapshot) => {
      const found = await readClassTalents(snapshot, slug);
      if (!found.ok) return found;
      if (found.value === null) return ok({ ...EMPTY_TREE_ENTRIES, error: NO_TALENTS_TEXT });
      const { playerClass, pointLevels, gateRule, prerequisiteRule } = found.value;
      const trees = selectAskedTrees(found.value, tree ?? null);
      if (!trees.ok) return trees;
      return ok({
        class: playerClass,
        pointLevels,
        gateRule,
        prerequisiteRule,
        trees: trees.value.map((tree) => ({
          treeId: tree.treeId,
          number: tree.order + 1,
          name: tree.name,
          nodes: tree.nodes.map((node) => buildNodeAnswer(node, tree)),
        })),
      });
    }),
  text: (answer) => [
    ...(answer.error === undefined ? renderTrees(answer) : [answer.error]),
    ...renderFilesNotice(answer),
  ],
};

function selectAskedTrees({ trees }: ClassTalents, asked: string | null): Result<readonly TalentTree[], ReadRefusal> {
  if (asked === null) return ok(trees);
  const meant = trees.filter(
    ({ order, name }) => `${order + 1}` === asked || (name !== null && toRealmKey(name) === toRealmKey(asked)),
  );
  if (meant.length > 0) return ok(meant);
  const known = trees.map(({ order, name }) => (name === null ? `${order + 1}` : `${quote(name)} (${order + 1})`));
  const needed = formatChoices(known, 'absent, since the class has no trees');
  return err(badParameter('tree', `tree must be ${needed}; it is ${quote(asked)}.`));
}

function buildNodeAnswer(node: TalentNode, tree: TalentTree): TreeAnswer['trees'][number]['nodes'][number] {
  const { nodeId, row, column, maxRank, talents, prerequisites, prerequisitesAnyOf, pointsRequired } = node;
  return {
    nodeId,
    name: toNodeName(node),
    label: formatNodeLabel({ node, tree }),
    row,
    column,
    maxRank,
    talents: talents.map(({ talentId, name, maxRank: ranks, spellIds, icon = null }) => {
      return { talentId, name, maxRank: ranks, spellIds, icon };
    }),
    prerequisites,
    prerequisitesAnyOf,
    pointsRequired,
  };
}

type TalentTreeAnswer = TreeAnswer['trees'][number];
type TalentNodeAnswer = TalentTreeAnswer['nodes'][number];

/**
 * Maximum number of talents in a text. Classes of classic clients have about fifty talents; longer lists of newer
 * clients are cut.
 */
const TREE_LINES_MAX = 200;

/** Renders the trees of a class row by row, without the notice about the game's files. */
export function renderTrees({ class: playerClass, trees, pointLevels }: TreeAnswer): readonly string[] {
  const nodes = trees.flatMap((tree) => tree.nodes);
  const levels = pointLevels?.levels ?? null;
  const points =
    levels === null || levels.length === 0
      ? 'At which levels points arrive is unknown.'
      : `${formatQuantity(levels.length, 'point')} to spend, from level ${levels[0]} to ${levels.at(-1)}.`;
  let room = TREE_LINES_MAX;
  const lines = trees.flatMap((tree) => {
    const shown = { ...tree, nodes: tree.nodes.slice(0, room) };
    room -= shown.nodes.length;
    return [renderTree(tree), ...renderTreeRows(shown, nodes)];
  });
  const left = nodes.length - TREE_LINES_MAX;
  return [
    `${formatClassName(playerClass)} talents: ${formatQuantity(trees.length, 'tree')}, ${formatQuantity(nodes.length, 'talent')}. ${points}`,
    ...lines,
    ...(left > 0 ? [`And ${formatQuantity(left, 'talent')} more.`] : []),
    'In brackets: the number that talent_plan takes, and how many points the talent takes.',
  ];
}

function renderTree({ number, name, nodes }: TalentTreeAnswer): string {
  const ranks = nodes.reduce((sum, { maxRank }) => sum + maxRank, 0);
  return `${name ?? 'A tree without a name'} (tree ${number}): ${formatQuantity(nodes.length, 'talent')} for ${formatQuantity(ranks, 'point')}.`;
}

/** Renders one line for each row of a tree, and one line for talents without a row. */
function renderTreeRows({ nodes }: TalentTreeAnswer, all: readonly TalentNodeAnswer[]): readonly string[] {
  const rows = [...new Set(nodes.map(({ row }) => row))];
  return rows.map((row) => {
    const own = nodes.filter((node) => node.row === row);
    const gates = [...new Set(own.map(({ pointsRequired }) => pointsRequired ?? 0))];
    const [gate = 0] = gates;
    const asked = gates.length === 1 && gate > 0 ? ` (after ${formatQuantity(gate, 'point')} in the tree)` : '';
    const talents = own.map((node) => formatTalentNode(node, gates.length > 1, all)).join(', ');
    return `${row === null ? 'In no row' : `Row ${row + 1}`}${asked}: ${talents}.`;
  });
}

function formatTalentNode(node: TalentNodeAnswer, isGateSaid: boolean, all: readonly TalentNodeAnswer[]): string {
  const { nodeId, name, maxRank, prerequisites, prerequisitesAnyOf, pointsRequired } = node;
  const asked = ({ nodeId: id, rank }: TalentNodeAnswer['prerequisites'][number]): string =>
    `${rank} in ${all.find((one) => one.nodeId === id)?.name ?? `talent ${id}`}`;
  const parts = [
    ...(name === null ? [] : [String(nodeId)]),
    formatQuantity(maxRank, 'point'),
    ...(isGateSaid && (pointsRequired ?? 0) > 0
      ? [`after ${formatQuantity(pointsRequired ?? 0, 'point')} in the tree`]
      : []),
    ...(prerequisites.length === 0 ? [] : [`after ${prerequisites.map(asked).join(' and ')}`]),
    ...(prerequisitesAnyOf.length === 0 ? [] : [`after ${prerequisitesAnyOf.map(asked).join(' or ')}`]),
  ];
  return `${name ?? `Talent ${nodeId}`} (${parts.join(', ')})`;
}
