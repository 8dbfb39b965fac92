import { html } from '../html.ts';

export function renderSearchForm(base: string, query = ''): unknown {
  return html`<form class="find" role="search" action="${base}/search" method="get">
<input type="search" name="q" aria-label="Search names and guides" placeholder="Item, creature, quest, place …" maxlength="${QUERY_CHARS_MAX}" value="${query}">
<button type="submit" tabindex="-1" aria-label="Search">${MAGNIFIER_ICON}</button>
</form>
`;
}

const MAGNIFIER_ICON = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M10.5 10.5 15 15M12 6.5a5.5 5.5 0 1 1-11 0a5.5 5.5 0 0 1 11 0z" fill="none" stroke="currentColor" stroke-width="2"/></svg>`;

/** Maximum length of a search query in characters. */
export const QUERY_CHARS_MAX = 200;

export function toSearchPath(query: string): string {
  return `/search?q=${encodeURIComponent(query)}`;
}
