import { parseSnapshotPin, type SnapshotPin } from '../../domain/reads/pinned_snapshot.ts';
import { type BadParameter, badParameter } from '../../domain/reads/refusal.ts';
import { quoted } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';

/** Reads the parameters of a query string. The methods reject invalid values. Unknown parameters are ignored. */
export interface Params {
  /** Returns the value, or null if the parameter is absent. Rejects a parameter that is given more than once. */
  text(name: string): string | null;
  /** Reads an integer of at least `min` in plain decimal digits. */
  integer(name: string, min: number, fallback: number): number;
  /** Like `integer`, but returns null if the parameter is absent. */
  optionalInteger(name: string, min: number): number | null;
  /** Reads a snapshot name, `<epoch>.<n>`. Returns null if the parameter is absent. */
  pin(name: string): SnapshotPin | null;
  /** Reads one of `allowed`. Returns null if the parameter is absent. */
  choice<const T extends string>(name: string, allowed: readonly T[]): T | null;
  /**
   * Reads a comma-separated list of `allowed` names. Returns them without duplicates, in the order in which they were
   * sent, or null if the parameter is absent.
   */
  names(name: string, allowed: readonly string[]): readonly string[] | null;
  /** Reads `ids`: 1 to IDS_MAX game ids, separated by commas, without duplicates. Returns null if it is absent. */
  ids(): readonly number[] | null;
  /** Rejects a parameter whose value does not fit the others. The sentence says what it must be. */
  refuse(name: string, needed: string, value: string): never;
}

/** Reads parameters with `read`. Returns the first invalid parameter as an error. */
export function readParams<T>(query: string, read: (params: Params) => T): Result<T, BadParameter> {
  try {
    return ok(read(paramsOf(new URLSearchParams(query))));
  } catch (error) {
    if (error instanceof WrongParameter) return err(badParameter(error.parameter, error.message));
    throw error;
  }
}

/** Removes parameters with an empty value, which browsers send for empty fields of a form. */
export function withoutEmpty(query: string): string {
  return query.replace(/(?<=^|&)[^=&]*=(?:&|$)/g, '');
}

class WrongParameter extends Error {
  readonly parameter: string;
  constructor(parameter: string, sentence: string) {
    super(sentence);
    this.parameter = parameter;
  }
}

function wrong(name: string, needed: string, value: string): WrongParameter {
  return new WrongParameter(name, `${name} must be ${needed}; it is ${quoted(value)}.`);
}

function paramsOf(search: URLSearchParams): Params {
  const text = (name: string): string | null => {
    const values = search.getAll(name);
    if (values.length > 1) {
      throw new WrongParameter(name, `${name} was given ${values.length} times; give it once.`);
    }
    return values[0] ?? null;
  };
  const optionalInteger = (name: string, min: number): number | null => {
    const value = text(name);
    if (value === null) return null;
    const number = Number(value);
    if (!/^[0-9]+$/.test(value) || number < min || number > Number.MAX_SAFE_INTEGER) {
      throw wrong(name, `a whole number from ${min} to ${Number.MAX_SAFE_INTEGER} in plain decimal digits`, value);
    }
    return number;
  };
  return {
    text,
    optionalInteger,
    integer: (name, min, fallback) => optionalInteger(name, min) ?? fallback,
    choice(name, allowed) {
      const value = text(name);
      if (value === null) return null;
      const chosen = allowed.find((one) => one === value);
      if (chosen === undefined) throw wrong(name, `one of ${allowed.join(', ')}`, value);
      return chosen;
    },
    pin(name) {
      const value = text(name);
      if (value === null) return null;
      const pin = parseSnapshotPin(value);
      if (pin === null) throw wrong(name, "a snapshot's name as answers give it, <epoch>.<number>", value);
      return pin;
    },
    ids() {
      const value = text('ids');
      if (value === null) return null;
      const ids = value.split(',').map((id) => (/^[0-9]+$/.test(id) ? Number(id) : 0));
      if (ids.length > IDS_MAX || ids.some((id) => id < 1 || id > Number.MAX_SAFE_INTEGER)) {
        throw wrong(
          'ids',
          `1 to ${IDS_MAX} ids, whole numbers from 1 in plain decimal digits separated by commas`,
          value,
        );
      }
      return [...new Set(ids)];
    },
    refuse(name, needed, value) {
      throw wrong(name, needed, value);
    },
    names(name, allowed) {
      const value = text(name);
      if (value === null) return null;
      const names = [...new Set(value.split(','))];
      const unknown = names.find((one) => !allowed.includes(one));
      if (unknown !== undefined) {
        throw wrong(name, `a comma-separated list out of ${allowed.join(', ')}`, unknown);
      }
      return names;
    },
  };
}

/** Maximum number of ids in one request (contract, section 1, Asking for many). */
export const IDS_MAX = 100;

/** Returns the number of ids in the parameter `ids` of a query, or 1 if it is absent. */
export function unitsOfIds(query: string): number {
  const ids = new URLSearchParams(query).get('ids');
  return ids === null ? 1 : Math.min(IDS_MAX, new Set(ids.split(',')).size);
}

/** Reads a game id in plain digits, as found at the end of a path. Error sentences call the id `name`. */
export function readEntityId(text: string, name = 'id'): Result<number, BadParameter> {
  const id = Number(text);
  if (/^[0-9]+$/.test(text) && id >= 1 && id <= Number.MAX_SAFE_INTEGER) return ok(id);
  const needed = `a whole number from 1 to ${Number.MAX_SAFE_INTEGER} in plain decimal digits`;
  return err(badParameter(name, `${name} must be ${needed}; it is ${quoted(text)}.`));
}
