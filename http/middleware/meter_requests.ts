import type { Context } from '../context.ts';
import type { Route } from '../pipeline/route.ts';
import { type Middleware, useWhenReady } from './middleware.ts';

/** Reports each response and its duration to the meter. The duration does not include sending the response. */
export function meterRequests({ meter, stopwatch }: Pick<Context, 'meter' | 'stopwatch'>): Middleware {
  if (meter == null) return (call, next) => next(call);
  return (call, next) => {
    const begunMs = stopwatch.elapsedMs();
    return useWhenReady(next(call), (answer) => {
      meter.answered(formatMeteredName(call.route), call.method, answer.status, stopwatch.elapsedMs() - begunMs);
      return answer;
    });
  };
}

/** Path patterns of the route groups that share one name in the metrics. */
const GROUPED_ROUTES: readonly (readonly [RegExp, string])[] = [
  [/^\/connect\/./, '/connect/:form'],
  [/^\/:?\w+\/:id\/picture\.png$/, '/:kind/:id/picture.png'],
  [/^\/sitemap/, '/sitemap'],
  [/^\/opensearch\/suggest$/, '/api/suggest'],
  [/^\/feeds\//, '/feeds/:feed'],
  [/^\/(?:replica\/|export\/.*(?::name|package\.json|croissant\.json)$)/, '/export/:name'],
  [/^\/(?:api\/)?changes(?:\/|$)/, '/api/changes'],
  [/^\/(?:icons|maps)\//, '/:picture'],
  [/^\/api\/tooltip\//, '/api/tooltip'],
  [/^\/api\/rollups\/(?:drops|gathering)$/, '/api/rollups/drops'],
  [/^\/(?:docs(?:\/|$)|(?:schema|companion|mcp|\.well-known)\/|llms\.txt|opensearch\.xml)/, 'static'],
  [/^\/(?:about|addons|items|market|npcs|objects|quests|professions|talents|tooltips|recent|zones)(?:\/|$)/, '/:list'],
];

const meteredNames = new Map<string, string>();

/**
 * Returns the name under which metrics count a route's requests: its path or the name of its group. Every name costs
 * about 1,400 bytes in each scrape, so files that hardly ever change (schemas, scripts, styles, the companion, descriptions
 * of the instance) share the name `static`.
 */
function formatMeteredName({ path, cachePolicy }: Route): string {
  const known = meteredNames.get(path);
  if (known !== undefined) return known;
  const group = GROUPED_ROUTES.find(([pattern]) => pattern.test(path))?.[1];
  const name = cachePolicy?.while === 'process' ? 'static' : (group ?? path);
  meteredNames.set(path, name);
  return name;
}
