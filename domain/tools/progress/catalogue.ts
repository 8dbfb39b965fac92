import type { CompletionArea } from '../../../schema/vocabulary.ts';
import type { Agreed } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import type { FactFamily, SubjectFact } from '../../ports/facts.ts';
import { type Locale, localeOf } from '../../values/language.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';

/** The catalogues of the game that progress is measured against (domain/families/counting/catalogue.ts). */
export type Area = CompletionArea;

/** Something that can be done, such as an achievement or a quest of a chain. */
export interface Goal {
  readonly id: number;
  /** Null: its name stands elsewhere. */
  readonly name: string | null;
  /** The language of the entry, where it is not the instance's. */
  readonly locale?: Locale;
  readonly points: number;
  /** How many installs agree on the entry that asks for it. */
  readonly installs: number;
}

/** Goals that stand together. */
export interface GoalGroup extends Heading {
  /** In their order: of a chain as they follow each other, else by id. Each once. */
  readonly goals: readonly Goal[];
}

interface Heading {
  readonly id: number | null;
  readonly name: string | null;
  /** The language of what stands under it, where it is not the instance's. */
  readonly locale?: Locale;
  readonly parent: string | null;
  readonly truncated: boolean;
}

interface Catalogue<E extends object> {
  readonly family: FactFamily<{ readonly entry?: Agreed<E> }>;
  /** Where an entry stands. */
  heading(entry: E): Heading;
  /** What it asks for. */
  goals(entry: E, installs: number): readonly Goal[];
}

/** The entries of a family of facts decide what heading and goals are given. */
function catalogue<E extends object>(of: Catalogue<E>): Catalogue<E> {
  return of;
}

const NOWHERE: Heading = { id: null, name: null, parent: null, truncated: false };

const CATALOGUES = {
  achievement: catalogue({
    family: families.achievements,
    heading: ({ categoryId: id, category: name, parentCategory: parent = null }) => ({ ...NOWHERE, id, name, parent }),
    goals: ({ achievementId: id, name, points }, installs) => [{ id, name, points, installs }],
  }),
  reputation: catalogue({
    family: families.reputations,
    heading: ({ header: name = null }) => ({ ...NOWHERE, name }),
    goals: ({ factionId: id, name }, installs) => [{ id, name, points: 0, installs }],
  }),
  title: catalogue({
    family: families.titles,
    heading: () => NOWHERE,
    goals: ({ titleId: id, name }, installs) => [{ id, name, points: 0, installs }],
  }),
  quest_chain: catalogue({
    family: families.quest_chains,
    heading: ({ questLineId: id, name, truncated = false }) => ({ id, name, parent: null, truncated }),
    goals: ({ questIds }, installs) => [...new Set(questIds)].map((id) => ({ id, name: null, points: 0, installs })),
  }),
} as const satisfies Readonly<Record<Area, Catalogue<object>>>;

/** Entries of a catalogue or of all collections that are read at once at most: more than the game has. */
export const CATALOGUE_MAX = 20_000;

export interface CatalogueGroups {
  readonly groups: readonly GoalGroup[];
  /** There are more entries than are read at once. */
  readonly isCut: boolean;
}

/** The groups of a catalogue, by the name of what is above and their own, unnamed ones last, then by id. */
export async function readCatalogue({ reader, view }: SnapshotData, area: Area): Promise<CatalogueGroups> {
  const of: Catalogue<object> = CATALOGUES[area];
  const facts = await reader.factsOf(view, of.family, '', CATALOGUE_MAX);
  const groups = new Map<string, Growing>();
  const byId = new Map<number, Growing>();
  for (const { entry } of inOrder(facts.facts)) {
    if (entry === undefined) continue;
    const head = { ...of.heading(entry.value), ...localeOf(entry) };
    const key = `${head.id}\n${head.name}\n${head.parent}\n${head.locale}`;
    // What is known in another language alone stands under the heading that it has in the instance's, where it has one.
    const own = head.locale === undefined || head.id === null ? undefined : byId.get(head.id);
    const known = own ?? groups.get(key) ?? { ...head, goals: [] };
    if (known !== own) groups.set(key, known);
    if (head.locale === undefined && head.id !== null && !byId.has(head.id)) byId.set(head.id, known);
    known.goals.push(...of.goals(entry.value, entry.installs).map((goal) => ({ ...goal, ...localeOf(entry) })));
  }
  if (area !== 'quest_chain') for (const { goals } of groups.values()) goals.sort((a, b) => a.id - b.id);
  return { groups: [...groups.values()].sort(byPlace), isCut: facts.total > CATALOGUE_MAX };
}

type CatalogueFacts = readonly SubjectFact<{ readonly entry?: Agreed<object> }>[];

/** By id, but those in other languages behind all in the instance's. */
function inOrder(facts: CatalogueFacts): CatalogueFacts['0']['body'][] {
  return facts
    .toSorted((a, b) => isForeign(a) - isForeign(b) || Number(a.subject) - Number(b.subject))
    .map(({ body }) => body);
}

function isForeign({ body }: CatalogueFacts['0']): number {
  return Number(body.entry?.locale !== undefined);
}

interface Growing extends Heading {
  readonly goals: Goal[];
}

function byPlace(a: GoalGroup, b: GoalGroup): number {
  return byName(a.parent, b.parent) || byName(a.name, b.name) || (a.id ?? 0) - (b.id ?? 0);
}

function byName(a: string | null, b: string | null): number {
  return a === b ? 0 : a === null ? 1 : b === null ? -1 : a < b ? -1 : 1;
}
