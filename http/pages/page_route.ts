import { ok, type Result } from '../../domain/values/result.ts';
import type { Context } from '../context.ts';
import { encodeUtf8, HTML_TYPE } from '../pipeline/body.ts';
import type { Fields } from '../pipeline/headers.ts';
import { createLicenceFields } from '../pipeline/headers.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { type CachePolicy, type Call, PUBLIC_CHECKED, type Route } from '../pipeline/route.ts';
import type { PageContent } from './layout.ts';
import { renderPage } from './render_page.ts';

/** Options of a page's route. The defaults fit most pages. */
export interface PageRoute
  extends Pick<Route, 'path' | 'primaryOnly' | 'thread' | 'cachePolicy'>,
    Partial<Pick<Route, 'budget' | 'cacheHeaders'>> {
  readonly content: (call: Call) => Promise<Result<PageContent & PageState, Refusal>>;
  readonly fields?: Fields;
}

/** Status and caching of a page's response. */
export interface PageState {
  /** Defaults to 200. A page saying that an entity is unknown has 404. */
  readonly status?: number;
  /** Whether the response must not be cached, for example because the storage is unavailable. */
  readonly uncacheable?: boolean;
}

/**
 * Returns the GET route of a page. Its responses are cached until the next snapshot, and revalidated on every use. If
 * the page shows observed facts, its headers contain the licence and attribution (contract, section 4, Attribution).
 */
export function pageRoute(
  context: Pick<Context, 'settings' | 'styleSheet' | 'snapshots' | 'icons'>,
  { content, fields = {}, ...route }: PageRoute,
): Route {
  return {
    method: 'GET',
    // The budget for cards. Pages that run an expensive tool use the budget for tools.
    budget: 'tooltip',
    cacheHeaders: PUBLIC_CHECKED,
    cachePolicy: { while: 'snapshot', by: 'path' },
    ...route,
    refusals: 'page',
    answer: async (call) => {
      const made = await content(call);
      if (!made.ok) return made;
      const { status = 200, uncacheable = false, ...shown } = made.value;
      const { text, lacksPictures } = await renderPage(context, shown);
      const licence = shown.observed === undefined ? {} : createLicenceFields(shown.observed.attribution)(null);
      return ok({
        status,
        mediaType: HTML_TYPE,
        body: encodeUtf8(text),
        uncacheable: uncacheable || lacksPictures || status !== 200,
        fields: { ...licence, ...fields },
      });
    },
  };
}

/** For a page that depends on its query string, such as a search. */
export const BY_QUERY: CachePolicy = { while: 'snapshot', by: 'query' };
