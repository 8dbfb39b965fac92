import { html } from '../html.ts';
import { QUERY_CHARS_MAX } from '../query.ts';

interface SearchForm {
  /** What the box holds. */
  readonly query?: string | undefined;
  /** Tells it apart from the box in the head of the page, where it stands beside that. */
  readonly label?: string;
}

/** The box that finds names and guides. */
export function searchForm(base: string, { query = '', label }: SearchForm = {}): unknown {
  return html`<form class="find" role="search"${label === undefined ? '' : html` aria-label="${label}"`} action="${base}/search" method="get">
<input type="search" name="q" aria-label="Search names and guides" placeholder="Item, creature, quest, place …" maxlength="${QUERY_CHARS_MAX}" value="${query}">
<button type="submit">Search</button>
</form>
`;
}
