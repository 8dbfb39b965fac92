import type { recipe_thresholds as contract } from '../../../schema/tools/professions.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { formatMoney, formatRange } from '../../cards/words.ts';
import { unwrapAgreedValue } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import { quoteText, readEntities, toLabel } from '../../reads/entities/snapshot_data.ts';
import type { LocalizedText } from '../../values/language.ts';
import { describeLesson } from '../craft/path_text.ts';
import { describePrices, findLargestMarket } from '../craft/priced_realms.ts';
import { formatColours, recipe_thresholds } from '../craft/recipe_thresholds.ts';
import { npc_page, object_page, quest_page, vendor_page } from '../pages/entity_pages.ts';
import { item_page } from '../pages/item_page.ts';
import { buildCreditFields, renderCredit } from '../shared/page.ts';
import type { ToolRule } from '../tool.ts';
import { readClassBySlug, readClassText } from './class_text.ts';
import { readFilesText } from './files_text.ts';
import type { ListedPageReader, PageContext, PagedEntity, PageText, PageTextReader, SluggedPage } from './paged.ts';
import { readProfessionBySlug, readSkillText } from './profession_text.ts';
import { readRealmBySlug } from './realm_text.ts';
import { readRoleBySlug } from './role_text.ts';
import { readZoneText } from './zone_text.ts';

interface PageOfEntity<K extends string> {
  readonly page?: Readonly<Record<K, { readonly name: string | null }>>;
  readonly url?: string;
}

