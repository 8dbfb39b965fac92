import type { CardType } from '../../../domain/values/entity_page.ts';
import type { AppSettings } from '../../context.ts';
import { html } from '../../pages/html.ts';
import type { PageContent } from '../../pages/layout.ts';
import type { PageState } from '../../pages/page_route.ts';
import { numbered } from '../../pages/parts/entity_link.ts';
import { searchForm } from '../../pages/parts/search_form.ts';

/** The page of an entity without public facts: why, what would change that, and a search form. */
export function notFoundPage(
  { type, id, reason }: { readonly type: CardType; readonly id: number; readonly reason: string },
  { base, contact }: { readonly base: string; readonly contact: AppSettings['contact'] },
): PageContent & PageState {
  const title = numbered(type, id);
  return {
    title,
    status: 404,
    hidden: true,
    main: html`<h1>${title}: nothing public yet</h1>
<p>${reason}</p>
<h2>How to help</h2>
<ul>
<li>Three players need to see it with the addon enabled and <a href="${base}/upload">upload the saved file</a>. One or two may have done so already: see <a href="${base}/coverage">which facts need one more report</a>.</li>
<li>The number may be wrong: search for the name instead.</li>
</ul>
${searchForm(base, { label: 'Search by name' })}${contact === null ? '' : html`<p class="quiet">Operator: <a href="${contact.url}">${contact.name}</a></p>\n`}`,
  };
}
