import type { JsonPart } from '../../schema/rules.ts';
import type { Context } from '../context.ts';
import type { Documentation } from '../openapi/operation.ts';
import type { Route } from '../pipeline/route.ts';

/** One address, or a few that belong together: their routes and documentation. */
export interface Endpoint {
  readonly routes: (context: Context, surface: Surface) => Route | readonly Route[];
  /**
   * Loads its part of the OpenAPI document. It is lazy to make the start faster. Null for pages, their assets, and
   * protocols with their own description.
   */
  readonly docs: (() => Promise<Documentation>) | null;
}

/** All endpoints, for those that describe them. */
export interface Surface {
  /** Can be called once all routes exist. */
  readonly routes: () => readonly Route[];
  /** Builds the OpenAPI document. It is large, so callers must not keep the objects. */
  readonly document: () => Promise<JsonPart>;
}
