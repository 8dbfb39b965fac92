import { FIRST_SNAPSHOT_TEXT } from '../../../domain/reads/list.ts';
import { html } from '../html.ts';
import type { PageContent } from '../layout.ts';
import type { PageState } from '../page_route.ts';

/** The content of a page before the first snapshot. */
export function buildEmptyPage(title: string, path: string): PageContent & PageState {
  return {
    title,
    path,
    uncacheable: true,
    main: html`<h1>${title}</h1>
<p>${FIRST_SNAPSHOT_TEXT}</p>`,
  };
}

/** Renders why a list is empty, and how a reader can fill it. */
export function renderEmptyList(sentence: string, base: string): unknown {
  return html`<p>${sentence} <a href="${base}/addon.zip">Get the addon</a>, play, and <a href="${base}/upload">upload what it saved</a>.</p>
`;
}
