import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { utf8 } from '../../pipeline/body.ts';
import { PUBLIC_CHECKED, type Route } from '../../pipeline/route.ts';

export const UPLOADER_PATH = '/uploader.mjs';

/** Serves the uploader as one file for Node and Deno. By default, the file uploads to this instance. */
export function uploaderRoute({ bundles, settings }: Context): Route {
  return {
    path: UPLOADER_PATH,
    method: 'GET',
    budget: null,
    cacheHeaders: PUBLIC_CHECKED,
    cachePolicy: { while: 'process', by: 'path' },
    refusals: 'page',
    answer: async () => {
      const { mediaType, bytes } = await bundles.read('uploader');
      // jobs/uploader.ts reads this variable.
      const instance = utf8(`globalThis.thirdWitnessInstance = ${JSON.stringify(settings.publicUrl)};\n`);
      const body = new Uint8Array(instance.byteLength + bytes.byteLength);
      body.set(instance);
      body.set(bytes, instance.byteLength);
      return ok({ status: 200, mediaType, body });
    },
  };
}
