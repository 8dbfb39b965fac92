import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { type EmbedScript, readEmbedScript } from '../../embed/script.ts';
import { EMBED_PATH, versionPath } from '../../embed/tag.ts';
import { type Answer, PUBLIC_FOREVER, PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';
import { embedPageRoute } from './page.ts';

/**
 * Serves the hover card script for pages of any origin, and the page that explains the script.
 *
 * URLs of earlier versions return 404. A redirect would return different bytes, which would not match the pinned
 * digest and would be cached for a year. Sites that need a fixed version must host a copy.
 */
export function embedRoutes(context: Context): readonly Route[] {
  const file = {
    method: 'GET',
    budget: null,
    cors: true,
    keeping: { while: 'process', by: 'path' },
    refusals: 'apiError',
  } as const;
  return [
    {
      ...file,
      path: EMBED_PATH,
      caching: PUBLIC_HOUR,
      answer: async () => ok(answerOf(await readEmbedScript(context))),
    },
    {
      ...file,
      path: '/:file{tooltip-[^/]*\\.js}',
      caching: PUBLIC_FOREVER,
      answer: async ({ path }) => {
        const script = await readEmbedScript(context);
        const current = versionPath(script);
        if (path === current) return ok(answerOf(script));
        const error = `The current version is ${current}, and ${EMBED_PATH} is always that; got ${quoted(path)}.`;
        return err({ kind: 'not-found', error });
      },
    },
    embedPageRoute(context),
  ];
}

/** Sites that isolate their pages (Cross-Origin-Embedder-Policy) load only scripts with this header field. */
const FOR_ISOLATED_SITES = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

function answerOf({ bytes, mediaType }: EmbedScript): Answer {
  return { status: 200, mediaType, body: bytes, fields: FOR_ISOLATED_SITES };
}
