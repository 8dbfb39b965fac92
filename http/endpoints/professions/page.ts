import { html } from 'hono/html';
import { badParameter } from '../../../domain/reads/refusal.ts';
import { profession_path } from '../../../domain/tools/craft/profession_path.ts';
import { recipe_thresholds } from '../../../domain/tools/craft/recipe_thresholds.ts';
import type { SnapshotData } from '../../../domain/tools/shared/snapshot_data.ts';
import { attributionOf } from '../../../domain/values/attribution.ts';
import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok, type Result, type StorageResult } from '../../../domain/values/result.ts';
import { LENGTHS, SKILL_MAX } from '../../../schema/limits.ts';
import type { Context } from '../../context.ts';
import { createAsk, createSee } from '../../pages/ask.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { pager } from '../../pages/parts/pager.ts';
import { section } from '../../pages/parts/section.ts';
import { readParams } from '../../pipeline/params.ts';
import type { Refusal } from '../../pipeline/refusal.ts';
import type { Call } from '../../pipeline/route.ts';
import { type KnownProfession, knownProfessions, professionPath } from './known.ts';
import { pathShown } from './path_section.ts';
import { recipeTable, type ThresholdsPage } from './recipe_table.ts';

const FOLDER = '/profession/';

interface Asked {
  /** The way asked for; null: none was. */
  readonly way: { readonly from: number; readonly to: number } | null;
  /** Whose auctions price what no vendor sells; null: nobody's. */
  readonly realm: string | null;
  /** Part of the names of recipes that are shown; null: all. */
  readonly recipe: string | null;
  /** Of the recipes, counted from 1. */
  readonly page: number;
}

/** The recipes of a profession and, where `from` and `to` ask for it, the cheapest known way between two skills. */
export const professionPage = async (context: Context, call: Call): Promise<Result<PageContent, Refusal>> => {
  const asked = readAsked(call.query);
  if (!asked.ok) return asked;
  const { way, realm, recipe } = asked.value;
  const seen = await createSee(context)(whatIsKnown);
  if (!seen.ok) return seen;
  const slug = decoded(call.path.slice(FOLDER.length));
  const known = seen.value?.value.professions.find((one) => one.slug === slug);
  if (seen.value === null || known === undefined) return err(noSuch(slug));
  const ask = createAsk(context);
  const args = { profession: known.name, ...(realm === null ? {} : { realm }) };
  const recipes = await ask(recipe_thresholds, { ...args, ...(recipe === null ? {} : { recipe }) });
  if (!recipes.ok) return recipes;
  const path = way === null ? null : await ask(profession_path, { ...args, ...way });
  if (path !== null && !path.ok) return path;
  const { page, gameData, reason } = recipes.value;
  if (page === undefined && recipe === null) return err({ kind: 'not-found', error: reason ?? noSuch(slug).error });
  const { settings } = context;
  const base = basePath(settings.publicUrl);
  const data = `/api/tools/recipe_thresholds?${new URLSearchParams(args)}`;
  const ways = path?.value.page;
  const { view, value } = seen.value;
  const title = page?.profession ?? known.name;
  const own = professionPath(slug);
  return ok({
    ...{ title, path: own, data },
    description: `Recipes of ${title}: at which skill each turns yellow, green and grey, of what it is made, what that costs, and who teaches it.`,
    observed: { attribution: attributionOf(settings), dataAsOfMs: view.row.dataAsOfMs },
    gameData: gameData ?? path?.value.gameData ?? null,
    main: html`<p class="trail"><a href="${base}/professions">Professions</a></p>
<h1><bdi>${title}</bdi></h1>
${page?.realm == null ? '' : html`<p>What no vendor sells is priced at the auctions of <bdi>${page.realm}</bdi>.</p>\n`}${section(
  'way',
  'The cheapest way',
  html`${wayForm(asked.value, value.realms, `${base}${own}`)}${
    ways === undefined ? (way === null ? '' : html`<p>${path?.value.reason}</p>\n`) : pathShown(ways, base)
  }`,
)}${section(
  'recipes',
  'Recipes',
  html`${recipeForm(asked.value, `${base}${own}`)}${page === undefined ? html`<p><bdi>${reason}</bdi></p>\n` : recipesShown(page, asked.value, { base, path: `${base}${own}`, data: `${base}${data}` })}`,
)}`,
  });
};

/** Recipes a page. */
const ROWS = 100;

