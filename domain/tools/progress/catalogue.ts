import type { CompletionArea } from '../../../schema/vocabulary.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import type { FactFamily, SubjectFact } from '../../ports/facts.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { type Locale, readLocaleField } from '../../values/language.ts';

/** The game's catalogues that progress is measured against (domain/families/counting/catalogue.ts). */
export type GoalArea = CompletionArea;

/** Something to complete, such as an achievement or a quest of a chain. */
interface CatalogueGoal {
  readonly id: number;
  /** The name, or null if it is in another catalogue. */
  readonly name: string | null;
  /** The language of the entry if it differs from the instance's language. */
  readonly locale?: Locale;
  readonly points: number;
  readonly installs: number;
}

/** Goals under one heading. */
export interface GoalGroup extends GoalHeading {
  /**
   * Goals without duplicates. The goals of a quest chain are in the order of the chain; all other goals are ordered by
   * id.
   */
  readonly goals: readonly CatalogueGoal[];
}

interface GoalHeading {
  readonly id: number | null;
  readonly name: string | null;
  /** The language of the entries under the heading, if it differs from the instance's language. */
  readonly locale?: Locale;
  readonly parent: string | null;
  readonly truncated: boolean;
}

interface GoalCatalogue<E extends object> {
  readonly family: FactFamily<{ readonly entry?: AgreedValue<E> }>;
  heading(entry: E): GoalHeading;
  goals(entry: E, installs: number): readonly CatalogueGoal[];
}

/** Lets TypeScript check `heading` and `goals` against the family's entry type. */
function defineCatalogue<E extends object>(of: GoalCatalogue<E>): GoalCatalogue<E> {
  return of;
}

const NO_GOAL_HEADING: GoalHeading = { id: null, name: null, parent: null, truncated: false };

const CATALOGUES_BY_AREA = {
  achievement: defineCatalogue({
    family: families.achievements,
    heading: ({ categoryId: id, category: name, parentCategory: parent = null }) => ({
      ...NO_GOAL_HEADING,
      id,
      name,
      parent,
    }),
    goals: ({ achievementId: id, name, points }, installs) => [{ id, name, points, installs }],
  }),
  reputation: defineCatalogue({
    family: families.reputations,
    heading: ({ header: name = null }) => ({ ...NO_GOAL_HEADING, name }),
    goals: ({ factionId: id, name }, installs) => [{ id, name, points: 0, installs }],
  }),
  title: defineCatalogue({
    family: families.titles,
    heading: () => NO_GOAL_HEADING,
    goals: ({ titleId: id, name }, installs) => [{ id, name, points: 0, installs }],
  }),
  quest_chain: defineCatalogue({
    family: families.quest_chains,
    heading: ({ questLineId: id, name, truncated = false }) => ({ id, name, parent: null, truncated }),
    goals: ({ questIds }, installs) => [...new Set(questIds)].map((id) => ({ id, name: null, points: 0, installs })),
  }),
} as const satisfies Readonly<Record<GoalArea, GoalCatalogue<object>>>;

/** Maximum number of entries read at once, from one catalogue or from all collections. The game has fewer. */
export const CATALOGUE_FACTS_MAX = 20_000;

interface GoalGroups {
  readonly groups: readonly GoalGroup[];
  /** True if there are more entries than are read at once. */
  readonly isCut: boolean;
}

/**
 * Returns the groups of a catalogue, ordered by the name of their parent and then by their own name. Unnamed groups
 * come last. Ties are ordered by id.
 */
export async function readGoalGroups(snapshot: PublishedSnapshot, area: GoalArea): Promise<GoalGroups> {
  const of: GoalCatalogue<object> = CATALOGUES_BY_AREA[area];
  const facts = await snapshot.factsOf(of.family, '', CATALOGUE_FACTS_MAX);
  const groups = new Map<string, GoalGroupDraft>();
  const byId = new Map<number, GoalGroupDraft>();
  for (const { entry } of sortGoals(facts.facts)) {
    if (entry === undefined) continue;
    const head = { ...of.heading(entry.value), ...readLocaleField(entry) };
    const key = `${head.id}\n${head.name}\n${head.parent}\n${head.locale}`;
    // If an entry is known only in another language, files it under its heading in the instance's language, if there is
    // one.
    const own = head.locale === undefined || head.id === null ? undefined : byId.get(head.id);
    const known = own ?? groups.get(key) ?? { ...head, goals: [] };
    if (known !== own) groups.set(key, known);
    if (head.locale === undefined && head.id !== null && !byId.has(head.id)) byId.set(head.id, known);
    known.goals.push(...of.goals(entry.value, entry.installs).map((goal) => ({ ...goal, ...readLocaleField(entry) })));
  }
  if (area !== 'quest_chain') for (const { goals } of groups.values()) goals.sort((a, b) => a.id - b.id);
  return { groups: [...groups.values()].sort(compareGroupPositions), isCut: facts.total > CATALOGUE_FACTS_MAX };
}

type CatalogueFacts = readonly SubjectFact<{ readonly entry?: AgreedValue<object> }>[];

/** Orders entries by id. Entries in other languages come after all entries in the instance's language. */
function sortGoals(facts: CatalogueFacts): CatalogueFacts['0']['body'][] {
  return facts
    .toSorted((a, b) => rankByLanguage(a) - rankByLanguage(b) || Number(a.subject) - Number(b.subject))
    .map(({ body }) => body);
}

function rankByLanguage({ body }: CatalogueFacts['0']): number {
  return Number(body.entry?.locale !== undefined);
}

interface GoalGroupDraft extends GoalHeading {
  readonly goals: CatalogueGoal[];
}

function compareGroupPositions(a: GoalGroup, b: GoalGroup): number {
  return compareNames(a.parent, b.parent) || compareNames(a.name, b.name) || (a.id ?? 0) - (b.id ?? 0);
}

function compareNames(a: string | null, b: string | null): number {
  return a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1;
}
