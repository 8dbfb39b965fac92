import { LENGTHS } from '../../../schema/limits.ts';
import { type Locale, localeOf, type Worded } from '../../values/language.ts';
import { quotedText } from './snapshot_data.ts';

/** A map as answers name it. */
export interface Zone {
  readonly mapId: number;
  /** Its agreed name; null: none. */
  readonly map: string | null;
  /** The language of that name, where it is not the instance's. */
  readonly mapLocale?: Locale;
  /** Its name in the game's files, where none is agreed on. */
  readonly mapInFiles: string | null;
}

/** A map by the name that installs agree on, else by that of the game's files. */
export function zoneOf(mapId: number, agreed: Worded | undefined, filed: unknown): Zone {
  return {
    ...{ mapId, map: agreed?.value ?? null },
    ...(agreed?.locale === undefined ? {} : { mapLocale: agreed.locale }),
    mapInFiles: agreed === undefined ? fileName(filed) : null,
  };
}

/** A name of the game's files, cut to what answers hold. */
export function fileName(name: unknown): string | null {
  return typeof name === 'string' ? [...name].slice(0, LENGTHS.fileName.max).join('') : null;
}

/** `"Elwynn Forest"`; a map without a name by its number. */
export function zoneText({ mapId, map, mapLocale, mapInFiles }: Zone): string {
  const name = map ?? mapInFiles;
  return name === null ? `map ${mapId}` : quotedText({ value: name, ...localeOf({ locale: mapLocale }) });
}
