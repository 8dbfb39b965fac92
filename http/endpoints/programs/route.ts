import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { utf8 } from '../../pipeline/body.ts';
import { PUBLIC_CHECKED, type Route } from '../../pipeline/route.ts';

export const UPLOADER_PATH = '/uploader.mjs';
export const VERIFIER_PATH = '/verify.mjs';

/** Serves the uploader as one file for Node and Deno. By default, the file uploads to this instance. */
export function uploaderRoute(context: Context): Route {
  // jobs/uploader.ts reads this variable.
  const instance = utf8(`globalThis.thirdWitnessInstance = ${JSON.stringify(context.settings.publicUrl)};\n`);
  return programRoute(UPLOADER_PATH, async () => {
    const { bytes } = await context.bundles.read('uploader');
    const body = new Uint8Array(instance.byteLength + bytes.byteLength);
    body.set(instance);
    body.set(bytes, instance.byteLength);
    return body;
  });
}

/** Serves the command `verify-public` as one file for Node and Deno. */
export function verifierRoute(context: Context): Route {
  return programRoute(VERIFIER_PATH, async () => (await context.bundles.read('verifier')).bytes);
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
