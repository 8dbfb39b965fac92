import { html } from 'hono/html';
import { QUERY_CHARS_MAX } from '../query.ts';

/** The box that finds names and guides; `query`: what it holds. */
export const searchForm = (
  base: string,
  query = '',
): unknown => html`<form class="find" role="search" action="${base}/search" method="get">
<input type="search" name="q" aria-label="Search names and guides" placeholder="Item, creature, quest, place …" maxlength="${QUERY_CHARS_MAX}" value="${query}">
<button type="submit">Search</button>
</form>
`;
