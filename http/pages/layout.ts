import { html } from 'hono/html';
import type { AppSettings } from '../context.ts';
import { CONNECT_PATH } from './connect.ts';

/** Where the instance's pages stand on their host: empty, or a path without a trailing slash. */
export const basePath = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/+$/, '');

/** A whole page: plain HTML without scripts. `main` is HTML already; everything else is escaped here. */
export const page = (options: {
  readonly settings: AppSettings;
  readonly title: string;
  /** The style sheet's file name. */
  readonly styleSheet: string;
  readonly main: unknown;
}): string => {
  const { settings, title, styleSheet } = options;
  const base = basePath(settings.publicUrl);
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – ${settings.serviceName}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/assets/${styleSheet}">
</head>
<body>
<header>
<nav aria-label="Pages">
<ul><li><strong>${settings.serviceName}</strong></li></ul>
<ul><li><a href="${base}/">About</a></li><li><a href="${base}${CONNECT_PATH}">Connect</a></li><li><a href="${base}/terms">Terms</a></li></ul>
</nav>
</header>
<main>
${options.main}
</main>
<footer>
<small>What players observed is licensed CC BY-SA 4.0. The program, Third Witness, is AGPL-3.0-only: ${sourceLink(settings)}.</small>
</footer>
</body>
</html>
`);
};

/** Where the code that runs here is found, as its licence asks. */
const sourceLink = ({ sourceUrl }: AppSettings) =>
  sourceUrl === null ? 'the operator has not published its source' : html`<a href="${sourceUrl}">its source</a>`;
