import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { PUBLIC_FOREVER, type Route } from '../../pipeline/route.ts';

export function styleRoute({ styleSheet }: Context): Route {
  return {
    path: `/assets/${styleSheet.name}`,
    method: 'GET',
    budget: null,
    cacheHeaders: PUBLIC_FOREVER,
    cachePolicy: { while: 'process', by: 'path' },
    refusals: 'page',
    answer: async () => ok({ status: 200, mediaType: styleSheet.mediaType, body: styleSheet.bytes }),
  };
}