const recipesShown = (
  page: ThresholdsPage,
  { page: number, recipe, realm }: Asked,
  { base, path, data }: Readonly<Record<'base' | 'path' | 'data', string>>,
): unknown => {
  const from = (number - 1) * ROWS;
  const rows = page.recipes.slice(from, from + ROWS);
  if (rows.length === 0) return html`<p>The list has no such page. <a href="${path}">From the beginning</a></p>\n`;
  const isLast = from + ROWS >= page.recipes.length;
  const asked = Object.entries({ recipe, realm }).filter((entry): entry is [string, string] => entry[1] !== null);
  const pathOf = (to: number): string => `${path}?${new URLSearchParams([...asked, ['page', `${to}`]])}#recipes`;
  const total = isLast && page.total > page.recipes.length ? page.total : rows.length;
  return html`${recipeTable({ ...page, recipes: rows, total }, base, data)}${pager({
    page: number,
    pages: Math.ceil(page.recipes.length / ROWS),
    pathOf,
  })}`;
};

const SKILL = { from: 1, to: 300 } as const;

/** As the tool takes it. */
const RECIPE_CHARS_MAX = 120;

const readAsked = (query: string): Result<Asked, Refusal> => {
  const read = readParams(query, (params) => ({
    from: params.optionalInteger('from', 1),
    to: params.optionalInteger('to', 1),
    realm: (params.text('realm') ?? '').trim(),
    recipe: (params.text('recipe') ?? '').trim(),
    page: params.integer('page', 1, 1),
  }));
  if (!read.ok) return read;
  const { from, to, realm, recipe, page } = read.value;
  for (const [name, skill] of Object.entries({ from, to })) {
    if (skill !== null && skill > SKILL_MAX) {
      return err(badParameter(name, `${name} must be a skill from 1 to ${SKILL_MAX}; it is ${skill}.`));
    }
  }
  const chars = [...realm].length;
  const { min, max } = LENGTHS.realm;
  if (chars > 0 && (chars < min || chars > max)) {
    return err(badParameter('realm', `realm must be ${min} to ${max} characters or empty; it has ${chars}.`));
  }
  const recipeChars = [...recipe].length;
  if (recipeChars > RECIPE_CHARS_MAX) {
    return err(badParameter('recipe', `recipe must be at most ${RECIPE_CHARS_MAX} characters; it has ${recipeChars}.`));
  }
  const way = from === null && to === null ? null : { from: from ?? SKILL.from, to: to ?? SKILL.to };
  return ok({ way, page, realm: realm === '' ? null : realm, recipe: recipe === '' ? null : recipe });
};

const decoded = (slug: string): string => {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
};

interface Known {
  readonly professions: readonly KnownProfession[];
  readonly realms: readonly string[];
}

const REALMS_MAX = 100;

const whatIsKnown = async (data: SnapshotData): Promise<StorageResult<Known>> => {
  const professions = await knownProfessions(data);
  if (!professions.ok) return professions;
  const realms = await data.reader.marketRealms(data.view);
  if (!realms.ok) return realms;
  return ok({ professions: professions.value, realms: realms.value.slice(0, REALMS_MAX).map(({ name }) => name) });
};

const noSuch = (slug: string): { readonly kind: 'not-found'; readonly error: string } => ({
  kind: 'not-found',
  error: `No recipe of a profession ${quoted(slug)} is public; /professions lists those that have any.`,
});

const wayForm = ({ way, realm }: Asked, realms: readonly string[], path: string): unknown => {
  const skill = (name: 'from' | 'to', label: string) =>
    html`<label>${label} <input type="number" name="${name}" min="1" max="${SKILL_MAX}" required value="${way?.[name] ?? SKILL[name]}"></label>\n`;
  const named = realm === null || realms.includes(realm) ? realms : [realm, ...realms];
  return html`<form class="choose" method="get" action="${path}#way">
${skill('from', 'From skill')}${skill('to', 'To skill')}${
  named.length === 0
    ? ''
    : html`<label>Auctions of <select name="realm"><option value="">no realm</option>${named.map((one) => html`<option${one === realm ? ' selected' : ''}>${one}</option>`)}</select></label>\n`
}<button type="submit">Show the way</button>
</form>
`;
};

const recipeForm = (
  { recipe, realm }: Asked,
  path: string,
): unknown => html`<form class="choose" method="get" action="${path}#recipes">
<label>Part of a recipe’s name <input type="search" name="recipe" maxlength="${RECIPE_CHARS_MAX}" value="${recipe ?? ''}"></label>
${realm === null ? '' : html`<input type="hidden" name="realm" value="${realm}">\n`}<button type="submit">Show</button>
</form>
`;
