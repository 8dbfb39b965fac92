import type { ListedZone } from '../../../domain/tools/browse/zones.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';
import { type NamedZone, zoneShown } from './zone_link.ts';

interface ZoneTiles<Z> {
  readonly base: string;
  /** Returns the path of a zone's tile. Defaults to the zone's page. */
  readonly pathTo?: (mapId: number) => string;
  /** Returns what the tile says below the name. */
  readonly describe: (zone: Z) => string;
}

/** Renders zones as a grid of links. */
export function zoneTiles<Z extends NamedZone>(
  zones: readonly Z[],
  { base, pathTo = (mapId) => `/zone/${mapId}`, describe }: ZoneTiles<Z>,
): unknown {
  return html`<ul class="tiles">
${zones.map((zone) => html`<li><a href="${base}${pathTo(zone.mapId)}">${zoneShown(zone)} <small>${describe(zone)}</small></a></li>\n`)}</ul>
`;
}

/** Returns the number of NPCs and objects that players saw in a zone: `28 NPCs, 4 objects`. */
export function seenIn({ npcs, objects }: ListedZone): string {
  return [npcs === 0 ? [] : counted(npcs, 'NPC'), objects === 0 ? [] : counted(objects, 'object')].flat().join(', ');
}
