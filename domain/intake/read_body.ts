import { counted } from '../values/phrases.ts';
import { err, ok, type Result } from '../values/result.ts';

/** The body is no JSON text; `error` is a sentence for its sender and repeats nothing of what was sent. */
export interface NotJson {
  readonly kind: 'not-json';
  readonly error: string;
}

/** Reads an upload's body: UTF-8, checked, with or without a byte order mark, then JSON. */
export function readBody(body: Uint8Array): Result<unknown, NotJson> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return notJson('The body must be JSON in UTF-8; it holds bytes that are not UTF-8.');
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
