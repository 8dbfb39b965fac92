import { html } from 'hono/html';
import type { Refusal } from '../../pipeline/refusal.ts';
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

/** A map as a link to its page, or to another path; a name that only the game's files give is marked. */
export const zoneLink = (zone: NamedZone, base: string, path = `/zone/${zone.mapId}`): unknown =>
  html`<a href="${base}${path}">${zoneNamed(zone)}</a>${isNamedByFiles(zone) ? html` ${FILES_MARK}` : ''}`;

/** The same as no link and unmarked. */
export const zoneNamed = (zone: NamedZone): unknown => nameOf(zoneName(zone), zone.mapLocale);

/** Whether the link shows a name of the game's files. */
export const isNamedByFiles = ({ map, mapInFiles }: NamedZone): boolean => map === null && mapInFiles !== null;

/** Why there is no page of a zone. */
export const noZone = (mapId: number): Refusal => ({
  kind: 'not-found',
  error: `No public data for zone ${mapId} yet.`,
});
