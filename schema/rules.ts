import * as v from 'valibot';

/** A JSON Schema or a part of one. */
export type JsonPart = Readonly<Record<string, unknown>>;

/**
 * Creates a check. `code` is one of `FAULT_CODES`; `needs` completes the sentence "<field> must be …"; `published` is
 * merged into the field's JSON Schema. Valibot's own checks count UTF-16 units and accept 31 February, so the contract
 * defines its own checks.
 */
export function rule<T>(code: string, holds: (value: T) => boolean, needs: string, published: JsonPart = {}) {
  return { ...v.check<T, string>(holds, needs), type: code, published };
}

/** Creates a transformation. It adds no JSON Schema keywords, because a schema describes the value as sent. */
export function defineConversion(name: string, to: (value: string) => string) {
  return {
    ...v.transform<string, string>(to),
    type: name,
    published: {} satisfies JsonPart,
  };
}
