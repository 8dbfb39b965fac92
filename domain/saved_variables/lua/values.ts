/** The value of a Lua literal. Tables with the keys 1, 2, 3 … become lists, all others objects without a prototype. */
export type LuaValue = null | boolean | number | string | BrokenText | readonly LuaValue[] | LuaObject;

/** Numeric and boolean keys are converted to text. */
export interface LuaObject {
  readonly [key: string]: LuaValue;
}

/**
 * A string whose bytes are not valid UTF-8. Only records that need it are refused; the rest of the file can be read.
 */
export class BrokenText {
  /** Its byte offset in the file. */
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }
}

/** The position and reason of a syntax error. Line and column count from 1, the column in characters. */
export interface LuaFault {
  readonly line: number;
  readonly column: number;
  /** A sentence that is shown after the position. */
  readonly reason: string;
}

/** Limits that bound the time and memory of reading any file. */
export interface LuaBounds {
  /** Maximum nesting of tables. */
  readonly depthMax: number;
  /** Maximum entries in one record or one other field of a global, including nested tables. */
  readonly entriesMax: number;
}

export const LUA_BOUNDS: LuaBounds = { depthMax: 100, entriesMax: 1_000_000 };
