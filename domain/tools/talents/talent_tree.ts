import type { talent_tree as contract } from '../../../schema/tools/talent_tree.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import type { ClassTalents, TalentNode, TalentTree } from '../../ports/build.ts';
import { badParameter, type ReadRefusal } from '../../reads/refusal.ts';
import { counted, oneOf } from '../../values/phrases.ts';
import { quoted } from '../../values/quoted.ts';
import { realmKey } from '../../values/realm_key.ts';
import { err, ok, type Result } from '../../values/result.ts';
import { answerFromFiles, filesLines } from '../shared/files.ts';
import type { RuleOf } from '../tool.ts';
import { classTalentsOf, NO_TALENTS } from './class_talents.ts';
import { nodeName } from './talent_names.ts';

type Answer = AnswerOf<typeof contract>;
type Entries = Pick<Answer, 'class' | 'trees' | 'pointLevels' | 'gateRule' | 'prerequisiteRule' | 'error'>;

const NOTHING = {
  ...{ class: null, trees: [], pointLevels: null },
  ...{ gateRule: null, prerequisiteRule: null },
} satisfies Entries;

/** The talent trees of a class (contract, section 6). */
export const talent_tree: RuleOf<typeof contract> = {
  answer: (ground, { class: slug, tree }) =>
    answerFromFiles<Entries>(ground, NOTHING, async (view) => {
      const found = await classTalentsOf({ ...ground, view }, slug);
      if (!found.ok) return found;
      if (found.value === null) return ok({ ...NOTHING, error: NO_TALENTS });
      const { playerClass, pointLevels, gateRule, prerequisiteRule } = found.value;
      const trees = treesMeant(found.value, tree ?? null);
      if (!trees.ok) return trees;
      return ok({
        ...{ class: playerClass, pointLevels, gateRule, prerequisiteRule },
        trees: trees.value.map(({ treeId, order, name, nodes }) => ({
          ...{ treeId, number: order + 1, name },
          nodes: nodes.map(nodeAnswer),
        })),
      });
    }),
  text: (answer) => [...(answer.error === undefined ? linesOf(answer) : [answer.error]), ...filesLines(answer)],
};

const treesMeant = ({ trees }: ClassTalents, asked: string | null): Result<readonly TalentTree[], ReadRefusal> => {
  if (asked === null) return ok(trees);
  const meant = trees.filter(
    ({ order, name }) => `${order + 1}` === asked || (name !== null && realmKey(name) === realmKey(asked)),
  );
  if (meant.length > 0) return ok(meant);
  const known = trees.map(({ order, name }) => (name === null ? `${order + 1}` : `${quoted(name)} (${order + 1})`));
  return err(
    badParameter(
      'tree',
      `tree must be ${oneOf(known, 'absent, since the class has no trees')}; it is ${quoted(asked)}.`,
    ),
  );
};

const nodeAnswer = (node: TalentNode): Answer['trees'][number]['nodes'][number] => {
  const { nodeId, row, column, maxRank, talents, prerequisites, prerequisitesAnyOf, pointsRequired } = node;
  return {
    ...{ nodeId, name: nodeName(node), row, column, maxRank },
    talents: talents.map(({ talentId, name, maxRank: ranks, spellIds }) => ({
      talentId,
      name,
      maxRank: ranks,
      spellIds,
    })),
    ...{ prerequisites, prerequisitesAnyOf, pointsRequired },
  };
};

const LINES_MAX = 20;

const linesOf = ({ class: playerClass, trees, pointLevels }: Answer): readonly string[] => {
  const nodes = trees.flatMap((tree) => tree.nodes);
  const levels = pointLevels?.levels ?? null;
  const points =
    levels === null || levels.length === 0
      ? 'At which levels points arrive is unknown.'
      : `${counted(levels.length, 'point')} from level ${levels[0]} to ${levels.at(-1)}.`;
  const head = `Talents of the class ${playerClass}: ${counted(trees.length, 'tree')}, ${counted(nodes.length, 'node')}. ${points}`;
  if (trees.length !== 1) return [head, ...trees.slice(0, LINES_MAX).map(treeLine)];
  return [
    head,
    ...trees.map(treeLine),
    ...nodes.slice(0, LINES_MAX).map(nodeLine),
    ...(nodes.length > LINES_MAX ? [`And ${counted(nodes.length - LINES_MAX, 'node')} more.`] : []),
  ];
};

const treeLine = ({ number, name, nodes }: Answer['trees'][number]): string => {
  const ranks = nodes.reduce((sum, { maxRank }) => sum + maxRank, 0);
  return `Tree ${number}${name === null ? '' : `, ${JSON.stringify(name)}`}: ${counted(nodes.length, 'node')}, ${counted(ranks, 'rank')}.`;
};

const nodeLine = (node: Answer['trees'][number]['nodes'][number]): string => {
  const { nodeId, name, row, column, maxRank, prerequisites, prerequisitesAnyOf, pointsRequired } = node;
  const place = row === null || column === null ? null : `row ${row + 1}, column ${column + 1}`;
  const after = prerequisites.map(({ nodeId: id, rank }) => `${rank} in node ${id}`).join(' and ');
  const either = prerequisitesAnyOf.map(({ nodeId: id, rank }) => `${rank} in node ${id}`).join(' or ');
  const parts = [
    place,
    counted(maxRank, 'rank'),
    pointsRequired === null || pointsRequired === 0 ? null : `${counted(pointsRequired, 'point')} in the tree first`,
    after === '' ? null : `after ${after}`,
    either === '' ? null : `after ${either}`,
  ].filter((part) => part !== null);
  return `Node ${nodeId}${name === null ? '' : ` ${JSON.stringify(name)}`}: ${parts.join(', ')}.`;
};
