import type { Bytes } from '../../domain/ports/codec.ts';
import { toByteText } from '../../domain/saved_variables/lua/byte_text.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';

/** The fields of a form that was sent as multipart/form-data, as bytes. Files are fields, too. */
export type MultipartFields = ReadonlyMap<string, Bytes>;

const BOUNDARY_PARAMETER = /^multipart\/form-data[ \t]*;(?:.*;)?[ \t]*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;

/** Returns the boundary between the fields of a form, or null if the media type is not multipart/form-data. */
export function parseBoundary(contentType: string): string | null {
  const match = BOUNDARY_PARAMETER.exec(contentType.trim());
  return match?.[1] ?? match?.[2] ?? null;
}

const FIELDS_MAX = 10;
const FIELD_NAME_PATTERN = /^content-disposition:[^\r\n]*?;[ \t]*name="([^"\r\n]*)"/im;
const BROKEN_FORM = 'The form must be multipart/form-data as browsers send it; it is malformed.';

/** Splits a form into its fields (RFC 7578). Returns a sentence if it is malformed or has a field twice. */
export function readMultipart(body: Bytes, boundary: string): Result<MultipartFields, string> {
  const text = toByteText(body);
  const delimiter = `--${boundary}`;
  const fields = new Map<string, Bytes>();
  let at = 0;
  while (fields.size <= FIELDS_MAX && text.startsWith(delimiter, at)) {
    at += delimiter.length;
    if (text.startsWith('--', at)) return ok(fields);
    const head = text.indexOf('\r\n\r\n', at);
    const end = head === -1 ? -1 : text.indexOf(`\r\n${delimiter}`, head + 2);
    const name = head === -1 ? undefined : FIELD_NAME_PATTERN.exec(text.slice(at, head))?.[1];
    if (end === -1 || name === undefined) return err(BROKEN_FORM);
    if (fields.has(name)) return err(`The field ${JSON.stringify(name.slice(0, 40))} was given twice; give it once.`);
    fields.set(name, body.subarray(Math.min(head + 4, end), end));
    at = end + 2;
  }
  return err(BROKEN_FORM);
}
