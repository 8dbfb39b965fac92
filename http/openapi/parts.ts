import { INTEGER_MAX } from '../../schema/fields.ts';
import { LIMITS } from '../../schema/limits.ts';
import type { GameDataNotice } from '../../schema/responses/gameDataNotice.ts';
import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';
import type { UnreachablePage } from '../pipeline/list_route.ts';
import type { InstanceSetup } from './operation.ts';

/** Pieces that several endpoints of the document share. */

/** Refers to a published response shape, or to a record kind. */
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
 * A parameter that may be left out. Its example stands in the schema: beside it, pages that try requests would send it
 * with every one.
 */
function optional(
  place: 'query' | 'header',
  name: string,
  description: string,
  schema: JsonPart,
  example: unknown,
): JsonPart {
  return {
    name,
    in: place,
    required: false,
    description,
    schema: example === undefined ? schema : { ...schema, examples: [example] },
  };
}

export function query(name: string, description: string, schema: JsonPart, example: unknown): JsonPart {
  return optional('query', name, description, schema, example);
}

export function inHeader(name: string, description: string, schema: JsonPart, example: unknown): JsonPart {
  return optional('header', name, description, schema, example);
}

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

/** A query parameter that must be given. */
export const neededQuery = required('query');

/** A parameter of the path. */
export const inPath = required('path');

const PIN: JsonPart = { type: 'string', pattern: '^[0-9a-z]{4,32}\\.(?:0|[1-9][0-9]{0,14})$', maxLength: 48 };

/** A snapshot as examples name it. */
export const SNAPSHOT_EXAMPLE = 'k3f9a0c2.41';

/** A parameter that names a snapshot. */
export function pinQuery(name: string, description: string): JsonPart {
  return query(name, description, PIN, SNAPSHOT_EXAMPLE);
}

function counted(count: number): string {
  return count.toLocaleString('en-GB');
}

/** Parameters that stand once in the document, by name. */
export function sharedParameters({ page }: AppSettings): Readonly<Record<string, JsonPart>> {
  return {
    offset: query('offset', 'The first row of the page.', { ...wholeFrom(LIMITS.offsetMin.value), default: 0 }, 0),
    limit: query(
      'limit',
      `Rows of the page. More than the caller’s page size (${counted(page.anonymous)} rows, ${counted(page.keyed)} with a key) is cut to it, not refused. A page also ends before its rows pass ${counted(LIMITS.pageBytesMax.value)} bytes and then holds fewer rows; next goes on behind them.`,
      { ...wholeFrom(LIMITS.limitMin.value), default: LIMITS.pageRowsDefault.value },
      2,
    ),
    snapshot: {
      ...pinQuery(
        'snapshot',
        'Pins the rows that are walked to those public at that snapshot; next carries it. Left out: the newest. A snapshot of another epoch is refused: start again.',
      ),
    },
    'If-None-Match': inHeader(
      'If-None-Match',
      'ETags of answers that the client has. Where this answer is one of them, 304 comes without a body.',
      { type: 'string', maxLength: 8_000 },
      '"oLYOLRiO1vKiAtnOUNGk6A"',
    ),
  };
}

export function sharedParameter(name: string): JsonPart {
  return { $ref: `#/components/parameters/${name}` };
}

/** The parameters of every list. */
export const PAGING: readonly JsonPart[] = ['offset', 'limit', 'snapshot'].map(sharedParameter);

/** A description that says what a pinned walk needs, for lists. */
export const PAGED =
  'The list is paged: follow next until it is null. next pins the walk to the snapshot it began with, so that rows which become public meanwhile move nothing.';

export const WRONG_PARAMETER = 'A parameter is wrong: error names it, what is needed and what was sent.';

/** Times of the examples. */
export const EXAMPLE_TIMES = {
  written: '2026-11-21T12:00:00.000Z',
  data: '2026-11-21T11:56:12.000Z',
  imported: '2026-11-20T08:00:00.000Z',
} as const;

export const NOTICE_EXAMPLE: GameDataNotice = {
  label: 'found in game files, unconfirmed',
  build: '1.15.8.67156',
  extractedAt: '2026-11-19',
  credit: 'These data were read from the game’s files and belong to the game’s publisher.',
};

export const UNREACHABLE = 'The storage cannot be read: what it holds is unrecorded, not zero.';

/** How a part of a file is asked for. */
export const RANGE_HEADERS: readonly JsonPart[] = [
  inHeader('Range', 'A part of the unpacked file, in bytes.', { type: 'string', maxLength: 100 }, 'bytes=0-9'),
  inHeader(
    'If-Range',
    'The ETag that the part must be of; otherwise the whole file is sent.',
    { type: 'string', maxLength: 200 },
    '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  ),
];

/** The fields of a file that parts can be asked of, and those of a part. */
export const RANGES: Readonly<Record<string, JsonPart>> = {
  'Accept-Ranges': { $ref: '#/components/headers/Accept-Ranges' },
};
export const RANGE_RESPONSE_HEADERS = { ...RANGES, 'Content-Range': { $ref: '#/components/headers/Content-Range' } };

export const NO_SUCH_BYTES = 'The file has no such bytes.';

/** What a list is answered with where the storage cannot be read. */
export function unreachableExample({ attribution }: InstanceSetup): UnreachablePage {
  return {
    generatedAt: EXAMPLE_TIMES.written,
    attribution,
    paging: { offset: 0, limit: 500, total: 0, next: null },
  };
}
