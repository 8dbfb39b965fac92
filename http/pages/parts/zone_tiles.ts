import { formatRange } from '../../../domain/cards/words.ts';
import type { Levels } from '../../../domain/reads/entities/npc.ts';
import type { BoardZone } from '../../../domain/tools/coverage/quest_board.ts';
import { html } from '../html.ts';
import { type NamedZone, showZone } from './zone_link.ts';

interface ZoneTiles<Z> {
  readonly base: string;
  readonly pathTo: (mapId: number) => string;
  /** Returns what the tile says below the name and the level. */
  readonly describe: (zone: Z) => string;
}

/** Renders zones as a grid of links. */
export function renderZones<Z extends NamedZone & { readonly levels: Levels | null }>(
  zones: readonly Z[],
  { base, pathTo, describe }: ZoneTiles<Z>,
): unknown {
  return html`<ul class="tiles">
${zones.map((zone) => html`<li><a href="${base}${pathTo(zone.mapId)}">${showZone(zone)}${renderLevels(zone)} <small>${describe(zone)}</small></a></li>\n`)}</ul>
`;
}

/** Renders zones as a grid of links, each with its levels and the share of its creatures and objects that is confirmed. */
export function renderBoardTiles<Z extends BoardZone>(
  zones: readonly Z[],
  base: string,
  pathTo: (zone: Z) => string = ({ zone }) => `/zone/${zone.mapId}`,
  note: (zone: Z) => unknown = () => '',
): unknown {
  return html`<ul class="tiles">
${zones.map((zone) => html`<li><a href="${base}${pathTo(zone)}">${showZone(zone.zone)}${renderLevels(zone)}${renderProgress(zone)}${note(zone)}</a></li>\n`)}</ul>
`;
}

export function renderLevels({ levels }: { readonly levels: Levels | null }): unknown {
  return levels === null ? '' : html` <small class="quiet">level ${formatRange(levels.min, levels.max)}</small>`;
}

/** Renders the share of confirmed creatures and objects, if any creature or object was reported. */
export function renderProgress({ confirmed, reported }: BoardZone): unknown {
  if (reported === 0) return '';
  const share = `${confirmed.toLocaleString('en-GB')} of ${reported.toLocaleString('en-GB')}`;
  return html`<progress class="bar" max="${reported}" value="${confirmed}" aria-label="${share} creatures and objects confirmed"></progress>
<small class="quiet">${confirmed === reported ? `all ${share.split(' ')[0]}` : share} confirmed</small>
`;
}
