import { GAME_NAMES } from '../../domain/values/game.ts';
import { formatInstant } from '../../domain/values/instant.ts';
import type { Attribution } from '../../schema/responses/attribution.ts';
import type { GameDataNotice } from '../../schema/responses/gameDataNotice.ts';
import type { Quality } from '../../schema/vocabulary.ts';
import type { AppSettings } from '../context.ts';
import { CONNECT_PATH } from './connect.ts';
import { type FeedLink, linkFeeds, renderFeedTags } from './feeds.ts';
import { html } from './html.ts';
import { renderSearchForm } from './parts/search_form.ts';
import {
  findPreview,
  ICON_PATHS,
  PICTURE_SIZE,
  PREVIEW_PICTURES,
  SITE_SCRIPT,
  SUGGEST_SCRIPT,
  toPreviewPath,
} from './picture.ts';

/** Returns the base path of the instance on its host: an empty string, or a path without a trailing slash. */
export function toBasePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** Path of the description of the search, from which browsers can add it to theirs. */
export const OPENSEARCH_PATH = '/opensearch.xml';

/** The content of a page. `main` is HTML; everything else is escaped by `renderLayout`. */
export interface PageContent {
  /** The title in the browser's tab and in link previews. */
  readonly title: string;
  /** One sentence for link previews and search engines, if the page has one. */
  readonly description?: string | null;
  /** The canonical path within the instance, without query parameters that do not change the page. */
  readonly path?: string;
  /** Whether link previews have the picture of this kind of page. Defaults to true. */
  readonly picture?: boolean;
  /** The agreed quality of the item on the page. Link previews use its colour. */
  readonly quality?: Quality | null;
  /** Whether to ask search engines not to index the page. */
  readonly hidden?: boolean;
  /** Whether the page has its own search box, so that the header shows none. */
  readonly searches?: boolean;
  /** Path, within the instance, of the page's facts as JSON. */
  readonly data?: string | null;
  /** Describes the content of `data` if it differs from the page, such as `The first 200 recipes`. */
  readonly dataWords?: string;
  /** Attribution and age of the observed facts on the page, if it shows any. */
  readonly observed?: { readonly attribution: Attribution; readonly dataAsOfMs: number | null };
  /** The build of the game files whose facts the page shows, if it shows any. */
  readonly gameData?: GameDataNotice | null;
  readonly feeds?: readonly FeedLink[];
  /** Paths of scripts that only this page loads. */
  readonly scripts?: readonly string[];
  readonly main: unknown;
}

