import { type Fault, formatField, formatPointer } from './refusal.ts';
import { countCodePoints, isAscii, tidySpaces, toPlainText } from './text.ts';

/**
 * Fields that may contain the install id. No other string may, because it might be shown publicly, and anyone who knows
 * the id can upload and erase as that install. These fields are safe: event and scan ids are published only as keyed
 * digests, claimToken is dropped, and dates have a fixed format.
 */
const EXEMPT_FIELDS: ReadonlySet<string> = new Set([
  'kind',
  'installId',
  'eventId',
  'capturedAt',
  'resetAt',
  'completedOn',
  'scanId',
  'claimToken',
]);

/**
 * Minimum length at which an id is trimmed before the search. Shorter ids are searched for with their leading and
 * trailing whitespace, which names do not have.
 */
const TRIMMED_LENGTH_MIN = 8;

/** Normalises letter case, wide and ornate letters, and spaces, so that a disguised id is also found. */
function foldText(text: string): string {
  return tidySpaces(toPlainText(text)).toLowerCase();
}

let lastFoldedInstall = { installId: '', sought: '' };

/**
 * Returns the normalised id to search for. The result is cached, because most records in an upload come from the same
 * install.
 */
function foldInstallId(installId: string): string {
  if (lastFoldedInstall.installId === installId) return lastFoldedInstall.sought;
  const id = foldText(installId);
  const trimmed = id.trim();
  lastFoldedInstall = {
    installId,
    sought: trimmed.length < TRIMMED_LENGTH_MIN ? toPlainText(installId).toLowerCase() : trimmed,
  };
  return lastFoldedInstall.sought;
}

/**
 * Returns whether a string contains the normalised id. An ASCII string shorter than the id cannot contain it, because
 * normalising does not lengthen ASCII.
 */
function holdsFoldedText(text: string, sought: string): boolean {
  return (text.length >= sought.length || !isAscii(text)) && foldText(text).includes(sought);
}

type JsonPath = readonly (string | number)[];

/** Returns the path to a string that contains the id, or null if no string does. */
function findTextPath(value: unknown, sought: string): JsonPath | null {
  if (typeof value === 'string') return holdsFoldedText(value, sought) ? [] : null;
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    // A list of numbers contains no strings.
    if (typeof value[0] === 'number') return null;
    for (let n = 0; n < value.length; n++) {
      const place = findTextPath(value[n], sought);
      if (place !== null) return [n, ...place];
    }
    return null;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key in fields) {
    const place = typeof fields[key] === 'number' ? null : findTextPath(fields[key], sought);
    if (place !== null) return [key, ...place];
  }
  return null;
}

function findInstallIdPath(record: object, installId: string): JsonPath | null {
  const sought = foldInstallId(installId);
  const fields = record as Readonly<Record<string, unknown>>;
  for (const field in fields) {
    if (typeof fields[field] === 'number' || EXEMPT_FIELDS.has(field)) continue;
    const place = findTextPath(fields[field], sought);
    if (place !== null) return [field, ...place];
  }
  return null;
}

/** Returns a fault if one of the record's strings contains its own install id. The reason does not repeat the id. */
export function findInstallFault(record: object): Fault | null {
  if (!('installId' in record) || typeof record.installId !== 'string') return null;
  const place = findInstallIdPath(record, record.installId);
  if (place === null) return null;
  const text = place.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], record);
  const length = countCodePoints(String(text));
  return {
    code: 'install-id-in-text',
    pointer: formatPointer(place),
    reason: `${formatField(place, 'the record')} must be text that does not contain the record’s own installId; got a text of length ${length} that contains it.`,
  };
}

/** Returns whether any string in a stored record, given as JSON, contains the record's install id. */
export function holdsInstallId(body: string, installId: string): boolean {
  const sought = foldInstallId(installId);
  // The JSON can be searched as a whole only if the id contains no characters that JSON escapes.
  if (!/["\\]/.test(sought) && !foldText(body).includes(sought)) return false;
  return findInstallIdPath(JSON.parse(body) as object, installId) !== null;
}
