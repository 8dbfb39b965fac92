import { type LuaValue, NonUtf8Text } from '../lua/values.ts';

/**
 * Converts a Lua value to a JSON value. Lua cannot tell an empty list from an empty object, so an empty table becomes a
 * list if it is a field and an object if it is a list entry. A test checks that this is right for every record kind.
 * `onBroken` is called with the path of each string that is not valid UTF-8.
 */
export function toJsonValue(
  value: LuaValue,
  onBroken: (path: readonly (string | number)[]) => void,
  path: readonly (string | number)[] = [],
): unknown {
  if (value instanceof NonUtf8Text) {
    onBroken(path);
    return '';
  }
  if (typeof value !== 'object' || value === null) return value;
  if (isLuaList(value)) {
    if (value.length === 0) return typeof path.at(-1) === 'number' || path.length === 0 ? {} : [];
    return value.map((entry, at) => (isPlainValue(entry) ? entry : toJsonValue(entry, onBroken, [...path, at])));
  }
  const object: Record<string, unknown> = Object.create(null);
  for (const key in value) {
    const field = value[key]!;
    object[key] = isPlainValue(field) ? field : toJsonValue(field, onBroken, [...path, key]);
  }
  return object;
}

function isLuaList(value: LuaValue): value is readonly LuaValue[] {
  return Array.isArray(value);
}

function isPlainValue(value: LuaValue): boolean {
  return typeof value !== 'object' || value === null;
}
