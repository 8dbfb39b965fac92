import * as v from 'valibot';
import { always, integer, lengthRule, list, nullable, number, optional, token } from './fields.ts';
import { LENGTHS, LIMITS } from './limits.ts';
import { rule } from './rules.ts';

/** Fields shared by several responses. Strings written by the service itself need only a length limit. */

export function plain(description: string, max: number) {
  return v.pipe(v.string('text'), lengthRule(0, max, `text of at most ${max} characters`), v.description(description));
}

export function uri(description: string) {
  return v.pipe(
    v.string('an absolute URL'),
    rule<string>('wrong-form', (text) => URL.canParse(text), 'an absolute URL', { format: 'uri', maxLength: 2_000 }),
    v.description(description),
  );
}

/** A whole number that is at least 0. */
export function count(description: string) {
  return integer(description, 0);
}

/** A fraction from 0 to 1. */
export function share(description: string) {
  return number(description, 0, 1);
}

export function served() {
  return always('The request was served.', true);
}

export function build(description: string) {
  return plain(description, LENGTHS.build.max);
}

export const SLUG_PATTERN = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

/** A segment of a URL path: lower-case letters and digits, with `-` in place of all other characters. */
export function slug(description: string) {
  return token(description, LENGTHS.slug.min, LENGTHS.slug.max, SLUG_PATTERN, 'lower-case letters, digits and "-"');
}

export function unreachable() {
  return v.pipe(
    v.boolean('true or false'),
    v.description('True if the storage could not be read. Lists are then empty, which means unknown, not none.'),
  );
}

/** A snapshot's name, `<epoch>.<n>`, which is a position in the log of snapshots (contract, section 1, Paging). */
export function snapshotPin(description: string) {
  return token(description, 6, 48, '^[0-9a-z]{4,32}\\.(?:0|[1-9][0-9]{0,14})$', 'an epoch, a dot and a number');
}

/** The fields at the end of every list response (contract, section 1, Paging). */
export function pageFields() {
  return {
    offset: count('The first row of this page.'),
    limit: count('Rows asked for, capped at the caller’s page size.'),
    total: count('Rows of the whole list at the snapshot that the walk is pinned to.'),
    next: nullable(uri('The address of the next page, or null on the last page.')),
  };
}

/** The snapshot from which a list was read. Absent while no snapshot can be read. */
export function listSnapshot() {
  return optional(
    snapshotPin(
      'The snapshot whose rows are listed, pinned by next. Kept and sent as since (corpus), it asks for what became public after it.',
    ),
  );
}

/** The rows of a page. */
export function rows<S extends v.GenericSchema>(description: string, row: S) {
  return list(description, row, 0, LIMITS.pageRowsKeyedMax.value);
}
