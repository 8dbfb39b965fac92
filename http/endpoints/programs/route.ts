import type { Context } from '../../context.ts';
import { assetRoute } from '../../pipeline/asset_route.ts';
import { encodeUtf8 } from '../../pipeline/body.ts';
import type { Route } from '../../pipeline/route.ts';

export const UPLOADER_PATH = '/uploader.mjs';

/** Serves single-file programs for Node and Deno. */
export function createProgramRoutes({ bundles, settings }: Context): readonly Route[] {
  return [
    assetRoute(UPLOADER_PATH, async () => {
      const { mediaType, bytes } = await bundles.read('uploader');
      // jobs/uploader.ts reads this variable. By default, the file uploads to this instance.
      const instance = `globalThis.thirdWitnessInstance = ${JSON.stringify(settings.publicUrl)};\n`;
      return { mediaType, bytes: encodeUtf8(instance + new TextDecoder().decode(bytes)) };
    }),
    assetRoute('/verify.mjs', () => bundles.read('verifier')),
  ];
}
