import { type Fault, fieldOf, pointerOf } from './refusal.ts';
import { codePoints, isAscii, plain, plainSpaces } from './text.ts';

/**
 * Whoever knows an install's id can send and erase as that install, so no text that may be shown holds it. Event and
 * scan ids may: addons make them of it, and they leave the server as keyed digests only; claimToken is dropped. Dates can
 * hold no id that is not one itself.
 */
const MAY_HOLD_IT: ReadonlySet<string> = new Set([
  'kind',
  'installId',
  'eventId',
  'capturedAt',
  'resetAt',
  'completedOn',
  'scanId',
  'claimToken',
]);

/** Below this an id is too short to be looked for without the white space at its ends, which names lose. */
const TRIMMED_LENGTH_MIN = 8;

/** As texts are compared: in any case, wide and ornate letters as plain ones, spaces as names are kept with. */
function folded(text: string): string {
  return plainSpaces(plain(text)).toLowerCase();
}

let last = { installId: '', sought: '' };

/** What is looked for; the records of an upload mostly have one install. */
function soughtOf(installId: string): string {
  if (last.installId === installId) return last.sought;
  const id = folded(installId);
  const trimmed = id.trim();
  last = { installId, sought: trimmed.length < TRIMMED_LENGTH_MIN ? plain(installId).toLowerCase() : trimmed };
  return last.sought;
}

/** Folding makes no text longer that is plain already. */
function holds(text: string, sought: string): boolean {
  return (text.length >= sought.length || !isAscii(text)) && folded(text).includes(sought);
}

type Path = readonly (string | number)[];

/** Where in a value the id stands; null where it does not. */
function placeIn(value: unknown, sought: string): Path | null {
  if (typeof value === 'string') return holds(value, sought) ? [] : null;
  if (typeof value !== 'object' || value === null) return null;
  if (Array.isArray(value)) {
    // A list of numbers has no texts.
    if (typeof value[0] === 'number') return null;
    for (let n = 0; n < value.length; n++) {
      const place = placeIn(value[n], sought);
      if (place !== null) return [n, ...place];
    }
    return null;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const key in fields) {
    const place = typeof fields[key] === 'number' ? null : placeIn(fields[key], sought);
    if (place !== null) return [key, ...place];
  }
  return null;
}

function placeInRecord(record: object, installId: string): Path | null {
  const sought = soughtOf(installId);
  const fields = record as Readonly<Record<string, unknown>>;
  for (const field in fields) {
    if (typeof fields[field] === 'number' || MAY_HOLD_IT.has(field)) continue;
    const place = placeIn(fields[field], sought);
    if (place !== null) return [field, ...place];
  }
  return null;
}

/** Refuses a record one of whose texts holds its own install id, without repeating it. */
export function ownInstallFault(record: object): Fault | null {
  if (!('installId' in record) || typeof record.installId !== 'string') return null;
  const place = placeInRecord(record, record.installId);
  if (place === null) return null;
  const text = place.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], record);
  const length = codePoints(String(text));
  return {
    code: 'install-id-in-text',
    pointer: pointerOf(place),
    reason: `${fieldOf(place, 'the record')} must be text that does not hold the record’s own installId; got a text of length ${length} that holds it.`,
  };
}

/** Whether a kept record, given as the JSON of its fields, holds the id of its install in a text. */
export function holdsInstallId(body: string, installId: string): boolean {
  const sought = soughtOf(installId);
  // Only an id that JSON writes as it is can be looked for in the text as a whole.
  if (!/["\\]/.test(sought) && !folded(body).includes(sought)) return false;
  return placeInRecord(JSON.parse(body) as object, installId) !== null;
}
