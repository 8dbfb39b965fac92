import * as v from 'valibot';
import type { Errand } from '../../../domain/reads/entities/zone.ts';
import { addQuery, wholeNumber } from '../../pipeline/query.ts';
import { html } from '../html.ts';

/** Headings for NPCs that offer something to players, in the order in which pages list them. */
export const ERRAND_HEADINGS: Readonly<Record<Errand, string>> = {
  'quest-givers': 'Quest givers',
  vendors: 'Vendors',
  trainers: 'Trainers',
};

export const SHOWN_ERRANDS = Object.keys(ERRAND_HEADINGS) as readonly Errand[];

/** Selects NPCs of a zone by their errand, a part of their name, and a player's level. Null matches all. */
export interface NpcChoice {
  readonly who: Errand | null;
  readonly name: string | null;
  readonly level: number | null;
}

/** Returns the path of a zone's NPC list. `page` is counted from 1. */
export function toNpcsPath(zone: number, choice: Partial<NpcChoice> = {}, page = 1): string {
  return addQuery('/npcs', { zone, ...choice, page: page > 1 ? page : null });
}

/** The query of a page that a player's level filters. */
export const LEVEL_QUERY = v.object({ level: wholeNumber('', 12, { max: 100 }) });

/** Renders the field for a player's level. */
export function renderLevelField(level: number | null): unknown {
  return html`<label>Your level <input type="number" name="level" min="1" max="100" inputmode="numeric" value="${level ?? ''}"></label>\n`;
}

/** Renders a form for a page that a player's level filters, followed by a link to all levels if one is chosen. */
export function levelForm(path: string, level: number | null, button: string, beside: unknown = ''): unknown {
  return html`<form class="choose" method="get" action="${path}">
${renderLevelField(level)}<button type="submit">${button}</button>
${level === null ? '' : html`<a href="${path}">All levels</a> `}${beside}
</form>
`;
}

/** Returns the path of a zone's quest list. `page` is counted from 1. */
export function toQuestsPath(zone: number, page = 1): string {
  return addQuery('/quests', { zone, page: page === 1 ? null : page });
}
