import { instant } from '../../domain/values/instant.ts';
import type { Attribution } from '../../schema/responses/attribution.ts';
import type { GameDataNotice } from '../../schema/responses/gameDataNotice.ts';
import type { Quality } from '../../schema/vocabulary.ts';
import type { AppSettings } from '../context.ts';
import { ownTag } from '../embed/tag.ts';
import { html } from './html.ts';
import { NAVIGATION } from './navigation.ts';
import { searchForm } from './parts/search_form.ts';
import { PICTURE_PATH, PICTURE_SIZE, SIGN_PATHS } from './picture.ts';
import { QUALITY_COLOURS } from './quality_colours.ts';
import { SITE_SCRIPT } from './site_script.ts';

/** Where the instance's pages stand on their host: empty, or a path without a trailing slash. */
export function basePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** What a page shows. `main` is HTML already; everything else is escaped here. */
export interface PageContent {
  /** Names the page in the browser's tab and where its link is shared. */
  readonly title: string;
  /** One sentence for whoever shares its link or lists it; null or left out: none. */
  readonly description?: string | null;
  /** Its address within the instance, without the query that does not change what it is; left out: it has none. */
  readonly path?: string;
  /** The picture beside a shared link: a path within the instance; left out: that of the instance; null: none. */
  readonly picture?: string | null;
  /** The agreed quality of the item that it is about: where its link is shared it has that colour. */
  readonly quality?: Quality | null;
  /** Search engines are asked to leave it out. */
  readonly hidden?: boolean;
  /** What the search box holds. */
  readonly query?: string;
  /** The page has a search box of its own, so that its head needs none. */
  readonly searches?: boolean;
  /** Where its facts stand as data: a path within the instance. */
  readonly data?: string | null;
  /** What stands there, where it is not just what the page shows: `The first 200 recipes`. */
  readonly dataWords?: string;
  /** Whose the observed facts on it are and how new; left out where it shows none. */
  readonly observed?: { readonly attribution: Attribution; readonly dataAsOfMs: number | null };
  /** From which build facts on it were read; null or left out: none were. */
  readonly gameData?: GameDataNotice | null;
  /** Scripts of its own, beside that of all pages: paths within the instance. */
  readonly scripts?: readonly string[];
  readonly main: unknown;
}

/** A whole page. It reads whole without scripts; nothing in it is inline script or style. */
export function page(
  content: PageContent & {
    readonly settings: AppSettings;
    /** The style sheet's file name. */
    readonly styleSheet: string;
  },
): string {
  const { settings, title, styleSheet, path, hidden } = content;
  const base = basePath(settings.publicUrl);
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – ${settings.serviceName}</title>
${hidden === true ? html`<meta name="robots" content="noindex">\n` : ''}${shared(content)}<link rel="icon" type="image/svg+xml" href="${base}${SIGN_PATHS.svg}">
<link rel="icon" type="image/png" sizes="32x32" href="${base}${SIGN_PATHS.png}">
<link rel="stylesheet" href="${base}/assets/${styleSheet}">
${[SITE_SCRIPT, ...(content.scripts ?? [])].map((script) => html`<script src="${base}${script}" defer></script>\n`)}${ownTag(base)}</head>
<body>
<a class="skip" href="#content">To the content</a>
<header>
<div class="top">
<a class="brand" href="${base}/">${settings.serviceName}</a>
${content.searches === true ? '' : searchForm(base, { query: content.query })}</div>
<nav aria-label="Pages">
<ul>${NAVIGATION.map(({ to, name }) => html`<li><a href="${base}${to}"${to === path ? html` aria-current="page"` : ''}>${name}</a></li>`)}</ul>
</nav>
</header>
<main id="content">
${content.main}
${whose(content, base)}</main>
<footer>
<small>What players observed is licensed CC BY-SA 4.0: <a href="${base}/terms">terms</a>. The program, Third Witness, is AGPL-3.0-only${sourceLink(settings)}.</small>
</footer>
</body>
</html>
`);
}

/** What shows where a link to the page is shared. */
function shared({
  title,
  description,
  path,
  picture = PICTURE_PATH,
  quality = null,
  settings,
}: PageContent & { readonly settings: AppSettings }): unknown {
  const { publicUrl, serviceName } = settings;
  if (path === undefined) return '';
  return html`<link rel="canonical" href="${publicUrl}${path}">
${description == null ? '' : html`<meta name="description" content="${description}">\n<meta property="og:description" content="${description}">\n`}<meta property="og:title" content="${title}">
<meta property="og:site_name" content="${serviceName}">
<meta property="og:type" content="website">
<meta property="og:url" content="${publicUrl}${path}">
${themeOf(quality)}${
  picture === null
    ? ''
    : html`<meta property="og:image" content="${publicUrl}${picture}">
<meta property="og:image:width" content="${PICTURE_SIZE.width}">
<meta property="og:image:height" content="${PICTURE_SIZE.height}">
<meta name="twitter:card" content="summary_large_image">
`
}`;
}

function themeOf(quality: Quality | null): unknown {
  const colours = quality === null ? null : QUALITY_COLOURS[quality];
  if (colours === null) return '';
  return (['light', 'dark'] as const).map(
    (ground) =>
      html`<meta name="theme-color" media="(prefers-color-scheme: ${ground})" content="${colours[ground]}">\n`,
  );
}

/** The end of a page with facts: whose they are, how old, from which build, and where they stand as data. */
function whose({ observed, gameData, data, dataWords = 'This page' }: PageContent, base: string): unknown {
  if (observed === undefined && gameData == null && data == null) return '';
  return html`<aside class="whose" aria-label="About these data">
${observed === undefined ? '' : credit(observed.attribution, observed.dataAsOfMs)}${gameData == null ? '' : notice(gameData)}${data == null ? '' : html`<p><a href="${base}${data}">${dataWords} as data (JSON)</a></p>\n`}</aside>
`;
}

function credit({ credit, licence, licenceUrl }: Attribution, dataAsOfMs: number | null) {
  return html`<p>What players
observed is public once three installs stand behind it. ${credit}, <a rel="license" href="${licenceUrl}">${licence}</a>${
    dataAsOfMs === null ? '' : html`, received up to ${minuteOf(dataAsOfMs)}`
  }.</p>
`;
}

function notice({ label, build, extractedAt, credit }: GameDataNotice) {
  return html`<p>Marked parts come from the game itself:
${label}, build ${build}${extractedAt == null ? '' : `, read ${extractedAt.slice(0, 10)}`}. ${credit}</p>
`;
}

/** An instant to the minute, for people. */
export function minuteOf(ms: number): unknown {
  return html`<time datetime="${instant(ms)}">${instant(ms).slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** Where the code that runs here is found, as its licence asks; if the operator does not say, only /terms speaks of it. */
function sourceLink({ sourceUrl }: AppSettings) {
  return sourceUrl === null ? '' : html`: <a href="${sourceUrl}">its source</a>`;
}
