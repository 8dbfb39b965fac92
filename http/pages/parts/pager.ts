import { html } from '../html.ts';

export interface PagerOptions {
  readonly page: number;
  readonly pages: number;
  readonly pathOf: (page: number) => string;
}

/** Renders links to the previous and next page of a list, or nothing if there is only one page. */
export function renderPageLinks({ page, pages, pathOf }: PagerOptions): unknown {
  if (pages < 2 && page === 1) return '';
  const link = (to: number, words: string, rel: string) => html`<a href="${pathOf(to)}" rel="${rel}">${words}</a>`;
  return html`<nav class="pager" aria-label="Pages of the list">
${page > 1 ? link(Math.min(page - 1, pages), 'Previous page', 'prev') : ''}<span>Page ${page} of ${pages}</span>${page < pages ? link(page + 1, 'Next page', 'next') : ''}
</nav>
`;
}

/** Links of a list that starts at a position. `path` leads to its beginning; `next` is null on the last page. */
export interface PagerLinks {
  readonly path: string;
  readonly isFirst: boolean;
  readonly next: string | null;
  readonly nextWords: string;
}

/** Renders links to the beginning and the next page of such a list, or nothing if the list fits on one page. */
export function renderPager({ path, isFirst, next, nextWords }: PagerLinks): unknown {
  return isFirst && next === null
    ? ''
    : html`<nav class="pager" aria-label="More of the list">
${isFirst ? '' : html`<a href="${path}">From the beginning</a>`}${next === null ? '' : html`<a href="${next}" rel="next">${nextWords}</a>`}
</nav>
`;
}
