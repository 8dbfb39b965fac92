import type { AddonFile } from '../ports/addon.ts';
import { DATA_ADDON, DROP_TABLE } from '../ports/data_addon.ts';
import type { ExportSource } from '../ports/exports.ts';
import { belongsToGame, GAME_NAMES } from '../values/game.ts';
import { fillTocTemplate } from '../values/toc_text.ts';
import { MANY_LOOTERS_NOTE } from './addon_tables.ts';
import { collectLoot, type DropTable, type LootTables } from './data_addon_loot.ts';
import { collectMarket, collectVendors, type MarketTable } from './data_addon_prices.ts';
import { createAddonRoom } from './data_addon_room.ts';
import { type FileOrigin, formatDataDay, quoteForLua, toOneLine, writeHeader } from './lua_text.ts';

/**
 * Maximum size of each of the two files with data, in bytes. The packed addon is smaller, and the game needs at most
 * about twice as much memory.
 */
const ADDON_BYTES_MAX = 5_000_000;
/** Reserved for the header, the other files and the licence. */
const OVERHEAD_BYTES = 20_000;
/** Parts of the room that are reserved for auction values and for vendors. */
const MARKET_BYTES_SHARE = 0.4;
const VENDOR_BYTES_SHARE = 0.1;

export interface DataAddon {
  readonly files: readonly AddonFile[];
  /** Number of entries of its tables, without names and without the drop table. */
  readonly rows: number;
  /** Number of rates that were left out for lack of room. */
  readonly leftOut: number;
  /** The drop table, which is also a file of its own. */
  readonly dropTable: DropTable & { readonly text: readonly string[] };
}

/**
 * Builds the addon with the public rates, prices and auction values (contract, section 4, Files for other addons). Each
 * file has at most `bytesMax` bytes; if the data is larger, the sources with the fewest loot windows are left out.
 */
export async function buildDataAddon(
  source: ExportSource,
  origin: FileOrigin,
  afterBatch: () => Promise<void>,
  bytesMax = ADDON_BYTES_MAX,
): Promise<DataAddon> {
  const room = createAddonRoom(bytesMax - OVERHEAD_BYTES);
  const dropTableRoom = createAddonRoom(bytesMax - OVERHEAD_BYTES);
  const loot = await room.within(1 - MARKET_BYTES_SHARE - VENDOR_BYTES_SHARE, (part) =>
    collectLoot(source, part, dropTableRoom, afterBatch),
  );
  const vendors = await room.within(VENDOR_BYTES_SHARE, (part) => collectVendors(source, part));
  const market = await collectMarket(source, room);
  await afterBatch();
  const rows =
    loot.drops.length + loot.loot.length + vendors.length + market.reduce((sum, { lines }) => sum + lines.length, 0);
  const dropTable = { ...loot.dropTable, text: writeDropTable(origin, loot.dropTable) };
  const encoder = new TextEncoder();
  const own = source.addonFiles().map((file) => {
    if (!file.path.endsWith('.toc')) return file;
    return { ...file, bytes: encoder.encode(fillTableOfContents(new TextDecoder().decode(file.bytes), origin)) };
  });
  const text = {
    'data.lua': writeDataFile(origin, rows, loot, vendors, market),
    'drops.lua': `${dropTable.text.join('\n')}\n`,
    'LICENSE.txt': writeLicence(origin),
  };
  const made = Object.entries(text).map(([name, content]) => {
    return { path: `${DATA_ADDON}/${name}`, bytes: encoder.encode(content) };
  });
  // The table of contents is first.
  return { files: [...own.slice(0, 1), ...made, ...own.slice(1)], rows, leftOut: loot.leftOut, dropTable };
}

