import type { Attribution } from '../../schema/responses/attribution.ts';
import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';
import type { ExampleName } from '../endpoints/examples.ts';

/** Groups of endpoints in the OpenAPI document. */
export type OperationTag = 'Observed' | 'Game files' | 'Tools' | 'Uploads' | 'Files' | 'Service';

/** Settings of the instance that the document depends on. */
export interface InstanceSetup {
  readonly settings: AppSettings;
  readonly attribution: Attribution;
  /** Returns a body of `http/endpoints/examples.json`, with this instance's URL, attribution and protocol. */
  readonly example: (name: ExampleName) => Readonly<Record<string, unknown>>;
}

/** An example body, with a summary of what it shows. */
export interface DocumentedExample {
  readonly summary: string;
  readonly value: unknown;
}

/** A response of a route to a request that it serves, or a refusal in the route's own format. */
export interface ServedResponse {
  /** Defaults to 200. */
  readonly status?: number;
  readonly description: string;
  /** Defaults to application/json. */
  readonly mediaType?: string;
  /** Schema of the body, the name of a published response shape, or null for arbitrary bytes. */
  readonly schema: JsonPart | string | null;
  readonly examples?: Readonly<Record<string, DocumentedExample>>;
  /** Describes the response as CSV, if the operation has the parameter `format`. */
  readonly csv?: string;
  /** Whether the response has the licence header fields of observed data: always, or only if it shows such data. */
  readonly licence?: 'observed' | 'where-observed';
  /** Additional header fields, as OpenAPI header objects keyed by name. */
  readonly fields?: Readonly<Record<string, JsonPart>>;
}

/**
 * Describes one operation of the document. The query, method, budget, keys, caching, CORS and the format of refusals
 * come from the operation's route.
 */
export interface RouteDocs {
  readonly operationId: string;
  readonly tag: OperationTag;
  readonly summary: string;
  readonly description: string;
  /** Parameters other than the route's query. */
  readonly parameters?: readonly JsonPart[];
  readonly requestBody?: JsonPart;
  readonly served: readonly ServedResponse[];
  /** Reasons for refusals, keyed by status. Refusals shared by all routes are not listed here. */
  readonly refusals?: Readonly<Partial<Record<400 | 404 | 410 | 413 | 416 | 503, string>>>;
}

export type DescribeRoute = (setup: InstanceSetup) => RouteDocs;

/** An operation whose path, in OpenAPI's notation such as `/schema/records/{kind}.json`, is not its route's pattern. */
export interface Operation extends RouteDocs {
  readonly path: string;
}

/** Returns the operations of an endpoint whose paths are not its routes' patterns. */
export type ListOperations = (setup: InstanceSetup) => readonly Operation[];

/** The documentation that an endpoint's `docs.ts` exports. */
export interface Documentation {
  readonly listOperations: ListOperations;
  /** Schemas that the endpoint's responses refer to by name, on top of the contract's schemas. */
  readonly schemas?: Readonly<Record<string, JsonPart>> | undefined;
}

/** Returns a reference to a published response shape or record kind. */
export function buildSchemaRef(name: string): JsonPart {
  return { $ref: `#/components/schemas/${name}` };
}

export function enumSchema(words: readonly string[]): JsonPart {
  return { type: 'string', enum: words };
}

/** Creates a path parameter. */
export function pathParam(name: string, description: string, schema: JsonPart, example: unknown): JsonPart {
  return { name, in: 'path', required: true, description, schema, example };
}

/** Creates an optional header parameter. Its example is in the schema, because API consoles would always send it. */
export function headerParam(name: string, description: string, schema: JsonPart, example: unknown): JsonPart {
  return { name, in: 'header', description, schema: { ...schema, examples: [example] } };
}

/** Describes paging in the documentation of lists. */
export const PAGED_LIST =
  'The list is paged: follow next until it is null. next pins the walk to the snapshot that it started with, so rows that become public meanwhile do not shift the pages.';

export const WRONG_PARAMETER = 'A parameter is invalid: error names it, the required form and the value that was sent.';

export const UNREACHABLE_SENTENCE = 'The storage cannot be read: what it holds is unrecorded, not zero.';

/** Times used in examples. */
export const EXAMPLE_TIMES = {
  written: '2026-11-21T12:00:00.000Z',
  data: '2026-11-21T11:56:12.000Z',
  imported: '2026-11-20T08:00:00.000Z',
} as const;
