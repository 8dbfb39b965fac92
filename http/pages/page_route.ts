import { ok, type Result } from '../../domain/values/result.ts';
import type { BudgetName } from '../../schema/limits.ts';
import type { Context } from '../context.ts';
import { HTML_TYPE, utf8 } from '../pipeline/body.ts';
import type { Fields } from '../pipeline/fields.ts';
import { licenceFieldsOf } from '../pipeline/headers.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { type CachePolicy, type Caching, type Call, PUBLIC_CHECKED, type Route } from '../pipeline/route.ts';
import { type PageContent, page } from './layout.ts';

/** What a route of a page settles; what it leaves out is as most pages are. */
export interface PageRoute {
  readonly path: string;
  readonly content: (call: Call) => Promise<Result<PageContent & PageState, Refusal>>;
  /** The hourly budget; a page with facts costs what a card costs, unless it asks one of the dearest tools. */
  readonly budget?: BudgetName | null;
  readonly keeping?: CachePolicy | null;
  readonly caching?: Caching;
  readonly fields?: Fields;
  /** Set where only a primary can answer. */
  readonly ofPrimary?: Route['ofPrimary'];
}

/** How a page is answered, beside what it shows. */
export interface PageState {
  /** 200 where left out; 404 for a page that says what is not known and where to look. */
  readonly status?: number;
  /** True: it must not be kept, such as one that says that storage is out of reach. */
  readonly fleeting?: boolean;
}

/**
 * The route of a page for people: read by GET, checked on every use, kept until the next snapshot. One that shows what
 * players observed says in its fields, too, whose that is (contract, section 4, Attribution).
 */
export function pageRoute(
  { settings, styleSheet }: Pick<Context, 'settings' | 'styleSheet'>,
  {
    path,
    content,
    budget = 'tooltip',
    keeping = UNTIL_SNAPSHOT,
    caching = PUBLIC_CHECKED,
    fields = {},
    ofPrimary,
  }: PageRoute,
): Route {
  return {
    path,
    method: 'GET',
    budget,
    caching,
    cors: false,
    keeping,
    ofPrimary,
    refusals: 'page',
    answer: async (call) => {
      const made = await content(call);
      if (!made.ok) return made;
      const { status = 200, fleeting = false, ...shown } = made.value;
      const text = page({ ...shown, settings, styleSheet: styleSheet.name });
      const licence = shown.observed === undefined ? {} : licenceFieldsOf(shown.observed.attribution)(null);
      return ok({
        status,
        mediaType: HTML_TYPE,
        body: utf8(text),
        fleeting: fleeting || status !== 200,
        fields: { ...licence, ...fields },
      });
    },
  };
}

const UNTIL_SNAPSHOT: CachePolicy = { while: 'snapshot', by: 'path' };

/** Of a page that its query changes, such as a search. */
export const BY_QUERY: CachePolicy = { while: 'snapshot', by: 'query' };

/** Of a page that changes with the program and its settings alone. */
export const UNTIL_RESTART: CachePolicy = { while: 'process', by: 'path' };
