import { ok, type Result } from '../../domain/values/result.ts';
import type { BudgetName } from '../../schema/limits.ts';
import type { Context } from '../context.ts';
import { HTML_TYPE, utf8 } from '../pipeline/body.ts';
import type { Fields } from '../pipeline/headers.ts';
import { licenceFieldsOf } from '../pipeline/headers.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import {
  type CacheHeaders,
  type CachePolicy,
  type Call,
  PUBLIC_CHECKED,
  type Route,
  type WorkThread,
} from '../pipeline/route.ts';
import type { PageContent } from './layout.ts';
import { renderPage } from './render_page.ts';

/** Options of a page's route. The defaults fit most pages. */
export interface PageRoute {
  readonly path: string;
  readonly content: (call: Call) => Promise<Result<PageContent & PageState, Refusal>>;
  /** The hourly budget. Defaults to the budget for cards. Pages that run an expensive tool use the budget for tools. */
  readonly budget?: BudgetName | null;
  readonly cachePolicy?: CachePolicy | null;
  readonly cacheHeaders?: CacheHeaders;
  readonly fields?: Fields;
  /** Set if only a primary can answer. */
  readonly primaryOnly?: Route['primaryOnly'];
  readonly thread?: WorkThread;
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
  {
    path,
    content,
    budget = 'tooltip',
    cachePolicy = UNTIL_SNAPSHOT,
    cacheHeaders = PUBLIC_CHECKED,
    fields = {},
    primaryOnly,
    thread,
  }: PageRoute,
): Route {
  return {
    path,
    method: 'GET',
    budget,
    cacheHeaders,
    cachePolicy,
    primaryOnly,
    ...(thread === undefined ? {} : { thread }),
    refusals: 'page',
    answer: async (call) => {
      const made = await content(call);
      if (!made.ok) return made;
      const { status = 200, uncacheable = false, ...shown } = made.value;
      const { text, lacksPictures } = await renderPage(context, shown);
      const licence = shown.observed === undefined ? {} : licenceFieldsOf(shown.observed.attribution)(null);
      return ok({
        status,
        mediaType: HTML_TYPE,
        body: utf8(text),
        uncacheable: uncacheable || lacksPictures || status !== 200,
        fields: { ...licence, ...fields },
      });
    },
  };
}

const UNTIL_SNAPSHOT: CachePolicy = { while: 'snapshot', by: 'path' };

/** For a page that depends on its query string, such as a search. */
export const BY_QUERY: CachePolicy = { while: 'snapshot', by: 'query' };
