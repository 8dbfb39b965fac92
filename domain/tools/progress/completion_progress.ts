import { LIST_MAX } from '../../../schema/limits.ts';
import type { completion_progress as contract } from '../../../schema/tools/progress.ts';
import { type PublishedSnapshot, readEntity } from '../../reads/entities/snapshot_data.ts';
import { type Locale, readLocaleField } from '../../values/language.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { err } from '../../values/result.ts';
import { sumNumbers } from '../../values/sum_of.ts';
import { answerPage, renderPage } from '../shared/page.ts';
import type { ContractRule } from '../tool.ts';
import { CATALOGUE_FACTS_MAX, type GoalArea, type GoalGroup, readGoalGroups } from './catalogue.ts';
import { parseIdList } from './id_list.ts';

const COMPLETION_LIMITS = LIST_MAX.completion;

/** Nouns for the entries of each area, in singular and plural. */
const AREA_NOUNS: Readonly<Record<GoalArea, readonly [one: string, many: string]>> = {
  achievement: ['achievement', 'achievements'],
  reputation: ['reputation', 'reputations'],
  title: ['title', 'titles'],
  quest_chain: ['quest', 'quest chains'],
};

/** Measures the caller's progress in a catalogue (contract, section 6). It reads no private data. */
export const completion_progress: ContractRule<typeof contract> = {
  answer: async (context, { area, owned }) => {
    const ids = parseIdList('owned', owned ?? '', `ids of ${OWNED_NOUNS[area]}`);
    if (!ids.ok) return err(ids.error);
    return answerPage(context, async (snapshot) => {
      const { groups, isCut } = await readGoalGroups(snapshot, area);
      if (groups.length === 0) return { none: `No ${AREA_NOUNS[area][1]} are known yet.` };
      const mine = new Set(ids.value);
      const known = new Set(groups.flatMap(({ goals }) => goals.map(({ id }) => id)));
      const lacking = listMissingGoals(area, groups, mine);
      const missing = await mapInOrder(lacking.first, createGoalNamer(snapshot, area));
      const categories = groups.map((group) => countCategory(group, mine));
      const page = {
        area,
        ...countDone(area, categories),
        ...(area === 'achievement' ? { points: sumGoalPoints(groups, mine) } : {}),
        categoriesTotal: categories.length,
        categories: categories.slice(0, COMPLETION_LIMITS.categories),
        missingTotal: lacking.total,
        missing,
        unknownIds: ids.value.filter((id) => !known.has(id)).slice(0, COMPLETION_LIMITS.unknownIds),
        ...(isCut ? { isCut } : {}),
      };
      return { page };
    });
  },
  text: (answer) =>
    renderPage(
      answer,
      ({ area, done, total, points, categories, categoriesTotal, missing, missingTotal, unknownIds, isCut }) => [
        `${done} of ${total} known ${AREA_NOUNS[area][1]} ${area === 'quest_chain' ? 'finished' : 'done'}${points === undefined ? '' : `, ${points.done} of ${formatQuantity(points.total, 'point')}`}.`,
        ...categories.slice(0, SHOWN_CATEGORIES_MAX).map(formatCategory),
        ...(categoriesTotal > SHOWN_CATEGORIES_MAX
          ? [`And ${categoriesTotal - SHOWN_CATEGORIES_MAX} more categories.`]
          : []),
        ...(missingTotal === 0 ? [] : [`Missing, ${missingTotal} in all:`]),
        ...missing.slice(0, SHOWN_MISSING_MAX).map((goal) => `  ${formatMissingGoal(AREA_NOUNS[area][0], goal)}`),
        ...(unknownIds.length === 0
          ? []
          : [`Not in the catalogue, so nothing is known about them: ${formatQuantity(unknownIds.length, 'id')}.`]),
        ...(isCut
          ? [`The catalogue has more entries than one answer reads: these are the first ${CATALOGUE_FACTS_MAX}.`]
          : []),
      ],
    ),
};

