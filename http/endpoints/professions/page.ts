import type { PublishedSnapshot } from '../../../domain/reads/entities/snapshot_data.ts';
import { type KnownProfession, readKnownProfessions } from '../../../domain/tools/browse/professions.ts';
import { joinHouse, splitHouse } from '../../../domain/tools/craft/priced_realms.ts';
import { profession_path } from '../../../domain/tools/craft/profession_path.ts';
import { type RecipeList, readRecipeList } from '../../../domain/tools/craft/recipe_thresholds.ts';
import { readLargestRealms } from '../../../domain/tools/market/market_movers.ts';
import { formatQuantity } from '../../../domain/values/phrases.ts';
import { buildProfessionPath, RECIPE_CHARS_MAX } from '../../../domain/values/profession_page.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LIST_MAX } from '../../../schema/limits.ts';
import type { Context } from '../../context.ts';
import { createAsker, createReader } from '../../pages/ask.ts';
import { decodePathPart } from '../../pages/decoded.ts';
import { html } from '../../pages/html.ts';
import { type PageContent, toBasePath } from '../../pages/layout.ts';
import { listPage } from '../../pages/list_page.ts';
import { describeObserved } from '../../pages/observed.ts';
import { renderName } from '../../pages/parts/entity_link.ts';
import { linkOtherRealms } from '../../pages/parts/market.ts';
import { renderEmptyList } from '../../pages/parts/none.ts';
import { renderPageLinks } from '../../pages/parts/pager.ts';
import { renderSection } from '../../pages/parts/section.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import type { Call } from '../../pipeline/route.ts';
import { renderPath, type ToRecipePath } from './path_section.ts';
import { buildQueryPath, type ProfessionQuery, readProfessionQuery, renderRecipeForm, renderWay } from './query.ts';
import { renderRecipes } from './recipe_table.ts';

const PROFESSION_FOLDER = '/profession/';

/**
 * Creates a profession's page: its recipes and, given `from` and `to`, the cheapest known way between two skill
 * levels.
 */
export async function createProfessionPage(context: Context, call: Call): Promise<Result<PageContent, Refusal>> {
  const asked = readProfessionQuery(call.query);
  if (!asked.ok) return asked;
  const { way, realm, recipe } = asked.value;
  const seen = await createReader(context)(readKnownSelections);
  const slug = decodePathPart(call.path.slice(PROFESSION_FOLDER.length));
  const known = seen?.value.professions.find((one) => one.slug === slug);
  if (seen === null || known === undefined) return err(refuseProfession(slug));
  const ask = createAsker(context);
  const args = { profession: known.name, ...(realm === null ? {} : { realm }) };
  const listed = { ...args, ...(recipe === null ? {} : { recipe }) };
  const first = (asked.value.page - 1) * PAGE_ROWS;
  const recipes = await ask(
    { answer: (tool, of) => readRecipeList(tool, of, { first, max: PAGE_ROWS, hasSources: true }) },
    listed,
  );
  if (!recipes.ok) return recipes;
  const levelling = way === null ? null : await ask(profession_path, { ...args, ...way });
  if (levelling !== null && !levelling.ok) return levelling;
  const { page, gameData, reason } = recipes.value;
  if (page === undefined && recipe === null)
    return err({ kind: 'not-found', error: reason ?? refuseProfession(slug).error });
  const { settings } = context;
  const base = toBasePath(settings.publicUrl);
  const title = page?.profession ?? known.name;
  const ownPath = buildProfessionPath(slug);
  const path = `${base}${ownPath}`;
  const steps = levelling?.value.page;
  const levellingShown =
    steps !== undefined
      ? renderPath(steps, base, createRecipePath(page?.order ?? [], asked.value, path))
      : levelling === null
        ? ''
        : html`<p>${levelling.value.reason}</p>\n`;
  const recipesOfPage =
    page === undefined ? html`<p><bdi>${reason}</bdi></p>\n` : renderRecipePage(page, asked.value, { base, path });
  const chosen = page?.realm == null ? realm : joinHouse(page.realm, splitHouse(realm ?? '').house);
  return ok({
    title,
    path: ownPath,
    data: `/api/tools/recipe_thresholds?${new URLSearchParams(listed)}`,
    dataWords: describeJsonSize(page?.total ?? 0),
    description: `Recipes of ${title}: skills at which they turn yellow, green and grey, reagents, costs and trainers.`,
    observed: describeObserved(seen.view, settings),
    gameData: gameData ?? levelling?.value.gameData ?? null,
    main: html`<p class="trail"><a href="${base}/professions">Professions</a></p>
<h1><bdi>${title}</bdi></h1>
${page?.realm == null ? '' : html`<p>Items that no vendor sells have auction prices of <bdi>${page.realm}</bdi>${page.houses.map((house, at) => `${at === 0 ? ': ' : ', else '}${house}`)}.</p>\n`}${linkOtherRealms(page?.otherRealms, (other) => buildQueryPath(path, { ...asked.value, realm: other }))}${renderSection(
  'way',
  'Cheapest levelling route',
  html`${renderWay({ ...asked.value, realm: chosen ?? (way === null ? (seen.value.realms[0] ?? null) : null) }, seen.value.realms, path)}${levellingShown}`,
)}${renderSection('recipes', 'Recipes', html`${renderRecipeForm(asked.value, path)}${recipesOfPage}`)}`,
  });
}

