/** What a Lua literal comes to. Tables whose keys are 1, 2, 3 … are lists; all others are objects without a prototype. */
export type LuaValue = null | boolean | number | string | BrokenText | readonly LuaValue[] | LuaObject;

/** Keys that are numbers or booleans stand as text. */
export interface LuaObject {
  readonly [key: string]: LuaValue;
}

/** A string whose bytes are not UTF-8: whoever needs it cannot have it, and all else in the file can be read. */
export class BrokenText {
  /** Where it begins in the file, in bytes. */
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }
}

/** Where the reading of a file ended, and why; line and column count from 1, the column in characters. */
export interface LuaFault {
  readonly line: number;
  readonly column: number;
  /** One sentence, to stand behind the place. */
  readonly reason: string;
}

/** What a file must keep to, so that whatever it holds takes bounded time and memory. */
export interface LuaBounds {
  /** Tables within tables. */
  readonly depthMax: number;
  /** Entries of one record, or of one other field of a global, tables within it included. */
  readonly entriesMax: number;
}

export const LUA_BOUNDS: LuaBounds = { depthMax: 100, entriesMax: 1_000_000 };
