import { DAYS_BACK } from '../../../schema/limits.ts';
import type { talent_plan as contract } from '../../../schema/tools/talents.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { formatClassName } from './class_talents.ts';

type PlanAnswer = ToolAnswer<typeof contract>;

/**
 * Renders a plan in words: the verdict, a possible order, the next possible points, the talents that other characters
 * take, and their complete plans.
 */
export function renderPlan(answer: PlanAnswer): readonly string[] {
  return [...renderVerdict(answer), ...renderLevels(answer), ...renderPopularity(answer), ...renderOtherPlans(answer)];
}

const PLAN_LINES_MAX = 60;

function renderVerdict(answer: PlanAnswer): readonly string[] {
  const { class: playerClass, legal, broken, points, pointsPerTree, levelNeeded, order, unchecked } = answer;
  const of = formatClassName(playerClass);
  if (legal === true && points === 0) return [`${of}, no points spent yet.`];
  const trees = pointsPerTree
    .filter(({ points: own }) => own > 0)
    .map(({ number, name, points: own }) => `${own} in ${name ?? `tree ${number}`}`);
  const spent = `${formatQuantity(points, 'point')}${trees.length === 0 ? '' : ` (${trees.join(', ')})`}`;
  if (legal !== true) return [`${of}, ${spent}: the plan cannot be spent.`, broken?.rule ?? ''];
  const runs = formatPointOrder(order ?? []);
  const from = levelNeeded === null ? '' : `, complete at level ${levelNeeded}`;
  return [
    `${of}, ${spent}: the plan can be spent${from}. One order:`,
    ...runs.slice(0, PLAN_LINES_MAX),
    ...(runs.length > PLAN_LINES_MAX ? [`And ${formatQuantity(runs.length - PLAN_LINES_MAX, 'talent')} more.`] : []),
    ...unchecked,
  ];
}

/** Renders an order with one line per node, because the points of a node are consecutive. */
function formatPointOrder(order: NonNullable<PlanAnswer['order']>): readonly string[] {
  const runs = order.flatMap((point, at) => (order[at + 1]?.nodeId === point.nodeId ? [] : [point]));
  return runs.map(({ label, rank, level }, at) => {
    const until = level === null ? '' : `, by level ${level}`;
    return `${at + 1}. ${label}: ${formatQuantity(rank, 'point')}${until}.`;
  });
}

function renderLevels({ atLevel, points, levelNeeded }: PlanAnswer): readonly string[] {
  if (atLevel === null) return [];
  const { level, points: had, left, next } = atLevel;
  const has = `At level ${level} a character has ${formatQuantity(had, 'talent point')}`;
  if (points > had) return [`${has}, so this plan is not complete before level ${levelNeeded ?? 'unknown'}.`];
  if (left === 0) return [`${has}, and none is left.`];
  if (next.length === 0) return [`${has}, and ${left} left, which no talent takes.`];
  const open = next.map(({ name, label, nodeId, rank, maxRank }) => {
    const point = `point ${rank} of ${maxRank}`;
    return name === null ? `${label}, ${point}` : `${label} (talent ${nodeId}), ${point}`;
  });
  return [`${has}; ${left} left. The next can go into: ${open.join('; ')}.`];
}

/** Renders the complete plans of other characters, such as `31/20/0 (Arms, Fury, Protection)`. */
function renderOtherPlans({ popularity, pointsPerTree }: PlanAnswer): readonly string[] {
  const plans = popularity?.plans ?? [];
  if (plans.length === 0) return [];
  const trees = pointsPerTree.map(({ number, name }) => name ?? `tree ${number}`).join(', ');
  return [
    `What others take as a whole (points in ${trees}):`,
    ...plans.map(
      ({ pointsPerTree: points, characters, installs, points: plan }) =>
        `${points.join('/')}: ${formatQuantity(characters, 'character')}, ${formatQuantity(installs, 'install')}; points=${plan}`,
    ),
  ];
}

const SHOWN_POPULAR_PLANS_MAX = 5;

/** Renders how many characters take the talents of the plan, or the most common talents if the plan is empty. */
export function renderPopularity({ popularity }: Pick<PlanAnswer, 'popularity'>): readonly string[] {
  if (popularity === null) return [];
  const { characters, installs, day, nodes } = popularity;
  if (nodes.length === 0) return [];
  const planned = nodes.filter((node) => node.planned > 0);
  const shown = (planned.length > 0 ? planned : nodes).slice(0, SHOWN_POPULAR_PLANS_MAX);
  const each = shown.map(({ label, characters: own }) => `${label} ${own ?? 'unknown'}`);
  return [
    `Characters with points in it, of ${characters} seen in the ${DAYS_BACK.daily} days before ${day} (${formatQuantity(installs, 'install')}): ${each.join(', ')}.`,
  ];
}
