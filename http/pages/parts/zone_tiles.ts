import type { ListedZone } from '../../../domain/tools/browse/zones.ts';
import { counted } from '../../../domain/values/phrases.ts';
import { html } from '../html.ts';
import { zoneShown } from './zone_link.ts';

/** Renders zones as a grid of links. */
export function zoneTiles(zones: readonly ListedZone[], base: string): unknown {
  return html`<ul class="tiles">
${zones.map((zone) => html`<li><a href="${base}/zone/${zone.mapId}">${zoneShown(zone)} <small>${seenIn(zone)}</small></a></li>\n`)}</ul>
`;
}

function seenIn({ npcs, objects }: ListedZone): string {
  return [npcs === 0 ? [] : counted(npcs, 'NPC'), objects === 0 ? [] : counted(objects, 'object')].flat().join(', ');
}
