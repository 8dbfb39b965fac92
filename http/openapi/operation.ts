import type { Attribution } from '../../schema/responses/attribution.ts';
import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';

/** Groups of endpoints in the document. */
export type Tag = 'Observed' | 'Game files' | 'Tools' | 'Uploads' | 'Files' | 'Service';

/** Settings of the instance that the document depends on. */
export interface InstanceSetup {
  readonly settings: AppSettings;
  readonly attribution: Attribution;
}

/** An example body, with a summary of what it shows. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** A response of a route to a request that it serves, or a refusal in the route's own format. */
export interface Served {
  /** Defaults to 200. */
  readonly status?: number;
  readonly description: string;
  /** Defaults to application/json. */
  readonly mediaType?: string;
  /** Schema of the body, or null for arbitrary bytes. */
  readonly schema: JsonPart | null;
  readonly examples?: Readonly<Record<string, Example>>;
  /** Describes the response as CSV, if the operation has the parameter `format`. */
  readonly csv?: string;
  /** Whether the response has the licence header fields of observed data: always, or only if it shows such data. */
  readonly licence?: 'observed' | 'where-observed';
  /** Additional header fields, as OpenAPI header objects keyed by name. */
  readonly fields?: Readonly<Record<string, JsonPart>>;
}

/**
 * Describes one operation of the document: parameters, responses and examples. The method, budget, keys, caching, CORS
 * and the format of refusals come from the operation's route.
 */
export interface Operation {
  /** Path in OpenAPI's notation, such as `/api/tooltip/{type}/{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly JsonPart[];
  readonly requestBody?: JsonPart;
  readonly served: readonly Served[];
  /** Reasons for refusals, keyed by status. Refusals shared by all routes are not listed here. */
  readonly refusals?: Readonly<Partial<Record<400 | 404 | 413 | 416 | 503, string>>>;
}

/** Returns the operations of an endpoint. Most endpoints have one. */
export type Chapter = (setup: InstanceSetup) => readonly Operation[];

/** The documentation that an endpoint's `docs.ts` exports. */
export interface Documentation {
  readonly chapter: Chapter;
  /** Schemas that the endpoint's responses refer to by name, on top of the contract's schemas. */
  readonly schemas?: Readonly<Record<string, JsonPart>>;
}
