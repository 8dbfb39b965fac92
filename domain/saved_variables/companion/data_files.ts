import type { AddonFile } from '../../ports/addon.ts';
import { DATA_ADDON } from '../../ports/data_addon.ts';
import { err, ok, type Result } from '../../values/result.ts';
import { byteTextOf } from '../lua/byte_text.ts';
import { type LuaKey, type Reader, readValue, walkTable } from '../lua/read_value.ts';
import { expect, LuaBroken, next, readWord, scannerOf } from '../lua/scanner.ts';
import type { LuaValue } from '../lua/values.ts';

/** The file of an instance's data in its addon. The companion writes all other files of the addon itself. */
const DATA_FILE = 'data.lua';

/** Far above the size of the addon that instances build (domain/exports/data_addon.ts). */
const DATA_BYTES_MAX = 8_000_000;
const BOUNDS = { depthMax: 8, entriesMax: 1_000_000 };

/**
 * Makes the files to install from those that an instance sent. Only its data is used, and written anew, so that the
 * game runs nothing that the instance wrote: not even text that our parser and the game's might read differently.
 * `interfaces` are the clients that the table of contents names. Returns a sentence if the data is anything but the
 * assignment of a literal.
 */
export function makeDataAddon(sent: readonly AddonFile[], interfaces: string): Result<readonly AddonFile[], string> {
  const data = sent.find(({ path }) => path === `${DATA_ADDON}/${DATA_FILE}`);
  if (data === undefined) return err(`${DATA_FILE} is missing.`);
  if (data.bytes.byteLength > DATA_BYTES_MAX) return err(`${DATA_FILE} has more than ${DATA_BYTES_MAX} bytes.`);
  const read = rewriteData(byteTextOf(data.bytes));
  if (!read.ok) return err(`${DATA_FILE} is not only data: ${read.error}`);
  const { text, fields } = read.value;
  const field = (name: string): string => oneLine(fields.get(name) ?? 'unknown');
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(field('date'))?.[0] ?? 'empty';
  const toc = [
    `## Interface: ${interfaces}`,
    '## Title: Third Witness Data',
    `## Notes: Drop rates and prices that players reported to ${field('instance')}`,
    `## Version: ${day}`,
    `## X-License: ${field('licence')}`,
    '',
    DATA_FILE,
    '',
  ];
  const licence = [
    `The data in this folder is licensed under ${field('licence')}.`,
    `Credit: ${field('credit')}, ${field('instance')}`,
    `Date of the data (UTC): ${day}`,
    '',
  ];
  const encoder = new TextEncoder();
  const files = { [`${DATA_ADDON}.toc`]: toc.join('\r\n'), [DATA_FILE]: text, 'LICENSE.txt': licence.join('\r\n') };
  return ok(
    Object.entries(files).map(([name, content]) => ({
      path: `${DATA_ADDON}/${name}`,
      bytes: encoder.encode(content),
    })),
  );
}

/** Removes line breaks, and the client's markup for colours and links. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}|]+/gu, ' ')
    .slice(0, 200)
    .trim();
}

/** Parses one assignment to the addon's global, and writes it as literals. `fields` are the texts at its top. */
function rewriteData(text: string): Result<{ text: string; fields: ReadonlyMap<LuaKey, string> }, string> {
  const reader: Reader = { ...scannerOf(text), bounds: BOUNDS, entriesLeft: BOUNDS.entriesMax };
  const fields = new Map<LuaKey, string>();
  try {
    next(reader);
    const at = reader.at;
    if (readWord(reader) !== DATA_ADDON) throw new LuaBroken(at, `it must begin with "${DATA_ADDON} =".`);
    expect(reader, '=', 'after the name of the variable');
    if (next(reader) !== BRACE) throw new LuaBroken(reader.at, 'it must be a table.');
    const table = writeTable(reader, 0, (key, value) => {
      if (typeof value === 'string') fields.set(key, value);
    });
    if (!Number.isNaN(next(reader))) throw new LuaBroken(reader.at, 'it must be nothing but one table.');
    return ok({ text: `${DATA_ADDON} = ${table}\n`, fields });
  } catch (error) {
    if (!(error instanceof LuaBroken)) throw error;
    const { line, column, reason } = error.fault(text);
    return err(`line ${line}, column ${column}: ${reason}`);
  }
}

const BRACE = 123;

function writeTable(reader: Reader, depth: number, onValue?: (key: LuaKey, value: LuaValue) => void): string {
  const parts: string[] = [];
  walkTable(reader, depth, (key) => {
    const isTable = next(reader) === BRACE;
    const { at } = reader;
    if (isTable) return void parts.push(`[${writeLiteral(key, at)}]=${writeTable(reader, depth + 1)}`);
    const value = readValue(reader, depth + 1);
    onValue?.(key, value);
    parts.push(`[${writeLiteral(key, at)}]=${writeLiteral(value, at)}`);
  });
  // The game's parser cannot read lines of any length.
  return `{\n${parts.join(',\n')}\n}`;
}

/** Writes a literal so that every Lua reads it as this one does. */
function writeLiteral(value: LuaKey | LuaValue, at: number): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'boolean') return String(value);
  if (value === null) return 'nil';
  if (typeof value !== 'string') throw new LuaBroken(at, 'a value must be UTF-8 text, a finite number, true or false.');
  const escaped = value.replace(/[\\"\p{Cc}]/gu, (char) => {
    const code = char.charCodeAt(0);
    return code > 127 ? ' ' : `\\${String(code).padStart(3, '0')}`;
  });
  return `"${escaped}"`;
}
