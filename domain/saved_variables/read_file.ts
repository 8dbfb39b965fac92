import { formatQuantity } from '../values/phrases.ts';
import { err, ok, type Result } from '../values/result.ts';
import { toByteText } from './lua/byte_text.ts';
import { type LuaKey, readValue, type ValueReader, walkTable } from './lua/read_value.ts';
import { createCharError, createScanner, expectChar, LuaError, peekToken, readWord } from './lua/scanner.ts';
import { LUA_BOUNDS, type LuaBounds, type LuaFault, type LuaValue, NonUtf8Text } from './lua/values.ts';

/** A saved-variables file: assignments of Lua literals, which are parsed but never executed. */
export interface SavedFile {
  /** The file's bytes, one character per byte. Records are identified by their offsets in this text. */
  readonly text: string;
  readonly sources: readonly FileSource[];
}

/** Records with the same head: one set of a global, or all records of a global of format 1. */
export interface FileSource {
  /** The name of the global, with the number of the set, such as `MyAddonDB.sets[2]`. */
  readonly name: string;
  readonly head: Readonly<Partial<Record<(typeof HEAD_FIELDS)[number], LuaValue>>>;
  readonly records: readonly number[];
  /** A sentence that says why the set cannot be read, or null if it can. */
  readonly damage: string | null;
}

/** Fields that apply to all records of a set or of a global. Other fields belong to the addon and are ignored. */
const HEAD_FIELDS = [
  ...['format', 'installId', 'addonVersion', 'clientBuild', 'season', 'region', 'locale', 'protocol'],
  ...['sharing', 'grantTokens'],
] as const;
export interface FileBounds extends LuaBounds {
  readonly bytesMax: number;
  readonly recordsMax: number;
}

/** These limits are far above the size of any file that the game itself can load. */
export const FILE_BOUNDS: FileBounds = { ...LUA_BOUNDS, bytesMax: 256_000_000, recordsMax: 2_000_000 };

/**
 * Parses a whole file but keeps only the offsets of its records. `readRecord` parses a record again when needed, so
 * memory use stays close to the size of the file. A truncated file is rejected as a whole.
 */
export function readSavedFile(bytes: Uint8Array, bounds: FileBounds = FILE_BOUNDS): Result<SavedFile, LuaFault> {
  if (bytes.length > bounds.bytesMax) {
    const reason = `a file may have at most ${formatQuantity(bounds.bytesMax, 'byte')}; this one has ${bytes.length.toLocaleString('en-GB')}.`;
    return err({ line: 1, column: 1, reason });
  }
  const text = toByteText(bytes);
  const reader: ValueReader = { ...createScanner(text), bounds, entriesLeft: 0 };
  try {
    const sources = new Map<string, readonly FileSource[]>();
    while (!Number.isNaN(peekToken(reader))) {
      const name = readWord(reader);
      if (name === '') throw createCharError(reader, 'the name of a variable');
      expectChar(reader, '=', 'after the name of a variable');
      sources.delete(name);
      sources.set(name, readGlobalTable(reader, name, bounds));
      if (peekToken(reader) === SEMICOLON_CODE) reader.at++;
    }
    return ok({ text, sources: [...sources.values()].flat() });
  } catch (error) {
    if (error instanceof LuaError) return err(error.fault(text));
    throw error;
  }
}

export function readRecord({ text }: SavedFile, at: number): LuaValue {
  return readValue({ text, at, bounds: LUA_BOUNDS, entriesLeft: LUA_BOUNDS.entriesMax }, 2);
}

const SEMICOLON_CODE = 59;
const OPENING_BRACE = 123;

/** The first format with sets. In a global of format 1, a field `sets` belongs to the addon. */
const FORMAT_WITH_RECORD_SETS = 2;

