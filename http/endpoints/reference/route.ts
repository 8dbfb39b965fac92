import { quoted } from '../../../domain/values/quoted.ts';
import { err, ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { basePath } from '../../pages/layout.ts';
import { pageRoute } from '../../pages/page_route.ts';
import { UNTIL_RESTART } from '../../pipeline/asset_route.ts';
import { encodeUtf8, HTML_TYPE } from '../../pipeline/body.ts';
import { NO_STORE, type Route, type Surface } from '../../pipeline/route.ts';
import { DOCS_PATH, GROUPS, type Group, TRY_PATH } from './groups.ts';
import type { TryAddress } from './overview.ts';

/** Serves the API reference: pages generated from the OpenAPI document, and the path that their forms submit to. */
export function referenceRoutes(context: Context, surface: Surface): readonly Route[] {
  const pageOf = (path: string, group: Group | null): Route =>
    pageRoute(context, {
      path,
      budget: null,
      cachePolicy: UNTIL_RESTART,
      content: async () => ok(await (await loadPages()).referencePage(group, surface, context.settings)),
    });
  return [pageOf(DOCS_PATH, null), ...GROUPS.map((group) => pageOf(group.path, group)), tryRoute(context, surface)];
}

/** Loads the page code on the first request, so that the instance starts faster. */
function loadPages() {
  return import('./overview.ts');
}

/** Redirects a submitted form of the reference to the request that its fields describe. */
function tryRoute({ settings }: Context, surface: Surface): Route {
  let addresses: Promise<ReadonlyMap<string, TryAddress>> | null = null;
  return {
    path: `${TRY_PATH}/:operation`,
    method: 'GET',
    budget: null,
    cacheHeaders: NO_STORE,
    thread: 'answering',
    refusals: 'page',
    answer: async ({ path, query }) => {
      addresses ??= loadPages().then(({ tryAddresses }) => tryAddresses(surface));
      const id = path.slice(TRY_PATH.length + 1);
      const address = (await addresses).get(id);
      if (address === undefined) {
        return err({ kind: 'not-found', error: `The API has no operation ${quoted(id)}; ${DOCS_PATH} lists them.` });
      }
      // Redirect to a path and not a URL, because the page may have been opened under another name of this host.
      const location = `${basePath(settings.publicUrl)}${address(Object.fromEntries(new URLSearchParams(query)))}`;
      return ok({ status: 303, mediaType: HTML_TYPE, body: encodeUtf8(''), fields: { Location: location } });
    },
  };
}
