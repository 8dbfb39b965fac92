/** The value of a Lua literal. Tables with keys 1, 2, 3 … become arrays; others become objects without a prototype. */
export type LuaValue = null | boolean | number | string | NonUtf8Text | readonly LuaValue[] | LuaObject;

/** Numeric and boolean keys are converted to strings. */
export interface LuaObject {
  readonly [key: string]: LuaValue;
}

/** A string whose bytes are not valid UTF-8. Only the records containing it are rejected. */
export class NonUtf8Text {
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }
}

/** The position and reason of a syntax error. Lines and columns count from 1, and columns are in characters. */
export interface LuaFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

/** Limits on the time and memory needed to read any file. */
export interface LuaBounds {
  readonly depthMax: number;
  /** Maximum number of entries in one record, or in one other field of a global, including nested tables. */
  readonly entriesMax: number;
}

export const LUA_BOUNDS: LuaBounds = { depthMax: 100, entriesMax: 1_000_000 };
