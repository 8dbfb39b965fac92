import { NOTHING_UPLOADED } from '../../../domain/tools/shared/empty_hints.ts';
import { html } from '../html.ts';
import type { PageContent } from '../layout.ts';
import type { PageState } from '../page_route.ts';

export function nothingYet(title: string, path: string): PageContent & PageState {
  return {
    title,
    path,
    uncacheable: true,
    main: html`<h1>${title}</h1>
<p>${NOTHING_UPLOADED}</p>`,
  };
}
