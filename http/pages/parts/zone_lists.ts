import type { Errand } from '../../../domain/reads/entities/zone.ts';

/** Headings for NPCs that offer something to players, in the order in which pages list them. */
export const ERRAND_HEADINGS: Readonly<Record<Errand, string>> = {
  'quest-givers': 'Quest givers',
  vendors: 'Vendors',
  trainers: 'Trainers',
};

export const ERRANDS_SHOWN = Object.keys(ERRAND_HEADINGS) as readonly Errand[];

/** Returns the path of a zone's NPC list, optionally limited to one errand or starting after an id. */
export function npcsOfZonePath(mapId: number, who: Errand | null = null, after = 0): string {
  const query = new URLSearchParams({ zone: `${mapId}` });
  if (who !== null) query.set('who', who);
  if (after > 0) query.set('after', `${after}`);
  return `/npcs?${query}`;
}

/** Returns the path of a zone's quest list. `page` is counted from 1. */
export function questsOfZonePath(mapId: number, page = 1): string {
  return `/quests?zone=${mapId}${page === 1 ? '' : `&page=${page}`}`;
}
