import type { AddonFile } from '../ports/addon.ts';
import { DATA_ADDON } from '../ports/data_addon.ts';
import type { ExportSource } from '../ports/exports.ts';
import { GAME_NAMES } from '../values/game.ts';
import { MANY_LOOTERS } from './addon_tables.ts';
import { collectLoot, type LootTables } from './data_addon_loot.ts';
import { collectMarket, collectVendors, type MarketTable } from './data_addon_prices.ts';
import { createRoom } from './data_addon_room.ts';
import { dataDay, type FileOrigin, headerLines, luaString, oneLine } from './lua_text.ts';

/** The client versions that the addon's TOC names. */
const INTERFACES = '11508, 11509, 16001';

/**
 * Maximum size of the unpacked addon, in bytes. The packed file is smaller, and the game needs at most about twice as
 * much memory.
 */
const BYTES_MAX = 5_000_000;
/** Reserved for the header, the TOC and the licence. */
const FRAME_BYTES = 20_000;
/** Parts of the room that are reserved for auction values and for vendors. */
const SHARE_OF_MARKET = 0.4;
const SHARE_OF_VENDORS = 0.1;

export interface DataAddon {
  readonly files: readonly AddonFile[];
  /** Number of entries of its tables, without names. */
  readonly rows: number;
  /** Number of rates that were left out for lack of room. */
  readonly leftOut: number;
}

/**
 * Builds the addon with the public rates, prices and auction values (contract, section 4, Files for other addons). It
 * has at most `bytesMax` bytes; if the data is larger, the sources with the fewest loot windows are left out.
 */
export async function buildDataAddon(
  source: ExportSource,
  origin: FileOrigin,
  goOn: () => Promise<boolean>,
  bytesMax = BYTES_MAX,
): Promise<DataAddon | null> {
  const room = createRoom(bytesMax - FRAME_BYTES);
  const loot = await room.within(1 - SHARE_OF_MARKET - SHARE_OF_VENDORS, (part) => collectLoot(source, part, goOn));
  if (loot === null) return null;
  const vendors = await room.within(SHARE_OF_VENDORS, (part) => collectVendors(source, part));
  const market = await collectMarket(source, room);
  if (!(await goOn())) return null;
  const rows =
    loot.drops.length + loot.loot.length + vendors.length + market.reduce((sum, { lines }) => sum + lines.length, 0);
  const encoder = new TextEncoder();
  const text = {
    [`${DATA_ADDON}.toc`]: tocText(origin),
    'data.lua': dataText(origin, rows, loot, vendors, market),
    'LICENSE.txt': licenceText(origin),
  };
  const files = Object.entries(text).map(([name, content]) => {
    return { path: `${DATA_ADDON}/${name}`, bytes: encoder.encode(content) };
  });
  return { files, rows, leftOut: loot.leftOut };
}

function tocText(origin: FileOrigin): string {
  const { attribution, game } = origin;
  const value = (text: string): string => oneLine(text).replaceAll('|', ' ');
  return [
    `## Interface: ${INTERFACES}`,
    '## Title: Third Witness Data',
    `## Notes: Drop rates and prices${game === null ? '' : ` of ${GAME_NAMES[game]}`} that players reported to ${value(attribution.source)}`,
    `## Version: ${dataDay(origin) ?? 'empty'}`,
    `## X-License: ${value(attribution.licence)}`,
    `## X-Website: ${value(attribution.source)}`,
    '',
    'data.lua',
    '',
  ].join('\r\n');
}

function dataText(
  origin: FileOrigin,
  rows: number,
  loot: LootTables,
  vendors: readonly string[],
  market: readonly MarketTable[],
): string {
  const { attribution, game, snapshot } = origin;
  const day = dataDay(origin);
  const leftOut =
    loot.leftOut === 0
      ? []
      : [`Left out for lack of room: ${loot.leftOut} drop rates, the least looted sources first.`];
  return [
    ...headerLines('Drop rates, vendors and auction values for the addon Third Witness', origin, rows, [
      MANY_LOOTERS,
      ...leftOut,
    ]),
    `${DATA_ADDON} = {`,
    'format = 1,',
    `instance = ${luaString(attribution.source.replace(/\/$/, ''))},`,
    ...(game === null ? [] : [`game = ${luaString(game)},`]),
    `snapshot = ${luaString(snapshot)},`,
    ...(day === null ? [] : [`date = ${luaString(day)},`]),
    `licence = ${luaString(attribution.licence)},`,
    `credit = ${luaString(attribution.credit)},`,
    ...table('drops', loot.drops),
    ...table('loot', loot.loot),
    ...table('names', loot.names),
    ...table('items', loot.items),
    ...table('vendors', vendors),
    'market = {',
    ...market.flatMap(({ key, day, lines }) => [`[${key}] = {`, `day = ${luaString(day)},`, ...lines, '},']),
    '},',
    '}',
    '',
  ].join('\n');
}

function table(name: string, lines: readonly string[]): readonly string[] {
  return [`${name} = {`, ...lines, '},'];
}

function licenceText(origin: FileOrigin): string {
  const { licence, licenceUrl, credit, source, terms } = origin.attribution;
  return [
    `The data in this folder is licensed under ${oneLine(licence)}: ${oneLine(licenceUrl)}`,
    '',
    `Credit: ${oneLine(credit)}, ${oneLine(source)}`,
    `Date of the data (UTC): ${dataDay(origin) ?? 'there is no data yet'}`,
    '',
    'If you pass this data on, also as part of an addon:',
    '- show the credit and a link to the licence where users of the addon see it,',
    '- say what you changed, if you changed something,',
    '- license what you made from the data under the same licence. This is about the data files, not about your code.',
    '',
    `More: ${oneLine(terms)}#addons`,
    '',
  ].join('\r\n');
}