/** Fills the fields of the table of contents that depend on the data. Only clients of its game load the data. */
function fillTableOfContents(template: string, origin: FileOrigin): string {
  const { attribution, game } = origin;
  const about = game === null ? '' : ` of ${GAME_NAMES[game]}`;
  const interfaces = template.match(/\b\d{5}\b/g) ?? [];
  // 20506 is 2.5.6. Some games have no client any more.
  const own = interfaces.filter((number) =>
    belongsToGame({ clientBuild: number.replace(/(..)(..)$/, '.$1.$2') }, game),
  );
  const fields = {
    Interface: (own.length > 0 ? own : interfaces).join(', '),
    Notes: `Drop rates and prices${about} that players reported to ${attribution.source}`,
    Version: formatDataDay(origin) ?? 'empty',
    'X-License': attribution.licence,
    'X-Website': attribution.source,
  };
  return fillTocTemplate(template, fields).replaceAll('\n', '\r\n');
}

function writeDataFile(
  origin: FileOrigin,
  rows: number,
  loot: LootTables,
  vendors: readonly string[],
  market: readonly MarketTable[],
): string {
  return [
    ...writeHeader('Drop rates, vendors and auction values for the addon Third Witness', origin, rows, [
      MANY_LOOTERS_NOTE,
      ...describeLeftOut(loot),
    ]),
    `${DATA_ADDON} = {`,
    ...writeOriginFields(origin),
    ...writeTable('drops', loot.drops),
    ...writeTable('loot', loot.loot),
    ...writeTable('names', loot.names),
    ...writeTable('items', loot.items),
    ...writeTable('vendors', vendors),
    'market = {',
    ...market.flatMap(({ key, day, lines }) => [`[${key}] = {`, `day = ${quoteForLua(day)},`, ...lines, '},']),
    '},',
    '}',
    '',
  ].join('\n');
}

/** Returns the lines of the drop table (contract, section 4, Files for other addons). */
function writeDropTable(origin: FileOrigin, dropTable: DropTable): readonly string[] {
  return [
    ...writeHeader('Drop rates with their counts, players, intervals and days', origin, dropTable.rows, [
      'Sources: n6 is NPC 6, and o2843 is object 2843.',
      'Rates: item:percent:low:high:drops:looted:players:day. More fields may follow.',
      'drops of looted counts all players of the source, and day is the last day on which three of them found the item.',
      MANY_LOOTERS_NOTE,
      ...describeLeftOut(dropTable),
    ]),
    `${DROP_TABLE} = {`,
    ...writeOriginFields(origin),
    ...writeTable('rates', dropTable.lines),
    '}',
  ];
}

function describeLeftOut({ leftOut }: { readonly leftOut: number }): readonly string[] {
  return leftOut === 0 ? [] : [`Left out for lack of room: ${leftOut} drop rates, the least looted sources first.`];
}

/** Returns the fields with which both tables begin. */
function writeOriginFields(origin: FileOrigin): readonly string[] {
  const { attribution, game, snapshot } = origin;
  const day = formatDataDay(origin);
  return [
    'format = 1,',
    `instance = ${quoteForLua(attribution.source.replace(/\/$/, ''))},`,
    ...(game === null ? [] : [`game = ${quoteForLua(game)},`]),
    `snapshot = ${quoteForLua(snapshot)},`,
    ...(day === null ? [] : [`date = ${quoteForLua(day)},`]),
    `licence = ${quoteForLua(attribution.licence)},`,
    `credit = ${quoteForLua(attribution.credit)},`,
  ];
}

function writeTable(name: string, lines: readonly string[]): readonly string[] {
  return [`${name} = {`, ...lines, '},'];
}

function writeLicence(origin: FileOrigin): string {
  const { licence, licenceUrl, credit, source, terms } = origin.attribution;
  return [
    `The data in this folder (data.lua and drops.lua) is licensed under ${toOneLine(licence)}: ${toOneLine(licenceUrl)}`,
    '',
    `Credit: ${toOneLine(credit)}, ${toOneLine(source)}`,
    `Date of the data (UTC): ${formatDataDay(origin) ?? 'there is no data yet'}`,
    '',
    'If you pass this data on, also as part of an addon:',
    '- show the credit and a link to the licence where users of the addon see it,',
    '- say what you changed, if you changed something,',
    '- license what you made from the data under the same licence. This is about the data files, not about your code.',
    '',
    'api.lua is part of the program Third Witness and licensed under AGPL-3.0-only.',
    '',
    `More: ${toOneLine(terms)}#addons`,
    '',
  ].join('\r\n');
}
