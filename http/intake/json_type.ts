import { quoted } from '../../domain/values/quoted.ts';
import { badHead, type Refusal } from '../pipeline/refusal.ts';

const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const PARAMETER = /;[ \t]*([^\s=;"]+)[ \t]*=[ \t]*("(?:[^"\\]|\\.)*"|[^;]*)/g;

/** Returns the unquoted values of all charset parameters of a media type. */
function charsetsOf(type: string): readonly string[] {
  return [...type.matchAll(PARAMETER)]
    .filter(([, name]) => name!.toLowerCase() === 'charset')
    .map(([, , value]) => (value!.startsWith('"') ? value!.slice(1, -1).replace(/\\(.)/g, '$1') : value!.trim()));
}

/**
 * Returns the refusal of a Content-Type that is not JSON or whose charset is not UTF-8, or null if the type is fine.
 */
export function jsonTypeRefusal(contentType: string | null): Refusal | null {
  const type = (contentType ?? '').trim();
  if (!JSON_TYPE.test(type)) return badHead(`Content-Type must be application/json; it is ${quoted(type)}.`);
  const other = charsetsOf(type).find((charset) => !/^utf-?8$/i.test(charset));
  return other === undefined
    ? null
    : badHead(`The charset of Content-Type must be utf-8 or absent; it is ${quoted(other)}.`);
}
