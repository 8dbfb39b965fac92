import type { AddonFile } from '../../../domain/ports/addon.ts';
import type { Bytes } from '../../../domain/ports/codec.ts';
import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { packedInItself, utf8 } from '../../pipeline/body.ts';
import { PUBLIC_CHECKED, type Route } from '../../pipeline/route.ts';
import { tocOf } from './toc.ts';

/** Path from which the addon is downloaded. */
export const ADDON_PATH = '/addon.zip';

const ZIP_TYPE = 'application/zip';

/** Serves the game addon as a zip file that contains this instance's URL. The file is packed on the first request. */
export function addonRoute({ addon, codec, settings }: Pick<Context, 'addon' | 'codec' | 'settings'>): Route {
  let packed: Promise<Bytes> | null = null;
  const withAddress = (file: AddonFile): AddonFile =>
    file.path.endsWith('.toc') ? { ...file, bytes: utf8(tocOf(new TextDecoder().decode(file.bytes), settings)) } : file;
  const pack = (): Promise<Bytes> => {
    packed ??= addon.pack(addon.files().map(withAddress)).catch((fault: unknown) => {
      // Do not cache the failure, so that the next request retries.
      packed = null;
      throw fault;
    });
    return packed;
  };
  return {
    path: ADDON_PATH,
    method: 'GET',
    budget: null,
    caching: PUBLIC_CHECKED,
    cors: false,
    keeping: null,
    refusals: 'page',
    answer: async () => {
      const bytes = await pack();
      const fields = { 'Content-Disposition': 'attachment; filename="ThirdWitness.zip"' };
      return ok({ status: 200, mediaType: ZIP_TYPE, body: packedInItself(bytes, codec.fingerprint(bytes)), fields });
    },
  };
}
