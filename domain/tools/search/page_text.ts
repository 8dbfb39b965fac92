import type { recipe_thresholds as contract } from '../../../schema/tools/professions.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { moneyText, pricesText, rangeText } from '../../cards/words.ts';
import { families } from '../../families/mod.ts';
import { called, entitiesOf, quotedText } from '../../reads/entities/snapshot_data.ts';
import type { ReadRefusal } from '../../reads/refusal.ts';
import type { LocalizedText } from '../../values/language.ts';
import type { Result } from '../../values/result.ts';
import { recipe_thresholds } from '../craft/recipe_thresholds.ts';
import { entity_relations } from '../pages/entity_relations.ts';
import { item_page } from '../pages/item_page.ts';
import { npc_page } from '../pages/npc_page.ts';
import { object_page } from '../pages/object_page.ts';
import { quest_page } from '../pages/quest_page.ts';
import { vendor_page } from '../pages/vendor_page.ts';
import { creditLines, creditOf } from '../shared/page.ts';
import { talent_tree } from '../talents/talent_tree.ts';
import type { ToolContext } from '../tool.ts';

/** The text that an entity's page tool returns. */
export interface PageText {
  readonly text: string;
  /** The name on the page, or null if no name is agreed. */
  readonly name: string | null;
  /** False if the data comes only from the game's files. */
  readonly observed: boolean;
}

/** An entity of the game with its kind, id and name. The name is null if unknown. */
export interface PagedThing {
  readonly kind: string;
  readonly id: number;
  readonly name: string | null;
}

type MaybePageText = PageText | null;

type PageTextReader = (context: ToolContext, thing: PagedThing) => Promise<MaybePageText>;

interface Answered {
  readonly page?: unknown;
  readonly url?: string;
}

/** Creates a reader that calls a page tool and returns its whole text, or null if the entity has no page. */
function pageOf<Args, Answer extends Answered>(
  {
    answer,
    text,
  }: {
    readonly answer: (context: ToolContext, args: Args) => Promise<Result<Answer, ReadRefusal>>;
    readonly text: (answer: Answer, args: Args) => readonly string[];
  },
  argsOf: (thing: PagedThing) => Args,
  nameIn: (page: NonNullable<Answer['page']>) => string | null,
): PageTextReader {
  return async (context, thing) => {
    const args = argsOf(thing);
    const found = await answer(context, args);
    if (!found.ok) return null;
    const { page, url } = found.value;
    if (page == null) return null;
    return { text: text(found.value, args).join('\n'), name: nameIn(page), observed: url !== undefined };
  };
}

const RELATIONS_TOLD = 50;

const relations: PageTextReader = pageOf(
  entity_relations,
  ({ kind, id }) => ({ kind: kind as 'zone' | 'spell' | 'skill' | 'item_set', id, limit: RELATIONS_TOLD }),
  ({ entity }) => entity.name,
);

/** Returns the talent trees of a class, which is looked up by its name. */
const talents: PageTextReader = async (context, { name }) => {
  const args = { class: (name ?? '').replaceAll(/\s/gu, '') };
  const found = await talent_tree.answer(context, args);
  if (!found.ok || found.value.error !== undefined) return null;
  return { text: talent_tree.text(found.value, args).join('\n'), name, observed: false };
};

function lines(tell: (context: ToolContext, thing: PagedThing) => Promise<readonly string[] | null>): PageTextReader {
  return async (context, thing) => {
    const told = await tell(context, thing);
    return told === null ? null : { text: told.join('\n'), name: thing.name, observed: true };
  };
}

const PAGE_TEXT_READERS: ReadonlyMap<string, PageTextReader> = new Map<string, PageTextReader>([
  [
    'item',
    pageOf(
      item_page,
      ({ id }) => ({ itemId: id }),
      ({ item }) => item.name,
    ),
  ],
  [
    'npc',
    pageOf(
      npc_page,
      ({ id }) => ({ npcId: id }),
      ({ npc }) => npc.name,
    ),
  ],
  [
    'quest',
    pageOf(
      quest_page,
      ({ id }) => ({ questId: id }),
      ({ quest }) => quest.name,
    ),
  ],
  [
    'object',
    pageOf(
      object_page,
      ({ id }) => ({ objectId: id }),
      ({ object }) => object.name,
    ),
  ],
  [
    'vendor',
    pageOf(
      vendor_page,
      ({ id }) => ({ vendorNpcId: id }),
      ({ vendor }) => vendor.name,
    ),
  ],
  ...(['zone', 'spell', 'skill', 'item_set'] as const).map((kind) => [kind, relations] as const),
  ['player_class', talents],
  ['recipe', lines(recipeText)],
  ['quest_chain', lines(chainText)],
]);

