import type { Route } from './route.ts';

/** Routes that are one thing to an operator, by their path. */
const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/^\/connect\/./, '/connect/:form'],
  [/^\/:?\w+\/:id\/picture\.png$/, '/:kind/:id/picture.png'],
  [/^\/sitemap/, '/sitemap'],
  [/^\/(?:items|npcs|quests|professions|talents|tooltips)(?:\/|$)/, '/:list'],
];

const names = new Map<string, string>();

/**
 * Returns the name under which metrics count a route's requests: its path, or that of its group. Every name costs some
 * 1,400 bytes in each scrape, so what is the same file for everyone (schemas, scripts, styles) shares `static`.
 */
export function countedAs({ path, keeping }: Pick<Route, 'path' | 'keeping'>): string {
  const known = names.get(path);
  if (known !== undefined) return known;
  const name = keeping?.while === 'process' ? 'static' : (GROUPS.find(([pattern]) => pattern.test(path))?.[1] ?? path);
  names.set(path, name);
  return name;
}
