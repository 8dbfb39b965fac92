import type { Context } from '../context.ts';
import { decodePathPart } from './decoded.ts';
import { html } from './html.ts';
import { MORE_LINKS, NAVIGATION_LINKS, renderLayout, toBasePath } from './layout.ts';
import { renderSearchForm } from './parts/search_form.ts';

interface ErrorAdvice {
  readonly title: string;
  readonly todo: string;
}

const ERROR_ADVICE: Readonly<Record<number, ErrorAdvice>> = {
  400: {
    title: 'This address cannot be read',
    todo: 'Correct the part of the address that is named above, or search for the page.',
  },
  404: {
    title: 'Not found',
    todo: 'It may have another name, or fewer than three players have reported it so far. Search for its name:',
  },
  429: {
    title: 'Too many requests',
    todo: 'Wait for the time that is named above. Pages that you opened before can be opened again. Programs can use an API key for higher limits.',
  },
  500: { title: 'Something went wrong', todo: 'Try again. If it fails again, tell the operator when it happened.' },
  503: {
    title: 'Unavailable right now',
    todo: 'Nothing is lost. Try again in a minute. The health page shows the state of the instance.',
  },
};

const DEFAULT_ADVICE: ErrorAdvice = { title: 'Refused', todo: 'Go back, or continue on one of these pages.' };

/** Renders the page for a rejected request: the reason, what to do, and links. `path` is the requested path. */
export function renderErrorPage(
  refusal: { readonly status: number; readonly error: string },
  { settings, styleSheet }: Pick<Context, 'settings' | 'styleSheet'>,
  path = '',
): string {
  const { title, todo } = ERROR_ADVICE[refusal.status] ?? DEFAULT_ADVICE;
  const base = toBasePath(settings.publicUrl);
  const searching = refusal.status === 404 || refusal.status === 400;
  return renderLayout({
    settings,
    title,
    styleSheet: styleSheet.name,
    hidden: true,
    searches: searching,
    main: html`<h1>${title}</h1>
<p>${refusal.error}</p>
<p>${todo}</p>
${searching ? renderSearchForm(base, guessQuery(path)) : ''}${refusal.status === 503 ? html`<p><a href="${base}/api/health">Health</a></p>` : ''}
<nav aria-label="More pages"><ul class="ways">${[...NAVIGATION_LINKS, ...MORE_LINKS].map(({ to, name }) => html`<li><a href="${base}${to}">${name}</a></li>`)}</ul></nav>`,
  });
}

const QUERY_CHARS_MAX = 80;

/** Guesses a search query from the end of a path: `linen cloth` for `/items/linen-cloth`, empty for a bare number. */
export function guessQuery(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  const words = decodePathPart(last)
    .replace(/\.(?:html?|php|json)$/i, '')
    .replaceAll(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
  return /^\d*$/.test(words) ? '' : [...words].slice(0, QUERY_CHARS_MAX).join('');
}
