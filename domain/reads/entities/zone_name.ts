import { LENGTHS } from '../../../schema/limits.ts';
import { type Locale, type LocalizedText, localeOf } from '../../values/language.ts';
import { quotedText } from './snapshot_data.ts';

/** A map, with its names, as answers show it. */
export interface Zone {
  readonly mapId: number;
  /** The map's agreed name, or null if there is none. */
  readonly map: string | null;
  /** The language of the agreed name, if it differs from the instance's language. */
  readonly mapLocale?: Locale;
  /** The map's name in the game's files, if no name is agreed. */
  readonly mapInFiles: string | null;
}

/** Names a map with its agreed name or, if there is none, its name in the game's files. */
export function zoneOf(mapId: number, agreed: LocalizedText | undefined, filed: unknown): Zone {
  return {
    mapId,
    map: agreed?.value ?? null,
    ...(agreed?.locale === undefined ? {} : { mapLocale: agreed.locale }),
    mapInFiles: agreed === undefined ? fileName(filed) : null,
  };
}

/** Cuts a name from the game's files to the maximum length that answers allow. */
export function fileName(name: unknown): string | null {
  return typeof name === 'string' ? [...name].slice(0, LENGTHS.fileName.max).join('') : null;
}

/** Renders `"Elwynn Forest"`, or the map's number if it has no name. */
export function zoneText({ mapId, map, mapLocale, mapInFiles }: Zone): string {
  const name = map ?? mapInFiles;
  return name === null ? `map ${mapId}` : quotedText({ value: name, ...localeOf({ locale: mapLocale }) });
}
