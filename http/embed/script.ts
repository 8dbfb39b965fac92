import type { Bytes } from '../../domain/ports/codec.ts';
import type { AppSettings, Context } from '../context.ts';
import { encodeUtf8 } from '../pipeline/body.ts';

/** The hover card script of this instance. */
export interface EmbedScript {
  readonly bytes: Bytes;
  readonly mediaType: string;
  /** Digest of `bytes`, shortened to 12 hexadecimal digits (48 bits). */
  readonly version: string;
  /** Value of the `integrity` attribute: `sha384-…`. */
  readonly integrity: string;
}

/** Placeholder in the script for the instance's settings. */
const INSTANCE_PLACEHOLDER = 'THIRD_WITNESS_INSTANCE';

const VERSION_BYTES = 6;

/**
 * Returns the script with the instance's URL inserted, so that copies on other sites still send their requests to this
 * instance, and the script need not trust `document.currentScript`.
 */
export async function readEmbedScript({
  bundles,
  settings,
  icons,
}: Pick<Context, 'bundles' | 'settings' | 'icons'>): Promise<EmbedScript> {
  const { bytes: program, mediaType } = await bundles.read('tooltip');
  const base = new URL(settings.publicUrl).href.replace(/\/+$/, '');
  const instanceSettings = JSON.stringify({ base, icons: icons !== null });
  const bytes = encodeUtf8(new TextDecoder().decode(program).replace(INSTANCE_PLACEHOLDER, () => instanceSettings));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  const version = [...digest.subarray(0, VERSION_BYTES)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { bytes, mediaType, version, integrity: `sha384-${btoa(String.fromCharCode(...digest))}` };
}

/** Permanent path of the hover card script. */
export const EMBED_PATH = '/tooltip.js';

export function buildVersionPath({ version }: Pick<EmbedScript, 'version'>): string {
  return `/tooltip-${version}.js`;
}

/** Path of the page that explains the script. */
export const EMBED_PAGE = '/tooltips';

export interface EmbedTagOptions {
  /** Version of the script to pin by its digest, or null or absent for the current version. */
  readonly pinned?: EmbedScript | null;
  /** Whether the site is written for Wowhead's script. */
  readonly compat?: boolean;
}

/** Returns the script tag that a site adds to its pages. It has three lines with a digest and one without. */
export function renderEmbedTag(
  { publicUrl }: Pick<AppSettings, 'publicUrl'>,
  { pinned = null, compat = false }: EmbedTagOptions = {},
): string {
  const attributes = [
    `src="${publicUrl}${pinned === null ? EMBED_PATH : buildVersionPath(pinned)}"`,
    ...(pinned === null ? [] : [`integrity="${pinned.integrity}"`]),
    `${pinned === null ? '' : 'crossorigin="anonymous" '}${compat ? 'data-compat="wowhead" ' : ''}defer`,
  ];
  return `<script ${attributes.join(pinned === null ? ' ' : '\n  ')}></script>`;
}
