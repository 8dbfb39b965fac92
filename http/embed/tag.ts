import type { AppSettings } from '../context.ts';
import { html } from '../pages/html.ts';
import type { EmbedScript } from './script.ts';

/** The script of hover cards at the address that stays. */
export const EMBED_PATH = '/tooltip.js';

/** The same at the address of one version. */
export function versionPath({ version }: Pick<EmbedScript, 'version'>): string {
  return `/tooltip-${version}.js`;
}

/** The page that says how to use it. */
export const EMBED_PAGE = '/tooltips';

export interface EmbedTagOptions {
  /** These very bytes and no others; null or left out: whichever are current. */
  readonly pinned?: EmbedScript | null;
  /** For sites written for Wowhead's script. */
  readonly compat?: boolean;
}

/** The line that a site adds to its pages, as text; the digest makes it three. */
export function embedTag(
  { publicUrl }: Pick<AppSettings, 'publicUrl'>,
  { pinned = null, compat = false }: EmbedTagOptions = {},
): string {
  const attributes = [
    `src="${publicUrl}${pinned === null ? EMBED_PATH : versionPath(pinned)}"`,
    ...(pinned === null ? [] : [`integrity="${pinned.integrity}"`]),
    `${pinned === null ? '' : 'crossorigin="anonymous" '}${compat ? 'data-compat="wowhead" ' : ''}defer`,
  ];
  return `<script ${attributes.join(pinned === null ? ' ' : '\n  ')}></script>`;
}

/** The script on the instance's own pages: it asks the name that the page was asked for under. */
export function ownTag(base: string): unknown {
  return html`<script src="${base}${EMBED_PATH}" data-instance="here" defer></script>\n`;
}
