import type { Bytes } from '../../domain/ports/codec.ts';
import type { Context } from '../context.ts';
import { utf8 } from '../pipeline/body.ts';

/** The script of hover cards as this instance hands it out. */
export interface EmbedScript {
  readonly bytes: Bytes;
  readonly mediaType: string;
  /** Changes with every byte of it: 12 hexadecimal digits. */
  readonly version: string;
  /** For the `integrity` attribute: `sha384-…`. */
  readonly integrity: string;
}

/** Stands in the program where the instance's own particulars go. */
const INSTANCE = 'THIRD_WITNESS_INSTANCE';

const VERSION_BYTES = 6;

/**
 * The script with the instance's address written in: whoever keeps a copy of it elsewhere still asks this instance, and
 * `document.currentScript` need not be trusted.
 */
export async function readEmbedScript({
  bundles,
  settings,
  icons,
}: Pick<Context, 'bundles' | 'settings' | 'icons'>): Promise<EmbedScript> {
  const { bytes: program, mediaType } = await bundles.read('tooltip');
  const base = new URL(settings.publicUrl).href.replace(/\/+$/, '');
  const particulars = JSON.stringify({ base, icons: icons !== null });
  const bytes = utf8(new TextDecoder().decode(program).replace(INSTANCE, () => particulars));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', bytes));
  const version = [...digest.subarray(0, VERSION_BYTES)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { bytes, mediaType, version, integrity: `sha384-${btoa(String.fromCharCode(...digest))}` };
}
