import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { type EmbedScript, readEmbedScript } from '../../embed/script.ts';
import { EMBED_PATH, versionPath } from '../../embed/tag.ts';
import { type Answer, PUBLIC_FOREVER, PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';
import { embedPageRoute } from './page.ts';

/**
 * The script of hover cards, for pages of any origin, and the page that says how to use it.
 *
 * A former version's address is 404: what was pinned by its digest is these very bytes or nothing, and a redirect would
 * give others, under a name that caches keep for a year. Whoever needs one version for good keeps a copy of the file.
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

/** A site that isolates its pages (Cross-Origin-Embedder-Policy) loads only scripts that allow it. */
const FOR_ISOLATED_SITES = { 'Cross-Origin-Resource-Policy': 'cross-origin' };

function answerOf({ bytes, mediaType }: EmbedScript): Answer {
  return {
    status: 200,
    mediaType,
    body: bytes,
    fields: FOR_ISOLATED_SITES,
  };
}
