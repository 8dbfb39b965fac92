import { readHomeContent } from '../../../domain/tools/service/doorway.ts';
import { quote } from '../../../domain/values/quoted.ts';
import { err, ok } from '../../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import type { Context } from '../../context.ts';
import { createReader } from '../../pages/ask.ts';
import { toBasePath } from '../../pages/layout.ts';
import { createPageRoute } from '../../pages/page_route.ts';
import { CACHED_UNTIL_RESTART } from '../../pipeline/asset_route.ts';
import { encodeUtf8, HTML_TYPE } from '../../pipeline/body.ts';
import { type ApiSurface, NO_STORE, type Route } from '../../pipeline/route.ts';
import { DOCS_PATH, REFERENCE_GROUPS, TRY_PATH } from './groups.ts';
import type { TryAddress } from './overview.ts';

/** Serves the API reference: pages generated from the OpenAPI document, and the path that their forms submit to. */
export function createReferenceRoutes(context: Context, surface: ApiSurface): readonly Route[] {
  const see = createReader(context);
  const overview = createPageRoute(context, {
    path: DOCS_PATH,
    budget: null,
    thread: 'answering',
    content: async () => {
      const seen = await catchFault(see(async (snapshot) => (await readHomeContent(snapshot)).drops[0]?.item ?? null));
      const item = seen instanceof StorageFault ? null : seen;
      const page = await (await loadPages()).createReferencePage(null, surface, context.settings, item?.value);
      return ok({ ...page, uncacheable: item === null });
    },
  });
  const pages = REFERENCE_GROUPS.map((group) =>
    createPageRoute(context, {
      path: group.path,
      budget: null,
      cachePolicy: CACHED_UNTIL_RESTART,
      content: async () => ok(await (await loadPages()).createReferencePage(group, surface, context.settings)),
    }),
  );
  return [overview, ...pages, createTryRoute(context, surface)];
}

/** Loads the page code on the first request, so that the instance starts faster. */
function loadPages() {
  return import('./overview.ts');
}

/** Redirects a submitted form of the reference to the request that its fields describe. */
function createTryRoute({ settings }: Context, surface: ApiSurface): Route {
  let addresses: Promise<ReadonlyMap<string, TryAddress>> | null = null;
  return {
    path: `${TRY_PATH}/:operation`,
    method: 'GET',
    budget: null,
    cacheHeaders: NO_STORE,
    thread: 'answering',
    refusals: 'page',
    answer: async ({ path, query }) => {
      addresses ??= loadPages().then(({ buildTryAddresses: tryAddresses }) => tryAddresses(surface));
      const id = path.slice(TRY_PATH.length + 1);
      const address = (await addresses).get(id);
      if (address === undefined) {
        return err({ kind: 'not-found', error: `The API has no operation ${quote(id)}; ${DOCS_PATH} lists them.` });
      }
      // Redirect to a path and not a URL, because the page may have been opened under another name of this host.
      const location = `${toBasePath(settings.publicUrl)}${address(Object.fromEntries(new URLSearchParams(query)))}`;
      return ok({ status: 303, mediaType: HTML_TYPE, body: encodeUtf8(''), fields: { Location: location } });
    },
  };
}
