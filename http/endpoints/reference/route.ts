import type { Asset } from '../../../domain/ports/assets.ts';
import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { HTML_TYPE, utf8 } from '../../pipeline/body.ts';
import { PUBLIC_CHECKED, PUBLIC_FOREVER, PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';
import { DOCS_PATH, DOCS_START, docsPage, docsStart } from './page.ts';

/** The interactive reference of the API, served whole by the instance: no other host is asked for anything. */
export const referenceRoutes = ({ settings, docsAssets }: Context): readonly Route[] => {
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
    {
      ...route,
      path: DOCS_PATH,
      caching: PUBLIC_CHECKED,
      answer: async () => ok({ status: 200, mediaType: HTML_TYPE, body: utf8(docsPage(settings, docsAssets)) }),
    },
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
