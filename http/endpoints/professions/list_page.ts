import { knownProfessions } from '../../../domain/tools/browse/professions.ts';
import { professionPath } from '../../../domain/values/profession_page.ts';
import { ok, type Result } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { createSee } from '../../pages/ask.ts';
import { html } from '../../pages/html.ts';
import { basePath, type PageContent } from '../../pages/layout.ts';
import { observedIn } from '../../pages/observed.ts';
import { nameOf } from '../../pages/parts/entity_link.ts';
import { nothingYet } from '../../pages/parts/none.ts';
import type { Refusal } from '../../pipeline/refusal.ts';

const PATH = '/professions';
const TITLE = 'Professions';

/** Creates the list of professions that have public recipes. */
export async function professionsPage(context: Context): Promise<Result<PageContent, Refusal>> {
  const seen = await createSee(context)(knownProfessions);
  if (seen === null) return ok(nothingYet(TITLE, PATH));
  const { view, value } = seen;
  const { settings } = context;
  const base = basePath(settings.publicUrl);
  return ok({
    title: TITLE,
    path: PATH,
    description: 'Professions and their recipes: skills at which they turn yellow, green and grey, and costs.',
    data: '/api/corpus/public?kinds=recipe_seen,recipe_observed',
    dataWords: 'Players’ recipe reports',
    observed: observedIn(view, settings),
    main: html`<h1>${TITLE}</h1>
${
  value.length === 0
    ? html`<p>No recipes yet that three players agree on. Yours could be the first.</p>`
    : html`<p>Recipes with the skills at which they turn yellow, green and grey, costs, and trainers.</p>
<ul class="tiles">
${value.map(({ slug, name }) => html`<li><a href="${base}${professionPath(slug)}">${nameOf(name)}</a></li>\n`)}</ul>`
}`,
  });
}