/** Number of recipes per page. */
const PAGE_ROWS = 60;

/** Says how much of the list the page's JSON contains, because the tool has a maximum number of rows. */
function describeJsonSize(total: number): string {
  return total > LIST_MAX.recipes
    ? `The first ${LIST_MAX.recipes} of ${formatQuantity(total, 'recipe')}`
    : 'All of these recipes';
}

function renderRecipePage(
  page: RecipeList,
  asked: ProfessionQuery,
  { base, path }: Readonly<Record<'base' | 'path', string>>,
): unknown {
  const { recipes, order, isCut } = page;
  const pathOf = (to: number): string => `${buildQueryPath(path, { ...asked, page: to })}#recipes`;
  if (recipes.length === 0)
    return html`<p>The list has fewer pages. <a href="${pathOf(1)}">From the beginning</a></p>\n`;
  const isUnpriced = page.realm === null && recipes.some(({ costCopper }) => costCopper === null);
  const needsRealm = isUnpriced && page.realmsWithPrices?.length !== 0;
  return html`${needsRealm ? html`<p>Some costs need auction prices: <a href="#way">choose a realm</a> to see them.</p>\n` : ''}${renderRecipes(page, (asked.page - 1) * PAGE_ROWS + 1, base)}${renderPageLinks(
    {
      page: asked.page,
      pages: Math.ceil(order.length / PAGE_ROWS),
      pathOf,
    },
  )}${isCut ? html`<p class="cut">There are too many recipes or prices to read all: some may be missing, and prices may not be the lowest.</p>\n` : ''}`;
}

/**
 * Returns a function that links to a recipe: on this page, on another page of the list, or as a search for its name.
 */
function createRecipePath(order: readonly number[], asked: ProfessionQuery, path: string): ToRecipePath {
  return ({ recipeId, name }) => {
    const at = order.indexOf(recipeId);
    const page = Math.floor(at / PAGE_ROWS) + 1;
    const row = `#recipe-${recipeId}`;
    if (at !== -1) return page === asked.page ? row : `${buildQueryPath(path, { ...asked, page })}${row}`;
    const recipe = name === null ? '' : [...name].slice(0, RECIPE_CHARS_MAX).join('').trim();
    return recipe === '' ? null : `${buildQueryPath(path, { ...asked, recipe, page: 1 })}${row}`;
  };
}

interface KnownSelections {
  readonly professions: readonly KnownProfession[];
  readonly realms: readonly string[];
}

const REALMS_MAX = 100;

async function readKnownSelections(snapshot: PublishedSnapshot): Promise<KnownSelections> {
  const professions = await readKnownProfessions(snapshot);
  const realms = await readLargestRealms(snapshot, REALMS_MAX);
  const withHouses = realms.flatMap(({ name, houses }) => [name, ...houses.map((house) => joinHouse(name, house))]);
  return { professions, realms: withHouses };
}

function refuseProfession(slug: string): { readonly kind: 'not-found'; readonly error: string } {
  return {
    kind: 'not-found',
    error: `No recipes of a profession ${quote(slug)} are public; /professions lists professions with recipes.`,
  };
}

/** Creates the list of professions that have public recipes. */
export function createProfessionsPage(context: Context) {
  return listPage(context, {
    title: 'Professions',
    path: '/professions',
    description: 'Professions and their recipes: skills at which they turn yellow, green and grey, and costs.',
    data: '/api/corpus/public?kinds=recipe_seen,recipe_observed',
    dataWords: 'Players’ recipe reports',
    read: readKnownProfessions,
    render: (professions, base) =>
      professions.length === 0
        ? renderEmptyList('No recipes yet that three players agree on. Yours could be the first.', base)
        : html`<p>Recipes with the skills at which they turn yellow, green and grey, costs, and trainers.</p>
<ul class="tiles">
${professions.map(({ slug, name }) => html`<li><a href="${base}${buildProfessionPath(slug)}">${renderName(name)}</a></li>\n`)}</ul>`,
  });
}
