import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { ICON_FOLDER } from '../../pages/icon.ts';
import { packedInItself } from '../../pipeline/body.ts';
import type { CacheHeaders, Route } from '../../pipeline/route.ts';

/** Icons rarely change, and it is acceptable if a change takes a day to arrive. */
const PUBLIC_DAY: CacheHeaders = {
  cacheControl: 'public, max-age=86400, immutable',
  vary: 'Accept-Encoding',
  etag: true,
};

/**
 * Serves the operator's icons for pages of any origin. There is no route if no folder is configured. The file
 * extension is optional, because cards name icons without it.
 */
export function iconRoutes({ icons, codec }: Pick<Context, 'icons' | 'codec'>): readonly Route[] {
  return icons === null
    ? []
    : [
        {
          path: `${ICON_FOLDER}:name`,
          method: 'GET',
          budget: null,
          cacheHeaders: PUBLIC_DAY,
          cors: true,
          refusals: 'apiError',
          answer: async (call) => {
            const name = call.path.slice(ICON_FOLDER.length);
            const picture = await icons.read(name.includes('.') ? name : ((await icons.find(name)) ?? name));
            if (picture === null) {
              return err({ kind: 'not-found', error: `There is no icon picture of this name; it is ${quoted(name)}.` });
            }
            const { mediaType, bytes } = picture;
            return ok({ status: 200, mediaType, body: packedInItself(bytes, codec.fingerprint(bytes)) });
          },
        },
      ];
}