/** Kinds whose entities may be public without a name. Such entities can be fetched by number. */
export const NAMELESS_KINDS: ReadonlySet<string> = new Set(['item', 'npc', 'quest', 'object', 'vendor']);

/**
 * Returns the text of an entity's page tool. Returns null if the entity's kind has no page tool or the entity has no
 * public data.
 */
export const pageTextOf: PageTextReader = async (context, thing) =>
  PAGE_TEXT_READERS.get(thing.kind)?.(context, thing) ?? null;

/** Renders `"Wolf" (npc 60)`, with the kind in words. */
export function entityText({ kind, id, name }: PagedThing): string {
  return called({ kind: kind.replaceAll('_', ' '), id, name, url: null });
}

/** Renders the quests of a chain in order, or returns null if no chain with this id is public. */
async function chainText(context: ToolContext, { id }: { readonly id: number }): Promise<readonly string[] | null> {
  const { snapshot, publisher } = context;
  if (snapshot === null) return null;
  const fact = await snapshot.fact(families.quest_chains, `${id}`);
  const chain = fact?.entry?.value ?? null;
  if (chain === null) return null;
  const quests = await entitiesOf({ ...snapshot, publisher }, 'quest', chain.questIds);
  const names = chain.questIds.map((questId) => called(quests.get(questId)!)).join('; ');
  const more = chain.truncated === true ? '; and more that were not listed' : '';
  return [
    `${called({ kind: 'quest chain', id, name: chain.name, url: null })}: ${names}${more}.`,
    ...creditLines({ connected: true, ...creditOf({ view: snapshot.view, publisher }) }),
  ];
}

type Page = NonNullable<AnswerOf<typeof contract>['page']>;
type Recipe = Page['recipes'][number];

/**
 * Renders the data of one recipe from recipe_thresholds, or returns null if the recipe has no agreed name or
 * profession.
 */
async function recipeText(
  context: ToolContext,
  { id, name }: { readonly id: number; readonly name: string | null },
): Promise<readonly string[] | null> {
  const { snapshot } = context;
  if (snapshot === null || name === null) return null;
  const fact = await snapshot.fact(families.recipes, `${id}`);
  const profession = fact?.profession;
  if (profession === undefined) return null;
  const found = await recipe_thresholds.answer(context, { profession: profession.value, recipe: name });
  if (!found.ok) return null;
  const row = found.value.page?.recipes.find(({ recipe }) => recipe.id === id);
  return row === undefined ? null : [...told(row, profession), ...creditLines(found.value)];
}

function told(row: Recipe, profession: LocalizedText): readonly string[] {
  return [
    `${called(row.recipe)} of ${quotedText(profession)}.`,
    ...makesLine(row),
    ...(row.reagents === null
      ? ['Its reagents are unknown.']
      : [`Reagents: ${row.reagents.rows.map(({ item, count }) => `${count} of ${called(item)}`).join('; ')}.`]),
    `Yellow from skill ${skillText(row.yellow)}, green from ${skillText(row.green)}, grey from ${skillText(row.grey)}.`,
    row.costCopper === null
      ? 'What a craft costs is unknown: a reagent has no agreed price.'
      : `A craft costs ${moneyText(row.costCopper)}.`,
    ...lessonLine(row),
    ...(row.taughtBy === null ? [] : [`Taught by ${called(row.taughtBy.item)}.`]),
  ];
}

function makesLine({ makes }: Recipe): readonly string[] {
  if (makes === null) return [];
  const [min, max] = [makes.min?.value ?? null, makes.max?.value ?? null];
  const many = min === null ? '' : `${rangeText(min, max ?? min)} of `;
  return [`Makes ${many}${called(makes.item)}.`];
}

function lessonLine({ lesson }: Recipe): readonly string[] {
  if (lesson === null) return [];
  const cost = lesson.cost === null ? '' : ` for ${pricesText([lesson.cost.value])}`;
  const skill = lesson.requiredSkill === null ? '' : `, at skill ${lesson.requiredSkill.value}`;
  return [`Taught by ${called(lesson.trainer)}${cost}${skill}.`];
}

function skillText(range: Recipe['yellow']): string {
  return range === null ? 'unknown' : rangeText(range.low, range.high);
}
