import type { recipe_thresholds as contract } from '../../../schema/tools/professions.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { moneyText, pricesText, rangeText } from '../../cards/words.ts';
import { families } from '../../families/mod.ts';
import { called, entitiesOf, quotedText } from '../../reads/entities/snapshot_data.ts';
import type { LocalizedText } from '../../values/language.ts';
import { recipe_thresholds } from '../craft/recipe_thresholds.ts';
import { entity_relations } from '../pages/entity_relations.ts';
import { item_page } from '../pages/item_page.ts';
import { npc_page } from '../pages/npc_page.ts';
import { object_page } from '../pages/object_page.ts';
import { quest_page } from '../pages/quest_page.ts';
import { vendor_page } from '../pages/vendor_page.ts';
import { creditLines, creditOf } from '../shared/page.ts';
import { talent_tree } from '../talents/talent_tree.ts';
import type { ToolContext, ToolRule } from '../tool.ts';

/** The text that an entity's page tool returns. */
interface PageText {
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

type PageTextReader = (context: ToolContext, thing: PagedThing) => Promise<PageText | null>;

interface NamedPage<K extends string> {
  readonly page?: Readonly<Record<K, { readonly name: string | null }>>;
  readonly url?: string;
}

/** Creates a reader that calls a page tool and returns its whole text, or null if the entity has no page. */
function pageOf<K extends string, Args, Answer extends NamedPage<K>>(
  { answer, text }: ToolRule<Args, Answer>,
  argsOf: (thing: PagedThing) => Args,
  entity: K,
): PageTextReader {
  return async (context, thing) => {
    const args = argsOf(thing);
    const found = await answer(context, args);
    if (!found.ok || found.value.page == null) return null;
    const { page, url } = found.value;
    return { text: text(found.value, args).join('\n'), name: page[entity].name, observed: url !== undefined };
  };
}

const relations = pageOf(
  entity_relations,
  ({ kind, id }) => ({ kind: kind as 'zone' | 'spell' | 'skill' | 'item_set', id, limit: 50 }),
  'entity',
);

/** Renders the talent trees of a class, which is looked up by name. */
async function readTalentText(context: ToolContext, { name }: PagedThing): Promise<PageText | null> {
  const args = { class: (name ?? '').replaceAll(/\s/gu, '') };
  const found = await talent_tree.answer(context, args);
  if (!found.ok || found.value.error !== undefined) return null;
  return { text: talent_tree.text(found.value, args).join('\n'), name, observed: false };
}

const item = pageOf(item_page, ({ id }) => ({ itemId: id }), 'item');
const npc = pageOf(npc_page, ({ id }) => ({ npcId: id }), 'npc');
const quest = pageOf(quest_page, ({ id }) => ({ questId: id }), 'quest');
const object = pageOf(object_page, ({ id }) => ({ objectId: id }), 'object');
const vendor = pageOf(vendor_page, ({ id }) => ({ vendorNpcId: id }), 'vendor');
const nameless = { item, npc, quest, object, vendor };

const PAGE_TEXT_READERS: ReadonlyMap<string, PageTextReader> = new Map(
  Object.entries({
    ...nameless,
    zone: relations,
    spell: relations,
    skill: relations,
    item_set: relations,
    player_class: readTalentText,
    recipe: readRecipeText,
    quest_chain: readChainText,
  }),
);

/** Kinds whose entities may be public without a name. Such entities can be fetched by number. */
export const NAMELESS_KINDS: ReadonlySet<string> = new Set(Object.keys(nameless));

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
async function readChainText(context: ToolContext, { id, name }: PagedThing): Promise<PageText | null> {
  const { snapshot, publisher } = context;
  if (snapshot === null) return null;
  const fact = await snapshot.fact(families.quest_chains, `${id}`);
  const chain = fact?.entry?.value ?? null;
  if (chain === null) return null;
  const quests = await entitiesOf({ ...snapshot, publisher }, 'quest', chain.questIds);
  const names = chain.questIds.map((questId) => called(quests.get(questId)!)).join('; ');
  const more = chain.truncated === true ? '; and more that were not listed' : '';
  const lines = [
    `${called({ kind: 'quest chain', id, name: chain.name, url: null })}: ${names}${more}.`,
    ...creditLines({ connected: true, ...creditOf({ view: snapshot.view, publisher }) }),
  ];
  return { text: lines.join('\n'), name, observed: true };
}

type Page = NonNullable<AnswerOf<typeof contract>['page']>;
type Recipe = Page['recipes'][number];

/**
 * Renders the data of one recipe from recipe_thresholds, or returns null if the recipe has no agreed name or
 * profession.
 */
async function readRecipeText(context: ToolContext, { id, name }: PagedThing): Promise<PageText | null> {
  if (context.snapshot === null || name === null) return null;
  const fact = await context.snapshot.fact(families.recipes, `${id}`);
  const profession = fact?.profession;
  if (profession === undefined) return null;
  const found = await recipe_thresholds.answer(context, { profession: profession.value, recipe: name });
  const row = found.ok ? found.value.page?.recipes.find(({ recipe }) => recipe.id === id) : undefined;
  if (!found.ok || row === undefined) return null;
  return { text: [...recipeLines(row, profession), ...creditLines(found.value)].join('\n'), name, observed: true };
}

function recipeLines(row: Recipe, profession: LocalizedText): readonly string[] {
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
