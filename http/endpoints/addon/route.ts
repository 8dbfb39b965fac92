import type { AddonFile } from '../../../domain/ports/addon.ts';
import type { Bytes } from '../../../domain/ports/codec.ts';
import { ok } from '../../../domain/values/result.ts';
import { takeCodePoints } from '../../../schema/text.ts';
import type { AppSettings, Context } from '../../context.ts';
import { createPackedBody, encodeUtf8 } from '../../pipeline/body.ts';
import { PUBLIC_REVALIDATED, type Route } from '../../pipeline/route.ts';

const ADDON_PATH = '/addon.zip';

const ZIP_TYPE = 'application/zip';

/** Serves the game addon as a zip file that contains this instance's URL. The file is packed on the first request. */
export function createAddonRoute({ addon, codec, settings }: Pick<Context, 'addon' | 'codec' | 'settings'>): Route {
  let packed: Promise<Bytes> | null = null;
  const withAddress = (file: AddonFile): AddonFile =>
    file.path.endsWith('.toc')
      ? { ...file, bytes: encodeUtf8(fillTocTemplate(new TextDecoder().decode(file.bytes), settings)) }
      : file;
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
    cacheHeaders: PUBLIC_REVALIDATED,
    thread: 'answering',
    refusals: 'page',
    answer: async () => {
      const bytes = await pack();
      const fields = { 'Content-Disposition': 'attachment; filename="ThirdWitness.zip"' };
      return ok({ status: 200, mediaType: ZIP_TYPE, body: createPackedBody(bytes, codec.fingerprint(bytes)), fields });
    },
  };
}

const TITLE_CHARS_MAX = 60;
const TOC_FIELD = /^## (Notes|X-Website):.*\r?\n?/gm;
const TOC_TITLE = /^## Title:.*\r?\n/m;

/** Makes a string safe for the TOC file: one line, without the client's markup for colours, links and pictures. */
function toPlainLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}|]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Adds the instance's name and URL to the addon's TOC file. The client shows the notes in its list of addons. */
export function fillTocTemplate(
  source: string,
  { serviceName, publicUrl }: Pick<AppSettings, 'serviceName' | 'publicUrl'>,
): string {
  const name = toPlainLine(takeCodePoints(toPlainLine(serviceName), TITLE_CHARS_MAX));
  const url = toPlainLine(publicUrl);
  const notes = `## Notes: Records what you see in the game, for ${name}; upload at ${url}/upload\n`;
  return source.replace(TOC_FIELD, '').replace(TOC_TITLE, (title) => `${title}${notes}## X-Website: ${url}\n`);
}
