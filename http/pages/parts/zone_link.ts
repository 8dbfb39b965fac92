import type { Refusal } from '../../pipeline/refusal.ts';
import { html } from '../html.ts';
import { formatLabel, renderName } from './entity_link.ts';
import { FILE_FACT_MARK, markFileFact } from './facts.ts';
import { UNKNOWN_MARK } from './money.ts';

/** A map with its name, as tools return it. */
export interface NamedZone {
  readonly mapId: number;
  readonly map: string | null;
  readonly mapLocale?: string | undefined;
  readonly mapInFiles: string | null;
}

/** Returns a map's name as plain text. A name that comes only from the game's files is marked. */
export function formatZoneName({ mapId, map, mapInFiles }: NamedZone, build: string | null = null): string {
  return map ?? (mapInFiles === null ? formatLabel('zone', mapId) : markFileFact(mapInFiles, build));
}

/** Renders a map's name, isolated and tagged with its language, and marked if it comes only from the game's files. */
export function showZone(zone: NamedZone): unknown {
  return renderFileName(zone, formatPlainZone(zone));
}

/** Renders a map as a link to its page or to `path`. The mark for game files follows the link. */
export function linkZone(zone: NamedZone, base: string, path = `/zone/${zone.mapId}`): unknown {
  return renderFileName(zone, html`<a href="${base}${path}">${formatPlainZone(zone)}</a>`);
}

/** Renders maps as links, separated by commas. */
export function linkZones(zones: readonly NamedZone[], base: string): unknown {
  return zones.length === 0 ? UNKNOWN_MARK : zones.map((zone, at) => [at > 0 ? ', ' : '', linkZone(zone, base)]);
}

/** Whether the name comes from the game's files. */
export function isNamedByFiles({ map, mapInFiles }: NamedZone): boolean {
  return map === null && mapInFiles !== null;
}

function formatPlainZone({ mapId, map, mapLocale, mapInFiles }: NamedZone): unknown {
  const name = map ?? mapInFiles;
  return name === null ? formatLabel('zone', mapId) : renderName(name, mapLocale);
}

function renderFileName(zone: NamedZone, shown: unknown): unknown {
  return html`${shown}${isNamedByFiles(zone) ? html` ${FILE_FACT_MARK}` : ''}`;
}

/** Returns the refusal for a zone without public data. */
export function refuseZone(mapId: number): Refusal {
  return {
    kind: 'not-found',
    error: `No public data for zone ${mapId} yet.`,
  };
}
