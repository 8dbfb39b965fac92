import * as v from 'valibot';

/** A piece of a JSON Schema. */
export type JsonPart = Readonly<Record<string, unknown>>;

/**
 * A check that says with which code it refuses, what it needs, and what of it a JSON Schema can say. `code` is one of
 * `FAULT_CODES`; `needs` completes the sentence "<field> must be …"; `published` is merged into the field's schema.
 * (The library's own checks count UTF-16 units and let 31 February pass, so the contract has its own.)
 */
export function rule<T>(code: string, holds: (value: T) => boolean, needs: string, published: JsonPart = {}) {
  return {
    ...v.check<T, string>(holds, needs),
    type: code,
    published,
  };
}

/** A change to a value that has passed the checks before it. A JSON Schema describes what is sent, so it says nothing of it. */
export function change(name: string, to: (value: string) => string) {
  return {
    ...v.transform<string, string>(to),
    type: name,
    published: {} satisfies JsonPart,
  };
}

/** What an action of the two builders above publishes; null for one of the library's own. */
export function publishedOf(action: object): JsonPart | null {
  return 'published' in action ? (action.published as JsonPart) : null;
}
