import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { utf8 } from '../../pipeline/body.ts';
import { PUBLIC_CHECKED, type Route } from '../../pipeline/route.ts';

export const UPLOADER_PATH = '/uploader.mjs';
export const VERIFIER_PATH = '/verify.mjs';

/** Serves single-file programs for Node and Deno. */
export function programRoutes({ bundles, settings }: Context): readonly Route[] {
  return [
    programRoute(UPLOADER_PATH, () => readUploader(bundles, settings.publicUrl)),
    programRoute(VERIFIER_PATH, async () => (await bundles.read('verifier')).bytes),
  ];
}

/** By default, the file uploads to this instance. */
async function readUploader(bundles: Context['bundles'], publicUrl: string): Promise<Uint8Array<ArrayBuffer>> {
  // jobs/uploader.ts reads this variable.
  const instance = utf8(`globalThis.thirdWitnessInstance = ${JSON.stringify(publicUrl)};\n`);
  const { bytes } = await bundles.read('uploader');
  const body = new Uint8Array(instance.byteLength + bytes.byteLength);
  body.set(instance);
  body.set(bytes, instance.byteLength);
  return body;
}

function programRoute(path: string, read: () => Promise<Uint8Array<ArrayBuffer>>): Route {
  return {
    path,
    method: 'GET',
    budget: null,
    cacheHeaders: PUBLIC_CHECKED,
    cachePolicy: { while: 'process', by: 'path' },
    refusals: 'page',
    answer: async () => ok({ status: 200, mediaType: 'text/javascript; charset=utf-8', body: await read() }),
  };
}
