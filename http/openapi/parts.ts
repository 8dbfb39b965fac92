import * as v from 'valibot';
import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';
import type { ParameterDocs, QuerySchema } from '../pipeline/query.ts';
import { headerParam, type ServedResponse } from '../pipeline/route_docs.ts';

/** Parts of the document that several endpoints share. */

/**
 * Describes a query parameter. The example of an optional one is inside the schema, because API consoles would send an
 * example of the parameter itself with every request.
 */
export function queryParam(
  name: string,
  { description, schema, example }: { readonly [key in keyof ParameterDocs]: unknown },
  required: boolean,
): JsonPart {
  const part = { name, in: 'query', description };
  return required
    ? { ...part, required, schema, example }
    : { ...part, schema: { ...(schema as JsonPart), examples: [example] } };
}

/** Describes the parameters that a route declares. */
export function describeQuery({ entries }: QuerySchema, settings: AppSettings): readonly JsonPart[] {
  return Object.entries(entries).map(([name, entry]) => {
    const { description, required = false, ...docs } = readDocs(entry as unknown as WrappingSchema);
    const text = typeof description === 'string' ? description : description(settings);
    return queryParam(name, { ...docs, description: text }, required || entry.type === 'non_nullable');
  });
}

interface WrappingSchema {
  readonly wrapped: WrappingSchema & Parameters<typeof v.getMetadata>[0];
}

function readDocs({ wrapped }: WrappingSchema): ParameterDocs {
  return 'wrapped' in wrapped ? readDocs(wrapped) : (v.getMetadata(wrapped) as unknown as ParameterDocs);
}

/** Parameter components of the document, keyed by name. */
export const SHARED_PARAMETERS: Readonly<Record<string, JsonPart>> = {
  'If-None-Match': headerParam(
    'If-None-Match',
    'ETags of answers that the client has. If the current answer has one of them, the status is 304 without a body.',
    { type: 'string', maxLength: 8_000 },
    '"oLYOLRiO1vKiAtnOUNGk6A"',
  ),
};

/** Request header fields for requesting a range of a file. */
export const RANGE_HEADERS: readonly JsonPart[] = [
  headerParam('Range', 'A range of the uncompressed file, in bytes.', { type: 'string', maxLength: 100 }, 'bytes=0-9'),
  headerParam(
    'If-Range',
    'ETag of the file that the range belongs to. If the file has another ETag, the whole file is sent.',
    { type: 'string', maxLength: 200 },
    '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  ),
];

/** Response header fields of a file that supports range requests. */
export const ACCEPT_RANGES: Readonly<Record<string, JsonPart>> = {
  'Accept-Ranges': { $ref: '#/components/headers/Accept-Ranges' },
};
export const RANGE_RESPONSE_HEADERS = {
  ...ACCEPT_RANGES,
  'Content-Range': { $ref: '#/components/headers/Content-Range' },
};

/** Fields of a response that streams events. */
export const UNBUFFERED_HEADERS = { 'X-Accel-Buffering': { $ref: '#/components/headers/X-Accel-Buffering' } };

/** Returns the responses with a whole file and with a requested part of it. `part` is the file's first bytes. */
export function describeFile(file: Omit<ServedResponse, 'status' | 'fields'>, part: string): readonly ServedResponse[] {
  return [
    { ...file, fields: ACCEPT_RANGES },
    {
      ...file,
      status: 206,
      description: 'The requested part.',
      examples: { part: { summary: 'The first ten bytes', value: part } },
      fields: RANGE_RESPONSE_HEADERS,
    },
  ];
}

export const RANGE_REFUSAL = 'The file has no such bytes.';
