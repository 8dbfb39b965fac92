import { knownProfessions } from '../../../domain/tools/browse/professions.ts';
import { professionPath } from '../../../domain/values/profession_page.ts';
import type { Context } from '../../context.ts';
import { html } from '../../pages/html.ts';
import { listPage } from '../../pages/list_page.ts';
import { nameOf } from '../../pages/parts/entity_link.ts';

/** Creates the list of professions that have public recipes. */
export function professionsPage(context: Context) {
  return listPage(context, {
    title: 'Professions',
    path: '/professions',
    description: 'Professions and their recipes: skills at which they turn yellow, green and grey, and costs.',
    data: '/api/corpus/public?kinds=recipe_seen,recipe_observed',
    dataWords: 'Players’ recipe reports',
    read: knownProfessions,
    render: (professions, base) =>
      professions.length === 0
        ? html`<p>No recipes yet that three players agree on. Yours could be the first.</p>`
        : html`<p>Recipes with the skills at which they turn yellow, green and grey, costs, and trainers.</p>
<ul class="tiles">
${professions.map(({ slug, name }) => html`<li><a href="${base}${professionPath(slug)}">${nameOf(name)}</a></li>\n`)}</ul>`,
  });
}
