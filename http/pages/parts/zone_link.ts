import { html } from 'hono/html';
import { nameOf, numbered } from './entity_link.ts';
import { FILES_MARK } from './facts.ts';

/** A map as the tools' answers name it. */
export interface NamedZone {
  readonly mapId: number;
  readonly map: string | null;
  readonly mapLocale?: string | undefined;
  readonly mapInFiles: string | null;
}

/** What a map is called, as plain text. */
export const zoneName = ({ mapId, map, mapInFiles }: NamedZone): string => map ?? mapInFiles ?? numbered('zone', mapId);

/** A map as a link to its page; a name that only the game's files give is marked. */
export const zoneLink = (zone: NamedZone, base: string): unknown => {
  return html`<a href="${base}/zone/${zone.mapId}">${nameOf(zoneName(zone), zone.mapLocale)}</a>${isNamedByFiles(zone) ? html` ${FILES_MARK}` : ''}`;
};

/** Whether the link shows a name of the game's files. */
export const isNamedByFiles = ({ map, mapInFiles }: NamedZone): boolean => map === null && mapInFiles !== null;