/** Renders a complete page. It works without scripts and contains no inline scripts or styles. */
export function renderLayout(
  content: PageContent & {
    readonly settings: AppSettings;
    readonly styleSheet: string;
  },
): string {
  const { settings, title, styleSheet, path, hidden } = content;
  const base = toBasePath(settings.publicUrl);
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – ${formatSiteName(settings)}</title>
${hidden === true ? html`<meta name="robots" content="noindex">\n` : ''}${renderPreviewTags(content)}${renderFeedTags(content.feeds ?? [], base)}<link rel="icon" type="image/svg+xml" href="${base}${ICON_PATHS.svg}">
<link rel="icon" type="image/png" sizes="32x32" href="${base}${ICON_PATHS.png}">
<link rel="search" type="application/opensearchdescription+xml" title="${formatSiteName(settings)}" href="${base}${OPENSEARCH_PATH}">
<link rel="stylesheet" href="${base}/assets/${styleSheet}">
${[SITE_SCRIPT, SUGGEST_SCRIPT, ...(content.scripts ?? [])].map((script) => html`<script src="${base}${script}" defer></script>\n`)}</head>
<body>
<a class="skip" href="#content">To the content</a>
<header>
<a class="brand" href="${base}/"${path === '/' ? CURRENT_PAGE_MARK : ''}>${settings.serviceName}</a>
${content.searches === true ? '' : renderSearchForm(base)}<nav aria-label="Pages">
<ul>${NAVIGATION_LINKS.map((link) => linkPage(link, path, base))}</ul>
<details class="more">
<summary>More</summary>
<ul>${MORE_LINKS.map((link) => linkPage(link, path, base))}</ul>
</details>
</nav>
</header>
<main id="content">
${content.main}
${renderOrigin(content, base)}</main>
<footer>
<small>Players’ observations are licensed CC BY-SA 4.0: <a href="${base}/terms">terms</a>. A player here means one installation of the addon. The program, Third Witness, is AGPL-3.0-only${linkSource(settings)}.</small>
</footer>
</body>
</html>
`);
}

const CURRENT_PAGE_MARK = html` aria-current="page"`;

function linkPage({ to, name }: NavigationLink, path: string | undefined, base: string): unknown {
  return html`<li><a href="${base}${to}"${to === path ? CURRENT_PAGE_MARK : ''}>${name}</a></li>`;
}

/** Returns the names of the site and of its game, because ids mean other things in other games. */
export function formatSiteName({ serviceName, game }: Pick<AppSettings, 'serviceName' | 'game'>): string {
  return game === null ? serviceName : `${serviceName}, ${GAME_NAMES[game]}`;
}

function renderPreviewTags({
  title,
  description,
  path,
  picture = true,
  quality = null,
  settings,
}: PageContent & { readonly settings: AppSettings }): unknown {
  const { publicUrl } = settings;
  if (path === undefined) return '';
  const preview = findPreview(path);
  return html`<link rel="canonical" href="${publicUrl}${path}">
${description == null ? '' : html`<meta name="description" content="${description}">\n<meta property="og:description" content="${description}">\n`}<meta property="og:title" content="${title}">
<meta property="og:site_name" content="${formatSiteName(settings)}">
<meta property="og:type" content="website">
<meta property="og:url" content="${publicUrl}${path}">
${renderThemeColour(quality)}${
  picture
    ? html`<meta property="og:image" content="${publicUrl}${toPreviewPath(preview)}">
<meta property="og:image:width" content="${PICTURE_SIZE.width}">
<meta property="og:image:height" content="${PICTURE_SIZE.height}">
<meta property="og:image:alt" content="${PREVIEW_PICTURES[preview].words}">
<meta name="twitter:card" content="summary_large_image">
`
    : ''
}`;
}

function renderThemeColour(quality: Quality | null): unknown {
  const colours = quality === null ? null : QUALITY_COLOURS[quality];
  if (colours === null) return '';
  return (['light', 'dark'] as const).map(
    (ground) =>
      html`<meta name="theme-color" media="(prefers-color-scheme: ${ground})" content="${colours[ground]}">\n`,
  );
}

/** Renders the attribution at the end of a page: the source and age of its facts, the build, and a link to the data. */
function renderOrigin(
  { observed, gameData, data, dataWords = 'This page', feeds = [] }: PageContent,
  base: string,
): unknown {
  if (observed === undefined && gameData == null && data == null && feeds.length === 0) return '';
  return html`<aside class="whose" aria-label="About these data">
${observed === undefined ? '' : renderCredit(observed.attribution, observed.dataAsOfMs)}${gameData == null ? '' : renderNotice(gameData)}${data == null ? '' : html`<p><a href="${base}${data}">${dataWords} as data (JSON)</a></p>\n`}${linkFeeds(feeds, base)}</aside>
`;
}

function renderCredit({ credit, licence, licenceUrl }: Attribution, dataAsOfMs: number | null) {
  return html`<p>Facts are public once three players have reported them. ${credit}, <a rel="license" href="${licenceUrl}">${licence}</a>${
    dataAsOfMs === null ? '' : html`, latest upload ${renderMinute(dataAsOfMs)}`
  }.</p>
`;
}

function renderNotice({ label, build, extractedAt, credit }: GameDataNotice) {
  return html`<p>Icons, marked parts and some name colours come from the game’s files:
${label}, build ${build}${extractedAt == null ? '' : `, read ${extractedAt.slice(0, 10)}`}. ${credit}</p>
`;
}

/** Renders a time, to the minute. */
export function renderMinute(ms: number): unknown {
  return html`<time datetime="${formatInstant(ms)}">${formatInstant(ms).slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** Renders the link to the source code, which the licence requires. If no link is configured, /terms says so. */
function linkSource({ sourceUrl }: AppSettings) {
  return sourceUrl === null ? '' : html`: <a href="${sourceUrl}">its source</a>`;
}

/** Colours of qualities on light and dark backgrounds, as in style/colours.css. Null means the normal text colour. */
export const QUALITY_COLOURS: Readonly<Record<Quality, { readonly light: string; readonly dark: string } | null>> = {
  poor: { light: '#636363', dark: '#a3a3a3' },
  common: null,
  uncommon: { light: '#1a7a00', dark: '#4fe02d' },
  rare: { light: '#0059b3', dark: '#5aa6ff' },
  epic: { light: '#8a2bd0', dark: '#c98aff' },
  legendary: { light: '#a85000', dark: '#ffa040' },
  artifact: { light: '#756015', dark: '#e6cc80' },
  heirloom: { light: '#00697a', dark: '#4fd8f0' },
};

interface NavigationLink {
  readonly to: string;
  readonly name: string;
}

/** The links in the header of every page. With the name of the instance, which links to the home page, they are five. */
export const NAVIGATION_LINKS: readonly NavigationLink[] = [
  { to: '/items', name: 'Items' },
  { to: '/zones', name: 'Zones' },
  { to: '/quests', name: 'Quests' },
  { to: '/market', name: 'Market' },
];

/** The links in the header's menu. */
export const MORE_LINKS: readonly NavigationLink[] = [
  { to: '/npcs', name: 'Creatures and people' },
  { to: '/objects', name: 'Chests, herbs and ores' },
  { to: '/professions', name: 'Professions' },
  { to: '/talents', name: 'Talents' },
  { to: '/recent', name: 'Recent changes' },
  { to: '/coverage', name: 'Quest board' },
  { to: '/upload', name: 'Upload' },
  { to: '/addons', name: 'For addon authors' },
  { to: CONNECT_PATH, name: 'Connect' },
  { to: '/docs', name: 'API' },
  { to: '/about', name: 'About' },
  { to: '/terms', name: 'Terms' },
];
