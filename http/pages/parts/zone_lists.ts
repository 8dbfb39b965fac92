import type { Errand } from '../../../domain/tools/pages/zone_page.ts';

/** What people are called to whom players come for something, in the order in which pages list them. */
export const ERRAND_HEADINGS: Readonly<Record<Errand, string>> = {
  'quest-givers': 'Quest givers',
  vendors: 'Vendors',
  trainers: 'Trainers',
};

export const ERRANDS_SHOWN = Object.keys(ERRAND_HEADINGS) as readonly Errand[];

/** Where all NPCs of a zone are listed, or those of them whom players come to for something; `after`: behind this id. */
export function npcsOfZonePath(mapId: number, who: Errand | null = null, after = 0): string {
  const query = new URLSearchParams({ zone: `${mapId}` });
  if (who !== null) query.set('who', who);
  if (after > 0) query.set('after', `${after}`);
  return `/npcs?${query}`;
}

/** Where the quests of a zone are listed; `page` is counted from 1. */
export function questsOfZonePath(mapId: number, page = 1): string {
  return `/quests?zone=${mapId}${page === 1 ? '' : `&page=${page}`}`;
}
