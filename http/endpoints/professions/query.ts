import * as v from 'valibot';
import { badParameter } from '../../../domain/reads/refusal.ts';
import { RECIPE_CHARS_MAX } from '../../../domain/values/profession_page.ts';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { LENGTHS, SKILL_MAX } from '../../../schema/limits.ts';
import { html } from '../../pages/html.ts';
import { addQuery, readQuery, text, wholeNumber, wholeNumberOr } from '../../pipeline/query.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

/** The query parameters of a profession's page. */
export interface ProfessionQuery {
  /** The skill levels between which to find the cheapest way, or null if none were given. */
  readonly way: { readonly from: number; readonly to: number } | null;
  /** The realm whose auction prices are used for items that no vendor sells, or null. */
  readonly realm: string | null;
  /** Part of a name to filter recipes by, or null for all recipes. */
  readonly recipe: string | null;
  /** Page number of the recipe list, counted from 1. */
  readonly page: number;
}

/** Default values of the form. */
const DEFAULT_SKILLS = { from: 1, to: 300 } as const;

const PROFESSION_QUERY = v.object({
  from: wholeNumber(),
  to: wholeNumber(),
  realm: text(),
  recipe: text(),
  page: wholeNumberOr(1),
});

export function readProfessionQuery(query: string): Result<ProfessionQuery, Refusal> {
  const read = readQuery(PROFESSION_QUERY, query);
  if (!read.ok) return read;
  const { from, to, page } = read.value;
  const realm = read.value.realm?.trim() ?? '';
  const recipe = read.value.recipe?.trim() ?? '';
  for (const [name, skill] of Object.entries({ from, to })) {
    if (skill !== null && skill > SKILL_MAX) {
      return err(badParameter(name, `${name} must be a skill from 1 to ${SKILL_MAX}; it is ${skill}.`));
    }
  }
  const chars = [...realm].length;
  const { min, max } = LENGTHS.markedRealm;
  if (chars > 0 && (chars < min || chars > max)) {
    return err(badParameter('realm', `realm must be ${min} to ${max} characters or empty; it has ${chars}.`));
  }
  const recipeChars = [...recipe].length;
  if (recipeChars > RECIPE_CHARS_MAX) {
    return err(badParameter('recipe', `recipe must be at most ${RECIPE_CHARS_MAX} characters; it has ${recipeChars}.`));
  }
  const way = from === null && to === null ? null : { from: from ?? DEFAULT_SKILLS.from, to: to ?? DEFAULT_SKILLS.to };
  return ok({ way, page, realm: realm === '' ? null : realm, recipe: recipe === '' ? null : recipe });
}

/** Returns the page's path with a query string. */
export function buildQueryPath(path: string, { way, realm, recipe, page }: ProfessionQuery): string {
  return addQuery(path, { ...way, realm, recipe, page: page === 1 ? null : page });
}

export function renderWay({ way, realm, recipe }: ProfessionQuery, realms: readonly string[], path: string): unknown {
  const skill = (name: 'from' | 'to', label: string) =>
    html`<label>${label} <input type="number" name="${name}" min="1" max="${SKILL_MAX}" required value="${way?.[name] ?? DEFAULT_SKILLS[name]}"></label>\n`;
  const named = realm === null || realms.includes(realm) ? realms : [realm, ...realms];
  return html`<form class="choose" method="get" action="${path}#way">
${skill('from', 'From skill')}${skill('to', 'To skill')}${
  named.length === 0
    ? ''
    : html`<label>Auction prices of <select name="realm"><option value="">no realm</option>${named.map((one) => html`<option${one === realm ? ' selected' : ''}>${one}</option>`)}</select></label>\n`
}${renderHiddenInputs({ recipe })}<button type="submit">Calculate</button>
</form>
`;
}

export function renderRecipeForm({ recipe, realm, way }: ProfessionQuery, path: string): unknown {
  return html`<form class="choose" method="get" action="${path}#recipes">
<label>Part of a recipe’s name <input type="search" name="recipe" maxlength="${RECIPE_CHARS_MAX}" value="${recipe ?? ''}"></label>
${renderHiddenInputs({ realm, from: way?.from ?? null, to: way?.to ?? null })}<button type="submit">Show</button>
</form>
`;
}

/** Hidden inputs that preserve the values of the other form. */
function renderHiddenInputs(values: Readonly<Record<string, string | number | null>>): unknown {
  return Object.entries(values).map(([name, value]) =>
    value === null ? '' : html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
}