/** Creates a reader that calls a page tool and returns its whole text, or null if the entity has no page. */
function createReader<K extends string, Args, Answer extends PageOfEntity<K>>(
  { answer, text }: ToolRule<Args, Answer>,
  argsOf: (thing: PagedEntity) => Args,
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

const item = createReader(item_page, ({ id }) => ({ itemId: id }), 'item');
const npc = createReader(npc_page, ({ id }) => ({ npcId: id }), 'npc');
const quest = createReader(quest_page, ({ id }) => ({ questId: id }), 'quest');
const object = createReader(object_page, ({ id }) => ({ objectId: id }), 'object');
const vendor = createReader(vendor_page, ({ id }) => ({ vendorNpcId: id }), 'vendor');
const namelessReaders = { item, npc, quest, object, vendor, zone: readZoneText };

const PAGE_TEXT_READERS: ReadonlyMap<string, PageTextReader> = new Map(
  Object.entries({
    ...namelessReaders,
    spell: createFirstReader(readRecipeText, readFilesText),
    skill: createFirstReader(readSkillText, readFilesText),
    item_set: readFilesText,
    player_class: readClassText,
    recipe: readRecipeText,
    quest_chain: readChainText,
  }),
);

/** Creates a reader that returns the text of the first of these readers that has one. */
function createFirstReader(...readers: readonly PageTextReader[]): PageTextReader {
  return async (context, thing) => {
    for (const read of readers) {
      const text = await read(context, thing);
      if (text !== null) return text;
    }
    return null;
  };
}

/**
 * Readers of entries that have slugs or other words instead of numbers: `profession:first-aid`, `role:trainer:cooking`,
 * `realm:old blanchy`, `player_class:mage`.
 */
const LISTED_PAGE_READERS: ReadonlyMap<string, ListedPageReader> = new Map(
  Object.entries({
    profession: readProfessionBySlug,
    realm: readRealmBySlug,
    role: readRoleBySlug,
    player_class: readClassBySlug,
  }),
);

const LISTED_ID_PATTERN = /^([a-z_]{1,40}):(?!\d+$)(.{1,120})$/su;

/** Returns the page of an entry that has no number, or null for any other id and if nothing about it is public. */
export async function readListedPage(
  context: PageContext,
  id: string,
): Promise<(SluggedPage & { readonly kind: string }) | null> {
  const [, kind = '', slug = ''] = LISTED_ID_PATTERN.exec(id.toLowerCase()) ?? [];
  const page = (await LISTED_PAGE_READERS.get(kind)?.(context, slug)) ?? null;
  return page && { ...page, kind };
}

/** Kinds whose entities may be public without a name. Such entities can be fetched by number. */
export const NAMELESS_KINDS: ReadonlySet<string> = new Set(Object.keys(namelessReaders));

/**
 * Returns the text of an entity's page tool. Returns null if the entity's kind has no page tool or the entity has no
 * public data.
 */
export const readPageText: PageTextReader = async (context, thing) =>
  PAGE_TEXT_READERS.get(thing.kind)?.(context, thing) ?? null;

/** Renders `"Wolf" (npc 60)`, with the kind in words. */
export function formatEntity({ kind, id, name }: PagedEntity): string {
  return toLabel({ kind: kind.replaceAll('_', ' '), id, name, url: null });
}

/** Renders the quests of a chain in order, or returns null if no chain with this id is public. */
async function readChainText({ snapshot }: PageContext, { id, name }: PagedEntity): Promise<PageText | null> {
  const fact = await snapshot.fact(families.quest_chains, `${id}`);
  const chain = fact?.entry?.value ?? null;
  if (chain === null) return null;
  const quests = await readEntities(snapshot, 'quest', chain.questIds);
  const names = chain.questIds.map((questId) => toLabel(quests.get(questId)!)).join('; ');
  const more = chain.truncated === true ? '; and more that were not listed' : '';
  const lines = [
    `${toLabel({ kind: 'quest chain', id, name: chain.name, url: null })}: ${names}${more}.`,
    ...renderCredit({ connected: true, ...buildCreditFields(snapshot) }),
  ];
  return { text: lines.join('\n'), name, observed: true };
}

type ThresholdsPage = NonNullable<ToolAnswer<typeof contract>['page']>;
type ThresholdsRecipe = ThresholdsPage['recipes'][number];

/**
 * Renders the data of one recipe from recipe_thresholds, or returns null if the recipe has no agreed name or
 * profession. A recipe has the id of its spell.
 */
async function readRecipeText(context: PageContext, { id }: PagedEntity): Promise<PageText | null> {
  const fact = await context.snapshot.fact(families.recipes, `${id}`);
  const [profession, name] = [fact?.profession, unwrapAgreedValue(fact?.name)];
  if (profession === undefined || name === null) return null;
  const realm = await findLargestMarket(context.snapshot);
  const asked = { profession: profession.value, recipe: name, ...(realm === null ? {} : { realm }) };
  const found = await recipe_thresholds.answer(context, asked);
  const page = found.ok ? found.value.page : undefined;
  const row = page?.recipes.find(({ recipe }) => recipe.id === id);
  if (!found.ok || page === undefined || row === undefined) return null;
  return {
    text: [...renderRecipe(row, profession, page), ...renderCredit(found.value)].join('\n'),
    name,
    observed: true,
  };
}

function renderRecipe(row: ThresholdsRecipe, profession: LocalizedText, page: ThresholdsPage): readonly string[] {
  return [
    `${toLabel(row.recipe)} of ${quoteText(profession)}.`,
    ...renderProducts(row),
    ...(row.reagents === null
      ? ['Its reagents are unknown.']
      : [`Reagents: ${row.reagents.rows.map(({ item, count }) => `${count} of ${toLabel(item)}`).join('; ')}.`]),
    `It ${formatColours(row)}.`,
    row.costCopper === null
      ? 'What a craft costs is unknown: a reagent has no agreed price.'
      : `A craft costs ${formatMoney(row.costCopper)} at ${describePrices(page.realm, page.houses)}.`,
    `How it is learned: ${describeLesson(row)}.`,
  ];
}

function renderProducts({ makes }: ThresholdsRecipe): readonly string[] {
  if (makes === null) return [];
  const [min, max] = [makes.min?.value ?? null, makes.max?.value ?? null];
  const many = min === null ? '' : `${formatRange(min, max ?? min)} of `;
  return [`Makes ${many}${toLabel(makes.item)}.`];
}
