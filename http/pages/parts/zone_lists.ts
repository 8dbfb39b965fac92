import type { Errand } from '../../../domain/reads/entities/zone.ts';
import { LENGTHS } from '../../../schema/limits.ts';
import { html } from '../html.ts';

/** Headings for NPCs that offer something to players, in the order in which pages list them. */
export const ERRAND_HEADINGS: Readonly<Record<Errand, string>> = {
  'quest-givers': 'Quest givers',
  vendors: 'Vendors',
  trainers: 'Trainers',
};

export const ERRANDS_SHOWN = Object.keys(ERRAND_HEADINGS) as readonly Errand[];

/** Returns the path of a zone's NPC list, optionally limited to one errand or a part of a name. `page` is counted from 1. */
export function npcsOfZonePath(mapId: number, who: Errand | null = null, name = '', page = 1): string {
  const query = new URLSearchParams({ zone: `${mapId}` });
  if (who !== null) query.set('who', who);
  if (name !== '') query.set('name', name);
  if (page > 1) query.set('page', `${page}`);
  return `/npcs?${query}`;
}

/** Renders a form that looks for NPCs of a zone by a part of their name. */
export function npcForm(mapId: number, base: string, who: Errand | null = null, name = ''): unknown {
  return html`<form class="choose" method="get" action="${base}/npcs">
<input type="hidden" name="zone" value="${mapId}">${who === null ? '' : html`<input type="hidden" name="who" value="${who}">`}
<label>Creature or person <input type="search" name="name" maxlength="${LENGTHS.knownName.max}" value="${name}"></label>
<button type="submit">Find</button>
</form>
`;
}

/** Returns the path of a zone's quest list. `page` is counted from 1. */
export function questsOfZonePath(mapId: number, page = 1): string {
  return `/quests?zone=${mapId}${page === 1 ? '' : `&page=${page}`}`;
}