/** Reads a global variable. Returns no sources if it contains no records, and so belongs to another addon. */
function readGlobalTable(reader: ValueReader, name: string, bounds: FileBounds): readonly FileSource[] {
  const sets = new Map<LuaKey, SourceRecords>();
  const whole = readRecordSet(reader, 0, bounds, () => {
    walkTable(reader, 1, (key) => sets.set(key, readRecordSet(reader, 2, bounds)));
  });
  const { format = 1 } = whole.head;
  const hasSets = typeof format === 'number' && format >= FORMAT_WITH_RECORD_SETS;
  const inSets = [...(hasSets ? sets : [])].map(([key, set]): FileSource => {
    const at = isNumberKey(key) ? key : '?';
    return { ...set, name: `${name}.sets[${at}]`, head: { ...whole.head, ...set.head, format } };
  });
  const sources = [...(whole.records.length > 0 ? [{ ...whole, name }] : []), ...inSets];
  const isOurs = sources.some(({ records }) => records.length > 0);
  return isOurs ? sources.filter(({ records, damage }) => records.length > 0 || damage !== null) : [];
}

type SourceRecords = Omit<FileSource, 'name'>;

/**
 * Reads a table with a list `records`, which is a set or a whole global. `readSets` reads the list `sets` of a global.
 * An empty list is no damage.
 */
function readRecordSet(reader: ValueReader, depth: number, bounds: FileBounds, readSets?: () => void): SourceRecords {
  reader.entriesLeft = bounds.entriesMax;
  const head: Record<string, LuaValue> = Object.create(null);
  let records: readonly number[] | null = null;
  if (peekToken(reader) !== OPENING_BRACE) {
    const isGone = readValue(reader, depth) === null;
    return {
      head,
      records: [],
      damage: isGone ? null : 'a set must be a table with a list records; got another value.',
    };
  }
  walkTable(reader, depth, (key) => {
    const isTable = peekToken(reader) === OPENING_BRACE;
    if (key === 'records') records = null;
    if (key === 'records' && isTable) records = findRecordOffsets(reader, depth + 1, bounds);
    else if (key === 'sets' && isTable && readSets !== undefined) readSets();
    else {
      reader.entriesLeft = bounds.entriesMax;
      const value = readValue(reader, depth + 1);
      if (value !== null && typeof key === 'string' && (HEAD_FIELDS as readonly string[]).includes(key))
        head[key] = value;
    }
    reader.entriesLeft = bounds.entriesMax;
  });
  return records === null ? { head, records: [], damage: NO_RECORDS_DAMAGE } : { head, records, damage: null };
}

const NO_RECORDS_DAMAGE = 'records must be a list of tables with a kind; got no such list.';

/** Returns the offsets of the records in a list, or null if the list is not empty and contains no records. */
function findRecordOffsets(reader: ValueReader, depth: number, bounds: FileBounds): readonly number[] | null {
  const begun = reader.at;
  const places: { readonly key: number; readonly at: number }[] = [];
  let isOurs = false;
  let isList = true;
  walkTable(reader, depth, (key) => {
    peekToken(reader);
    const { at } = reader;
    reader.entriesLeft = bounds.entriesMax;
    const value = readValue(reader, depth + 1);
    reader.entriesLeft = bounds.entriesMax;
    if (value === null) return;
    if (isNumberKey(key)) places.push({ key, at });
    else isList = false;
    if (places.length > bounds.recordsMax) {
      throw new LuaError(begun, `a list may hold at most ${formatQuantity(bounds.recordsMax, 'record')}.`);
    }
    isOurs ||= isRecordTable(value);
  });
  return isList && (isOurs || places.length === 0) ? sortOffsetsByKey(places).map(({ at }) => at) : null;
}

function isNumberKey(key: LuaKey): key is number {
  return typeof key === 'number';
}

function isRecordTable(value: LuaValue): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof NonUtf8Text) &&
    typeof (value as Readonly<Record<string, LuaValue>>)['kind'] === 'string'
  );
}

/** Sorts offsets by key. As in Lua, a later entry replaces an earlier entry with the same key. */
function sortOffsetsByKey(
  places: readonly { readonly key: number; readonly at: number }[],
): readonly { readonly key: number; readonly at: number }[] {
  if (places.every(({ key }, n) => n === 0 || places[n - 1]!.key < key)) return places;
  return [...new Map(places.map((place) => [place.key, place])).values()].sort((a, b) => a.key - b.key);
}