const OWNED_NOUNS: Readonly<Record<GoalArea, string>> = {
  achievement: 'earned achievements',
  reputation: 'factions',
  title: 'titles',
  quest_chain: 'completed quests',
};

interface MissingGoal {
  readonly id: number;
  readonly name: string | null;
  readonly locale?: Locale;
  readonly category: string | null;
  readonly installs: number;
}

/**
 * Returns the first missing entries, without duplicates, and the total number of missing entries. They are ordered by
 * id, but quests are in the order of their chains.
 */
function listMissingGoals(area: GoalArea, groups: readonly GoalGroup[], mine: ReadonlySet<number>) {
  const seen = new Set(mine);
  const lacking = groups.flatMap(({ name: category, goals }) =>
    goals.flatMap(({ id, name, locale, installs }): readonly MissingGoal[] => {
      if (seen.has(id)) return [];
      seen.add(id);
      return [{ id, name, ...readLocaleField({ locale }), category, installs }];
    }),
  );
  if (area !== 'quest_chain') lacking.sort((a, b) => a.id - b.id);
  return { total: lacking.length, first: lacking.slice(0, COMPLETION_LIMITS.missing) };
}

/** Looks up quest titles, because chains only contain quest ids. */
function createGoalNamer(snapshot: PublishedSnapshot, area: GoalArea) {
  return async (goal: MissingGoal): Promise<MissingGoal> => {
    if (area !== 'quest_chain') return goal;
    const quest = await readEntity(snapshot, 'quest', goal.id);
    const { locale: _ofChain, ...rest } = goal;
    return { ...rest, name: quest.name, ...readLocaleField(quest) };
  };
}

interface Category extends Omit<GoalGroup, 'goals'> {
  readonly done: number;
  readonly total: number;
  readonly finished: boolean;
  readonly installs: number;
}

function countCategory({ goals, id, name, locale, parent, truncated }: GoalGroup, mine: ReadonlySet<number>): Category {
  const done = goals.reduce((count, goal) => (mine.has(goal.id) ? count + 1 : count), 0);
  const installs = goals.reduce((least, goal) => Math.min(least, goal.installs), Number.MAX_SAFE_INTEGER);
  const finished = done === goals.length && !truncated;
  return { id, name, ...readLocaleField({ locale }), parent, done, total: goals.length, finished, truncated, installs };
}

/** Counts whole chains for quest chains, and entries for all other areas. */
function countDone(area: GoalArea, categories: readonly Category[]): { readonly done: number; readonly total: number } {
  return area === 'quest_chain'
    ? { done: categories.filter(({ finished }) => finished).length, total: categories.length }
    : { done: sumNumbers(categories.map(({ done }) => done)), total: sumNumbers(categories.map(({ total }) => total)) };
}

function sumGoalPoints(groups: readonly GoalGroup[], mine: ReadonlySet<number>) {
  const goals = groups.flatMap((group) => group.goals);
  const points = (of: typeof goals): number => sumNumbers(of.map((goal) => goal.points));
  return { done: points(goals.filter(({ id }) => mine.has(id))), total: points(goals) };
}

const SHOWN_CATEGORIES_MAX = 10;
const SHOWN_MISSING_MAX = 8;

function formatCategory({ name, parent, done, total, finished, truncated, installs }: Category): string {
  const above = parent === null ? '' : `${JSON.stringify(parent)}, `;
  const state = finished ? ', finished' : truncated ? ', more quests than are listed' : '';
  return `${above}${name === null ? 'Without a heading' : JSON.stringify(name)}: ${done} of ${total}${state} (${installs} installs)`;
}

function formatMissingGoal(what: string, { id, name, category }: MissingGoal): string {
  return `${name === null ? `${what} ${id}` : `${JSON.stringify(name)} (${what} ${id})`}${category === null ? '' : ` of ${JSON.stringify(category)}`}`;
}
