import type { AddonFile } from '../../ports/addon.ts';
import { DATA_ADDON, DROP_TABLE } from '../../ports/data_addon.ts';
import { err, ok, type Result } from '../../values/result.ts';
import { fillTocTemplate, formatPlainLine } from '../../values/toc_text.ts';
import { toByteText } from '../lua/byte_text.ts';
import { type LuaKey, readValue, type ValueReader, walkTable } from '../lua/read_value.ts';
import { createScanner, expectChar, LuaError, peekToken, readWord } from '../lua/scanner.ts';
import type { LuaValue } from '../lua/values.ts';

/** The files with an instance's data in its addon, and the table that each assigns. */
const DATA_FILES = { 'data.lua': DATA_ADDON, 'drops.lua': DROP_TABLE } as const;

/** Far above the size of the files that instances build (domain/exports/data_addon.ts). */
const DATA_BYTES_MAX = 8_000_000;
const TABLE_BOUNDS = { depthMax: 8, entriesMax: 1_000_000 };

/**
 * Makes the files to install from those that an instance sent. Only its data is used, and written anew, so that the
 * game runs nothing that the instance wrote: not even text that our parser and the game's might read differently. The
 * table of contents and the functions are `own`. An instance of an earlier release has no drop table. Returns a sentence
 * if a file of data is anything but the assignment of a literal.
 */
export function buildDataAddon(
  sent: readonly AddonFile[],
  own: readonly AddonFile[],
): Result<readonly AddonFile[], string> {
  const made = new Map<string, string>();
  let fields: ReadonlyMap<LuaKey, string> = new Map();
  for (const [name, variable] of Object.entries(DATA_FILES)) {
    const data = sent.find(({ path }) => path === `${DATA_ADDON}/${name}`);
    if (data === undefined && variable === DATA_ADDON) return err(`${name} is missing.`);
    if (data === undefined) continue;
    if (data.bytes.byteLength > DATA_BYTES_MAX) return err(`${name} has more than ${DATA_BYTES_MAX} bytes.`);
    const read = rewriteDataFile(toByteText(data.bytes), variable);
    if (!read.ok) return err(`${name} is not only data: ${read.error}`);
    made.set(name, read.value.text);
    if (variable === DATA_ADDON) fields = read.value.fields;
  }
  const field = (name: string): string => formatPlainLine(fields.get(name) ?? 'unknown');
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(field('date'))?.[0] ?? 'empty';
  const licence = [
    `The data in this folder is licensed under ${field('licence')}.`,
    `Credit: ${field('credit')}, ${field('instance')}`,
    `Date of the data (UTC): ${day}`,
    'Other files are part of the program Third Witness and licensed under AGPL-3.0-only.',
    '',
  ];
  made.set('LICENSE.txt', licence.join('\r\n'));
  const filled = {
    Notes: `Drop rates and prices that players reported to ${field('instance')}`,
    Version: day,
    'X-License': field('licence'),
    'X-Website': field('instance'),
  };
  for (const { path, bytes } of own) {
    const [name, text] = [path.slice(DATA_ADDON.length + 1), new TextDecoder().decode(bytes)];
    made.set(name, name.endsWith('.toc') ? fillTocTemplate(text, filled) : text);
  }
  const encoder = new TextEncoder();
  return ok(Array.from(made, ([name, text]) => ({ path: `${DATA_ADDON}/${name}`, bytes: encoder.encode(text) })));
}

/** Parses one assignment to this variable, and writes it as literals. `fields` are the texts at its top. */
function rewriteDataFile(
  text: string,
  variable: string,
): Result<{ text: string; fields: ReadonlyMap<LuaKey, string> }, string> {
  const reader: ValueReader = { ...createScanner(text), bounds: TABLE_BOUNDS, entriesLeft: TABLE_BOUNDS.entriesMax };
  const fields = new Map<LuaKey, string>();
  try {
    peekToken(reader);
    const at = reader.at;
    if (readWord(reader) !== variable) throw new LuaError(at, `it must begin with "${variable} =".`);
    expectChar(reader, '=', 'after the name of the variable');
    if (peekToken(reader) !== OPENING_BRACE) throw new LuaError(reader.at, 'it must be a table.');
    const table = writeTable(reader, 0, (key, value) => {
      if (typeof value === 'string') fields.set(key, value);
    });
    if (!Number.isNaN(peekToken(reader))) throw new LuaError(reader.at, 'it must be nothing but one table.');
    return ok({ text: `${variable} = ${table}\n`, fields });
  } catch (error) {
    if (!(error instanceof LuaError)) throw error;
    const { line, column, reason } = error.fault(text);
    return err(`line ${line}, column ${column}: ${reason}`);
  }
}

const OPENING_BRACE = 123;

function writeTable(reader: ValueReader, depth: number, onValue?: (key: LuaKey, value: LuaValue) => void): string {
  const parts: string[] = [];
  walkTable(reader, depth, (key) => {
    const isTable = peekToken(reader) === OPENING_BRACE;
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
  if (typeof value === 'number' && Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'boolean') return String(value);
  if (value === null) return 'nil';
  if (typeof value !== 'string') throw new LuaError(at, 'a value must be UTF-8 text, a finite number, true or false.');
  const escaped = value.replace(/[\\"\p{Cc}]/gu, (char) => {
    const code = char.charCodeAt(0);
    return code > 127 ? ' ' : `\\${String(code).padStart(3, '0')}`;
  });
  return `"${escaped}"`;
}
