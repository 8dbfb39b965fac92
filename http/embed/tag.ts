import type { AppSettings } from '../context.ts';
import { html } from '../pages/html.ts';
import type { EmbedScript } from './script.ts';

/** Permanent path of the hover card script. */
export const EMBED_PATH = '/tooltip.js';

/** Returns the path of one version of the script. */
export function versionPath({ version }: Pick<EmbedScript, 'version'>): string {
  return `/tooltip-${version}.js`;
}

/** Path of the page that explains the script. */
export const EMBED_PAGE = '/tooltips';

export interface EmbedTagOptions {
  /** Version of the script to pin by its digest. Null or absent uses the current version. */
  readonly pinned?: EmbedScript | null;
  /** Whether the site is written for Wowhead's script. */
  readonly compat?: boolean;
}

/** Returns the script tag that a site adds to its pages. It has three lines with a digest and one without. */
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

/** The script tag of the instance's own pages. The script asks the host under which the page was opened. */
export function ownTag(base: string): unknown {
  return html`<script src="${base}${EMBED_PATH}" data-instance="here" defer></script>\n`;
}
