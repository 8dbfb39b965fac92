import type { Refusal } from '../../pipeline/refusal.ts';
import { html } from '../html.ts';
import { nameOf, numbered } from './entity_link.ts';
import { FILES_MARK, filedText } from './facts.ts';

/** A map as the tools' answers name it. */
export interface NamedZone {
  readonly mapId: number;
  readonly map: string | null;
  readonly mapLocale?: string | undefined;
  readonly mapInFiles: string | null;
}

/** What a map is called, as plain text; a name that only the game's files give says so. */
export function zoneName({ mapId, map, mapInFiles }: NamedZone, build: string | null = null): string {
  return map ?? (mapInFiles === null ? numbered('zone', mapId) : filedText(mapInFiles, build));
}

/** The same on a page: isolated, with its language, and marked where only the game's files give it. */
export function zoneShown(zone: NamedZone): unknown {
  return marked(zone, plainName(zone));
}

/** A map as a link to its page, or to `path`; the mark of a name of the game's files stands beside the link. */
export function zoneLink(zone: NamedZone, base: string, path = `/zone/${zone.mapId}`): unknown {
  return marked(zone, html`<a href="${base}${path}">${plainName(zone)}</a>`);
}

/** Whether what is shown is a name of the game's files. */
export function isNamedByFiles({ map, mapInFiles }: NamedZone): boolean {
  return map === null && mapInFiles !== null;
}

function plainName({ mapId, map, mapLocale, mapInFiles }: NamedZone): unknown {
  const name = map ?? mapInFiles;
  return name === null ? numbered('zone', mapId) : nameOf(name, mapLocale);
}

function marked(zone: NamedZone, shown: unknown): unknown {
  return html`${shown}${isNamedByFiles(zone) ? html` ${FILES_MARK}` : ''}`;
}

/** Why there is no page of a zone. */
export function noZone(mapId: number): Refusal {
  return {
    kind: 'not-found',
    error: `No public data for zone ${mapId} yet.`,
  };
}
