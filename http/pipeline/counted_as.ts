import type { Route } from './route.ts';

/** Path patterns of the route groups that share one name in the metrics. */
const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/^\/connect\/./, '/connect/:form'],
  [/^\/:?\w+\/:id\/picture\.png$/, '/:kind/:id/picture.png'],
  [/^\/sitemap/, '/sitemap'],
  [/^\/(?:items|npcs|quests|professions|talents|tooltips)(?:\/|$)/, '/:list'],
];

const names = new Map<string, string>();

/**
 * Returns the name under which metrics count a route's requests: its path or the name of its group. Every name costs
 * about 1,400 bytes in each scrape, so files that never change (schemas, scripts, styles) share the name `static`.
 */
export function countedAs({ path, keeping }: Pick<Route, 'path' | 'keeping'>): string {
  const known = names.get(path);
  if (known !== undefined) return known;
  const name = keeping?.while === 'process' ? 'static' : (GROUPS.find(([pattern]) => pattern.test(path))?.[1] ?? path);
  names.set(path, name);
  return name;
}
