/** Writes values as Lua literals, in the layouts of clients and of people. */
export type Written = null | boolean | number | string | readonly Written[] | { readonly [key: string]: Written };

export interface LuaLayout {
  readonly newline: '\n' | '\r\n';
  readonly indent: string;
  readonly separator: ',' | ';';
  /** Whether the last entry of a table has a separator too. */
  readonly trailing: boolean;
  /** Writes `["x"]=`, or `x=` if possible. */
  readonly bracketedNames: boolean;
  /** Writes `{1, 2}`, `{[1]=1, [2]=2}`, or the latter in reverse. */
  readonly lists: 'plain' | 'numbered' | 'reversed';
  readonly comments: boolean;
  /** Which characters are escaped: only those that must be, or every byte as `\ddd` or `\xHH`. */
  readonly escapes: 'needed' | 'decimal' | 'hex';
  readonly quote: '"' | "'";
}

export const CLIENT_LAYOUT: LuaLayout = {
  newline: '\r\n',
  indent: '\t',
  separator: ',',
  trailing: true,
  bracketedNames: true,
  lists: 'plain',
  comments: true,
  escapes: 'needed',
  quote: '"',
};

const KEYWORDS = new Set(['true', 'false', 'nil', 'inf', 'nan', 'infinity', 'math']);

export function writeLua(value: Written, layout: LuaLayout = CLIENT_LAYOUT, level = 0): string {
  if (value === null) return 'nil';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value === 'string') return writeText(value, layout);
  const { newline, indent, separator, trailing, comments } = layout;
  const inner = newline + indent.repeat(level + 1);
  const entries = Array.isArray(value)
    ? listEntries(value, layout, level)
    : Object.entries(value as object).map(
        ([key, one]) => `${nameOf(key, layout)} = ${writeLua(one, layout, level + 1)}`,
      );
  if (entries.length === 0) return comments ? `{${inner}-- nothing${newline}}` : '{}';
  const lines = entries.map((entry, at) => {
    const isLast = at === entries.length - 1;
    const end = isLast && !trailing ? '' : separator;
    return `${inner}${entry}${end}${comments && Array.isArray(value) ? ` -- [${at + 1}]` : ''}`;
  });
  return `{${lines.join('')}${newline}${indent.repeat(level)}}`;
}

function listEntries(list: readonly Written[], layout: LuaLayout, level: number): string[] {
  const texts = list.map((one) => writeLua(one, layout, level + 1));
  if (layout.lists === 'plain') return texts;
  const numbered = texts.map((text, at) => `[${at + 1}] = ${text}`);
  return layout.lists === 'numbered' ? numbered : numbered.reverse();
}

function nameOf(key: string, layout: LuaLayout): string {
  return !layout.bracketedNames && /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !KEYWORDS.has(key)
    ? key
    : `[${layout.comments ? ' ' : ''}${writeText(key, layout)}]`;
}

function writeNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (value === Number.POSITIVE_INFINITY) return 'inf';
  if (value === Number.NEGATIVE_INFINITY) return '-inf';
  return Object.is(value, -0) ? '-0' : String(value);
}

function writeText(text: string, { escapes, quote }: LuaLayout): string {
  if (escapes === 'needed') {
    // A digit may follow, so an escape always has three digits.
    const escaped = text.replace(/[\\\n\r"']/g, (char) =>
      char === '\n' ? '\\n' : char === '\r' ? '\\013' : `\\${char}`,
    );
    return quote + escaped + quote;
  }
  const bytes = [...new TextEncoder().encode(text)];
  const escaped = bytes.map((byte) =>
    escapes === 'decimal' ? `\\${String(byte).padStart(3, '0')}` : `\\x${byte.toString(16).padStart(2, '0')}`,
  );
  return quote + escaped.join('') + quote;
}

/** Returns the bytes of a saved-variables file with one global. */
export function savedFile(fields: Written, layout: LuaLayout = CLIENT_LAYOUT, name = 'ThirdWitnessDB'): Uint8Array {
  return new TextEncoder().encode(`${layout.newline}${name} = ${writeLua(fields, layout)}${layout.newline}`);
}
