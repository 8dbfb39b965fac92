import type { JsonPart } from '../../schema/rules.ts';
import type { Context } from '../context.ts';
import type { Route } from '../pipeline/route.ts';
import type { Documentation } from '../pipeline/route_docs.ts';

/** Routes and documentation of one path, or of a few related paths. */
export interface Endpoint {
  readonly routes: (context: Context, surface: Surface) => Route | readonly Route[];
  /**
   * Loads the endpoint's part of the OpenAPI document on demand. Null for pages, assets and MCP, which describes
   * itself.
   */
  readonly docs: (() => Promise<Documentation>) | null;
}

/** All endpoints, for the endpoints that describe them. */
export interface Surface {
  /** Returns the routes of all endpoints. Can be called once all routes exist. */
  readonly routes: () => readonly Route[];
  /** Builds the OpenAPI document. The document is large, so callers must not keep its objects. */
  readonly document: () => Promise<JsonPart>;
}
