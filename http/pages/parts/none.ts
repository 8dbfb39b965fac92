import { FIRST_SNAPSHOT } from '../../../domain/reads/list.ts';
import { html } from '../html.ts';
import type { PageContent } from '../layout.ts';
import type { PageState } from '../page_route.ts';

/** The content of a page before the first snapshot. */
export function nothingYet(title: string, path: string): PageContent & PageState {
  return {
    title,
    path,
    uncacheable: true,
    main: html`<h1>${title}</h1>
<p>${FIRST_SNAPSHOT}</p>`,
  };
}
