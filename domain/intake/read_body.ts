import { counted } from '../values/phrases.ts';
import { err, ok, type Result } from '../values/result.ts';

/** The body is not JSON. `error` is a sentence for the sender that quotes nothing from the body. */
export interface NotJson {
  readonly kind: 'not-json';
  readonly error: string;
}

/** Parses an upload's body as JSON in valid UTF-8, with or without a byte order mark. */
export function readBody(body: Uint8Array): Result<unknown, NotJson> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return notJson('The body must be JSON in UTF-8; it contains bytes that are not UTF-8.');
  }
  try {
    return ok(JSON.parse(text));
  } catch {
    return notJson(`The body must be one JSON object; its ${counted(body.length, 'byte')} are not JSON.`);
  }
}

function notJson(error: string): { readonly ok: false; readonly error: NotJson } {
  return err({ kind: 'not-json', error });
}
