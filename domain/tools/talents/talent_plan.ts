import type { talent_plan as contract } from '../../../schema/tools/talent_plan.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { checkPlan, type PlannedRank } from '../../game_files/talents/plan.ts';
import type { ClassTalents } from '../../ports/build.ts';
import { badParameter, type ReadRefusal } from '../../reads/refusal.ts';
import { counted } from '../../values/phrases.ts';
import { quoted } from '../../values/quoted.ts';
import { err, ok, type Result } from '../../values/result.ts';
import { answerFromFiles, filesLines } from '../shared/files.ts';
import { creditOf } from '../shared/page.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';
import type { RuleOf } from '../tool.ts';
import { classTalentsOf, NO_TALENTS } from './class_talents.ts';
import { nodeName } from './talent_names.ts';
import { popularityOf } from './talent_popularity.ts';

type Answer = AnswerOf<typeof contract>;
type Entries = Omit<Answer, 'build' | 'label' | 'credit' | 'extractedAt'>;

const NOTHING = {
  ...{ class: null, legal: null, broken: null, points: 0, pointsPerTree: [], levelNeeded: null },
  ...{ pointLevels: null, order: null, unchecked: [], popularity: null },
} satisfies Entries;

/** Whether points can be spent so, and how others spend theirs (contract, section 6). */
export const talent_plan: RuleOf<typeof contract> = {
  answer: async (ground, { class: slug, points }) => {
    const plan = readPlan(points);
    if (!plan.ok) return plan;
    return answerFromFiles<Entries>(ground, NOTHING, async (view) => {
      const data = { ...ground, view };
      const talents = await classTalentsOf(data, slug);
      if (!talents.ok) return talents;
      if (talents.value === null) return ok({ ...NOTHING, error: NO_TALENTS });
      return answerFor(data, talents.value, plan.value);
    });
  },
  text: (answer) => [
    ...(answer.error === undefined ? linesOf(answer) : [answer.error]),
    ...filesLines(answer),
    ...(answer.attribution === undefined
      ? []
      : [`Popularity: ${answer.attribution.credit} (${answer.attribution.licence}), ${answer.attribution.source}`]),
  ],
};

const ENTRIES_MAX = 300;

const ENTRY = /^([1-9][0-9]{0,14}):([0-9]{1,4})$/;

/** `nodeId:rank` entries with commas between; spaces around them do not matter. */
const readPlan = (text: string): Result<readonly PlannedRank[], ReadRefusal> => {
  const entries = text.split(',').map((entry) => entry.trim());
  const needed = 'nodeId:rank entries, such as 130:5, with commas between';
  if (entries.length > ENTRIES_MAX) {
    return err(badParameter('points', `points must hold at most ${ENTRIES_MAX} entries; got ${entries.length}.`));
  }
  const plan: PlannedRank[] = [];
  for (const entry of entries) {
    const [, nodeId, rank] = ENTRY.exec(entry) ?? [];
    if (nodeId === undefined) {
      return err(badParameter('points', `points must be ${needed}; one entry is ${quoted(entry)}.`));
    }
    plan.push({ nodeId: Number(nodeId), rank: Number(rank) });
  }
  return ok(plan);
};

const answerFor = async (
  data: SnapshotData,
  talents: ClassTalents,
  plan: readonly PlannedRank[],
): Promise<Result<Entries, ReadRefusal>> => {
  const names = new Map(
    talents.trees.flatMap(({ nodes }) => nodes.map((node) => [node.nodeId, nodeName(node)] as const)),
  );
  const nameOf = (nodeId: number): string | null => names.get(nodeId) ?? null;
  const popularity = await popularityOf(data, talents.playerClass, plan, nameOf);
  if (!popularity.ok) return popularity;
  const checked = checkPlan(talents, plan);
  const planned = new Map(plan.map(({ nodeId, rank }) => [nodeId, rank]));
  return ok({
    class: talents.playerClass,
    legal: checked.legal,
    broken: checked.legal
      ? null
      : {
          nodeId: checked.nodeId,
          name: checked.nodeId === null ? null : nameOf(checked.nodeId),
          rule: checked.rule,
        },
    points: plan.reduce((sum, { rank }) => sum + rank, 0),
    pointsPerTree: talents.trees.map(({ treeId, order, name, nodes }) => ({
      ...{ treeId, number: order + 1, name },
      points: nodes.reduce((sum, { nodeId }) => sum + (planned.get(nodeId) ?? 0), 0),
    })),
    levelNeeded: checked.legal ? checked.levelNeeded : null,
    pointLevels: talents.pointLevels,
    order: checked.legal
      ? checked.order.map(({ nodeId, rank, level }) => ({ nodeId, name: nameOf(nodeId), rank, level }))
      : null,
    unchecked: checked.legal ? checked.unchecked : [],
    popularity: popularity.value,
    ...(popularity.value === null ? {} : creditOf(data)),
  });
};

const LINES_MAX = 14;

const linesOf = (answer: Answer): readonly string[] => {
  const { class: playerClass, legal, broken, points, pointsPerTree, levelNeeded, order, unchecked } = answer;
  const trees = pointsPerTree.map(
    ({ number, name, points: own }) => `${own} in ${name === null ? `tree ${number}` : JSON.stringify(name)}`,
  );
  const spent = `${counted(points, 'point')}: ${trees.join(', ')}`;
  if (legal !== true)
    return [`Not legal for the class ${playerClass} (${spent}).`, broken?.rule ?? '', ...popularityLines(answer)];
  const runs = runsOf(order ?? []);
  return [
    `Legal for the class ${playerClass} (${spent}), from level ${levelNeeded ?? 'unknown'} on.`,
    ...runs.slice(0, LINES_MAX),
    ...(runs.length > LINES_MAX ? [`And ${counted(runs.length - LINES_MAX, 'node')} more.`] : []),
    ...unchecked,
    ...popularityLines(answer),
  ];
};

/** An order, a line a node: its points follow each other. */
const runsOf = (order: NonNullable<Answer['order']>): readonly string[] => {
  const runs = order.flatMap((point, at) => (order[at + 1]?.nodeId === point.nodeId ? [] : [point]));
  return runs.map(({ nodeId, name, rank, level }) => {
    const until = level === null ? '' : `, done at level ${level}`;
    return `${rank} in node ${nodeId}${name === null ? '' : ` ${JSON.stringify(name)}`}${until}.`;
  });
};

const POPULAR_MAX = 5;

const popularityLines = ({ popularity }: Answer): readonly string[] => {
  if (popularity === null) return [];
  const planned = popularity.nodes.filter((node) => node.planned > 0).slice(0, POPULAR_MAX);
  const told = planned.map(({ nodeId, characters }) => `node ${nodeId} ${characters ?? 'unknown'}`);
  return [
    `Of ${popularity.characters} characters (${popularity.installs} installs, ${popularity.day}), points in: ${told.join(', ')}.`,
  ];
};
