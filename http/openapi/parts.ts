import { INTEGER_MAX } from '../../schema/fields.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';
import type { UnreachablePage } from '../pipeline/list_route.ts';
import { IDS_MAX } from '../pipeline/params.ts';
import type { InstanceSetup, Served } from './operation.ts';

/** Parts of the document that several endpoints share. */

/** Returns a reference to a published response shape or record kind. */
export function shape(name: string): JsonPart {
  return { $ref: `#/components/schemas/${name}` };
}

export function word(words: readonly string[]): JsonPart {
  return { type: 'string', enum: words };
}

export function wholeFrom(minimum: number): JsonPart {
  return { type: 'integer', minimum, maximum: INTEGER_MAX };
}

/**
 * Creates an optional parameter. The example is inside the schema, because API consoles would send an example of the
 * parameter itself with every request.
 */
function optional(place: 'query' | 'header') {
  return (name: string, description: string, schema: JsonPart, example: unknown): JsonPart => ({
    name,
    in: place,
    description,
    schema: { ...schema, examples: [example] },
  });
}

export const query = optional('query');

export const inHeader = optional('header');

function required(place: 'query' | 'path') {
  return (name: string, description: string, schema: JsonPart, example: unknown) => ({
    name,
    in: place,
    required: true,
    description,
    schema,
    example,
  });
}

/** Creates a required query parameter. */
export const neededQuery = required('query');

/** Creates a path parameter. */
export const inPath = required('path');

/** Schema of a string that names a snapshot. */
export const PIN: JsonPart = { type: 'string', pattern: '^[0-9a-z]{4,32}\\.(?:0|[1-9][0-9]{0,14})$', maxLength: 48 };

/** The snapshot in examples. */
export const SNAPSHOT_EXAMPLE = 'abcd1234.2';

/** Creates a query parameter that names a snapshot. */
export function pinQuery(name: string, description: string): JsonPart {
  return query(name, description, PIN, SNAPSHOT_EXAMPLE);
}

/** Creates a required query parameter that names a snapshot. */
export function neededPin(name: string, description: string): JsonPart {
  return neededQuery(name, description, PIN, SNAPSHOT_EXAMPLE);
}

function counted(count: number): string {
  return count.toLocaleString('en-GB');
}

/** Parameter components of the document, keyed by name. */
export function sharedParameters({ page }: AppSettings): Readonly<Record<string, JsonPart>> {
  return {
    offset: query('offset', 'The first row of the page.', { ...wholeFrom(LIMITS.offsetMin.value), default: 0 }, 0),
    limit: query(
      'limit',
      `Number of rows on the page. Larger values are reduced to the caller’s page size (${counted(page.anonymous)} rows, ${counted(page.keyed)} with a key). A page also has fewer rows if they would exceed ${counted(LIMITS.pageBytesMax.value)} bytes; next continues after the last row.`,
      { ...wholeFrom(LIMITS.limitMin.value), default: LIMITS.pageRowsDefault.value },
      2,
    ),
    format: query(
      'format',
      'csv answers with the rows as a CSV file, without the other fields; the URL of the next page is in Link. An apostrophe precedes parts of texts that a spreadsheet could run as a formula, and files with texts begin with a byte order mark.',
      { ...word(['json', 'csv']), default: 'json' },
      'json',
    ),
    snapshot: pinQuery(
      'snapshot',
      'Limits the list to the rows that were public at that snapshot; next contains it. Default: the newest snapshot. A snapshot of another epoch is refused: start again.',
    ),
    'If-None-Match': inHeader(
      'If-None-Match',
      'ETags of answers that the client has. If the current answer has one of them, the status is 304 without a body.',
      { type: 'string', maxLength: 8_000 },
      '"oLYOLRiO1vKiAtnOUNGk6A"',
    ),
  };
}

export function sharedParameter(name: string): JsonPart {
  return { $ref: `#/components/parameters/${name}` };
}

/** The parameters of every list. */
export const PAGING: readonly JsonPart[] = ['offset', 'limit', 'snapshot', 'format'].map(sharedParameter);

/** The parameter that asks for several things at once. */
export function idsQuery(of: string, example: string): JsonPart {
  const description = `Only these ${of}: at most ${IDS_MAX} ids, separated by commas. Each counts as one request.`;
  return query('ids', description, IDS, example);
}

const IDS: JsonPart = { type: 'string', pattern: '^[1-9][0-9]{0,15}(?:,[1-9][0-9]{0,15})*$', maxLength: 1_700 };

/** Describes paging in the documentation of lists. */
export const PAGED =
  'The list is paged: follow next until it is null. next pins the walk to the snapshot that it started with, so rows that become public meanwhile do not shift the pages.';

export const WRONG_PARAMETER = 'A parameter is invalid: error names it, the required form and the value that was sent.';

/** Times used in examples. */
export const EXAMPLE_TIMES = {
  written: '2026-11-21T12:00:00.000Z',
  data: '2026-11-21T11:56:12.000Z',
  imported: '2026-11-20T08:00:00.000Z',
} as const;

export const UNREACHABLE = 'The storage cannot be read: what it holds is unrecorded, not zero.';

/** Request header fields for requesting a range of a file. */
export const RANGE_HEADERS: readonly JsonPart[] = [
  inHeader('Range', 'A range of the uncompressed file, in bytes.', { type: 'string', maxLength: 100 }, 'bytes=0-9'),
  inHeader(
    'If-Range',
    'ETag of the file that the range belongs to. If the file has another ETag, the whole file is sent.',
    { type: 'string', maxLength: 200 },
    '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  ),
];

/** Response header fields of a file that supports range requests. */
export const RANGES: Readonly<Record<string, JsonPart>> = {
  'Accept-Ranges': { $ref: '#/components/headers/Accept-Ranges' },
};
export const RANGE_RESPONSE_HEADERS = { ...RANGES, 'Content-Range': { $ref: '#/components/headers/Content-Range' } };

/** Fields of a response that streams events. */
export const UNBUFFERED = { 'X-Accel-Buffering': { $ref: '#/components/headers/X-Accel-Buffering' } };

/** Returns the responses with a whole file and with a requested part of it. `part` is the file's first bytes. */
export function rangedFile(file: Omit<Served, 'status' | 'fields'>, part: string): readonly Served[] {
  return [
    { ...file, fields: RANGES },
    {
      ...file,
      status: 206,
      description: 'The requested part.',
      examples: { part: { summary: 'The first ten bytes', value: part } },
      fields: RANGE_RESPONSE_HEADERS,
    },
  ];
}

export const NO_SUCH_BYTES = 'The file has no such bytes.';

/** Returns the fields of every list's response if the storage cannot be read. */
export function unreachableExample({ attribution }: InstanceSetup): UnreachablePage {
  return {
    generatedAt: EXAMPLE_TIMES.written,
    attribution,
    paging: { offset: 0, limit: 500, total: 0, next: null },
  };
}
