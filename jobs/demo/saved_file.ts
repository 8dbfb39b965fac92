/** A value in a saved-variables file. */
export type LuaValue = string | number | boolean | readonly LuaValue[] | { readonly [key: string]: LuaValue };

/** Formats a saved-variables file that contains one variable, laid out as the game's client writes it. */
export function savedFile(variable: string, value: LuaValue): string {
  return `\r\n${variable} = ${luaText(value, '')}\r\n`;
}

function luaText(value: LuaValue, indent: string): string {
  if (typeof value === 'string') return quotedLua(value);
  if (typeof value !== 'object') return String(value);
  const inner = `${indent}\t`;
  const lines = Array.isArray(value)
    ? value.map((entry, at) => `${inner}${luaText(entry, inner)}, -- [${at + 1}]`)
    : Object.entries(value).map(([key, entry]) => `${inner}[${quotedLua(key)}] = ${luaText(entry, inner)},`);
  return lines.length === 0 ? `{\r\n${indent}}` : `{\r\n${lines.join('\r\n')}\r\n${indent}}`;
}

function quotedLua(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;
}
