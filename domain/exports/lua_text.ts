import type { Attribution } from '../../schema/responses/attribution.ts';
import type { Game } from '../../schema/vocabulary.ts';
import { GAME_NAMES } from '../values/game.ts';
import { formatUtcDay } from '../values/instant.ts';

/** Origin of the data in a file for addons, as its header names it. */
export interface FileOrigin {
  readonly attribution: Attribution;
  /** The game of the data, or null if it is not settled. */
  readonly game: Game | null;
  /** The snapshot's name, `<epoch>.<n>`. */
  readonly snapshot: string;
  /** Time of the newest upload in the snapshot, or null if there was none. */
  readonly dataAsOfMs: number | null;
}

/** Returns the UTC day of the data, or null if there is none. */
export function formatDataDay({ dataAsOfMs }: FileOrigin): string | null {
  return dataAsOfMs === null ? null : formatUtcDay(dataAsOfMs);
}

/** Returns the header of a file as Lua comments, one line per statement. `more` adds lines about this file. */
export function writeHeader(title: string, origin: FileOrigin, rows: number, more: readonly string[] = []): string[] {
  const { attribution, game, snapshot } = origin;
  return [
    title,
    ...(game === null ? [] : [`Game: ${GAME_NAMES[game]}`]),
    `Instance: ${attribution.source}`,
    `Snapshot: ${snapshot}`,
    `Date of the data (UTC): ${formatDataDay(origin) ?? 'there is no data yet'}`,
    `Rows: ${rows}`,
    `Licence: ${attribution.licence}, ${attribution.licenceUrl}`,
    `Credit: ${attribution.credit}`,
    `What the licence asks of addons: ${attribution.terms}#addons`,
    ...more,
  ].map((line) => `-- ${toOneLine(line)}`);
}

/** Returns comments with the code of a file that loads this one. */
export function writeLoaderComment(addon: string, code: string): readonly string[] {
  const intro = `To load it, add a Lua file with this code to an addon whose TOC says "## Dependencies: ${addon}":`;
  return [intro, ...code.split('\n')].map((line) => `-- ${line}`);
}

/** Removes everything that could end a comment: line breaks, other control characters and closing long brackets. */
export function toOneLine(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\](?==*\])/g, '] ')
    .trim();
}

/**
 * Writes a text as a Lua string. `|` is doubled, because the game client reads it as the start of a colour or link.
 * The string contains no `]]`, so a long string can hold it.
 */
export function quoteForLua(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replace(/\p{Cc}/gu, (char) =>
      char.charCodeAt(0) < 0x80 ? `\\${String(char.charCodeAt(0)).padStart(3, '0')}` : ' ',
    )
    .replace(/\](?==*\])/g, '\\093')
    .replaceAll('|', '||');
  return `"${escaped}"`;
}
