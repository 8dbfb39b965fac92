import type { Attribution } from '../../schema/responses/attribution.ts';
import type { JsonPart } from '../../schema/rules.ts';
import type { AppSettings } from '../context.ts';

/** The groups that readers of the document find endpoints in. */
export type Tag = 'Observed' | 'Game files' | 'Tools' | 'Uploads' | 'Files' | 'Service';

/** What the document depends on beside the routes: how this instance is set up. */
export interface InstanceSetup {
  readonly settings: AppSettings;
  readonly attribution: Attribution;
}

/** An example of a body, and what it shows. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** An answer that a route gives when it serves a request, or when it says in its own shape why it cannot. */
export interface Served {
  readonly status: number;
  readonly description: string;
  /** application/json where nothing else is said. */
  readonly mediaType?: string;
  /** Null: bytes that are of no form by themselves. */
  readonly schema: JsonPart | null;
  readonly examples: Readonly<Record<string, Example>>;
  /** Whether it carries the licence and credit of what players reported: always, or where it shows any of that. */
  readonly licence?: 'observed' | 'where-observed';
  /** Further header fields by name, each an OpenAPI header object. */
  readonly fields?: Readonly<Record<string, JsonPart>>;
}

/** When a route refuses, in words; by the status of the refusal. What every route shares is not said here. */
export type Refusals = Readonly<Partial<Record<400 | 404 | 413 | 416 | 503, string>>>;

/**
 * One operation of the document, as far as its route does not say it: parameters, answers, examples. Method, budget,
 * keys, caching, CORS and the shape of refusals come from the route.
 */
export interface Operation {
  /** As OpenAPI writes it, such as `/api/tooltip/{type}/{id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly JsonPart[];
  readonly requestBody?: JsonPart;
  readonly served: readonly Served[];
  readonly refusals: Refusals;
}

/** What an endpoint says of its operations; most have one. */
export type Chapter = (ground: InstanceSetup) => readonly Operation[];

/** What the `docs.ts` of an endpoint says. */
export interface Documentation {
  readonly chapter: Chapter;
  /** Schemas that its answers refer to by name, beside those of the contract. */
  readonly schemas?: Readonly<Record<string, JsonPart>>;
}
