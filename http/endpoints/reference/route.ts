import type { Asset } from '../../../domain/ports/assets.ts';
import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { FOR_GOOD, pageRoute } from '../../pages/page_route.ts';
import { utf8 } from '../../pipeline/body.ts';
import { PUBLIC_FOREVER, PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';
import { DOCS_PATH, DOCS_START, docsPage, docsStart } from './page.ts';

/** The interactive reference of the API, served whole by the instance: no other host is asked for anything. */
export const referenceRoutes = (context: Context): readonly Route[] => {
  const { settings, docsAssets } = context;
  const route = {
    method: 'GET',
    budget: null,
    cors: false,
    keeping: { while: 'process', by: 'path' },
    refusals: 'page',
  } as const;
  const file = ({ name, mediaType, bytes }: Asset): Route => ({
    ...route,
    path: `${DOCS_PATH}/${name}`,
    caching: PUBLIC_FOREVER,
    answer: async () => ok({ status: 200, mediaType, body: bytes }),
  });
  return [
    pageRoute(context, {
      path: DOCS_PATH,
      budget: null,
      keeping: FOR_GOOD,
      content: async () => ok(docsPage(settings, docsAssets)),
    }),
    {
      ...route,
      path: `${DOCS_PATH}/${DOCS_START}`,
      caching: PUBLIC_HOUR,
      answer: async () => ok({ status: 200, mediaType: docsAssets.script.mediaType, body: utf8(docsStart(settings)) }),
    },
    file(docsAssets.script),
    file(docsAssets.styleSheet),
  ];
};
