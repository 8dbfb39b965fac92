import { RECIPE_CHARS_MAX } from '../../../domain/values/profession_page.ts';
import { SKILL_MAX } from '../../../schema/limits.ts';
import { html } from '../../pages/html.ts';
import { type ProfessionQuery, SKILL } from './query.ts';

/** Hidden inputs that preserve the values of the other form. */
function kept(values: Readonly<Record<string, string | number | null>>): unknown {
  return Object.entries(values).map(([name, value]) =>
    value === null ? '' : html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
}

export function wayForm({ way, realm, recipe }: ProfessionQuery, realms: readonly string[], path: string): unknown {
  const skill = (name: 'from' | 'to', label: string) =>
    html`<label>${label} <input type="number" name="${name}" min="1" max="${SKILL_MAX}" required value="${way?.[name] ?? SKILL[name]}"></label>\n`;
  const named = realm === null || realms.includes(realm) ? realms : [realm, ...realms];
  return html`<form class="choose" method="get" action="${path}#way">
${skill('from', 'From skill')}${skill('to', 'To skill')}${
  named.length === 0
    ? ''
    : html`<label>Auction prices of <select name="realm"><option value="">no realm</option>${named.map((one) => html`<option${one === realm ? ' selected' : ''}>${one}</option>`)}</select></label>\n`
}${kept({ recipe })}<button type="submit">Calculate</button>
</form>
`;
}

export function recipeForm({ recipe, realm, way }: ProfessionQuery, path: string): unknown {
  return html`<form class="choose" method="get" action="${path}#recipes">
<label>Part of a recipe’s name <input type="search" name="recipe" maxlength="${RECIPE_CHARS_MAX}" value="${recipe ?? ''}"></label>
${kept({ realm, from: way?.from ?? null, to: way?.to ?? null })}<button type="submit">Show</button>
</form>
`;
}
