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
<h2>What would make it public</h2>
<ul>
<li>Three players who meet it with the addon on and <a href="${base}/upload">upload what it saved</a>. One or two may have done so already: <a href="${base}/coverage">what is still missing</a> says where one more report is enough.</li>
<li>The number may be another one: look for the name instead.</li>
</ul>
${searchForm(base, { label: 'Search by name' })}${contact === null ? '' : html`<p class="quiet">Operator: <a href="${contact.url}">${contact.name}</a></p>\n`}`,
  };
}
