import { ok } from '../../../domain/values/result.ts';
import type { Context } from '../../context.ts';
import { SIGN, SIGN_PATHS } from '../../pages/picture.ts';
import { type Body, PNG_TYPE, utf8 } from '../../pipeline/body.ts';
import { PUBLIC_HOUR, type Route } from '../../pipeline/route.ts';

const PIXELS = 32;

/** Serves the instance's icon for tabs and bookmarks. Browsers request /favicon.ico on their own. */
export function signRoutes({ painter }: Context): readonly Route[] {
  const route = (path: string, mediaType: string, bodyOf: () => Body): Route => ({
    path,
    method: 'GET',
    budget: null,
    cacheHeaders: PUBLIC_HOUR,
    refusals: 'page',
    cachePolicy: { while: 'process', by: 'path' },
    answer: async () => ok({ status: 200, mediaType, body: bodyOf() }),
  });
  const small = (): Body => painter.sign(PIXELS);
  return [
    route(SIGN_PATHS.svg, 'image/svg+xml', () => utf8(SIGN)),
    route(SIGN_PATHS.png, PNG_TYPE, small),
    route(SIGN_PATHS.ico, PNG_TYPE, small),
  ];
}
