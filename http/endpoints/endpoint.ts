import type { JsonPart } from '../../schema/rules.ts';
import type { Context } from '../context.ts';
import type { Documentation } from '../openapi/operation.ts';
import type { Route } from '../pipeline/route.ts';

/** What the instance answers at one address, or at a few that are one thing: its routes and their documentation. */
export interface Endpoint {
  readonly routes: (context: Context, surface: Surface) => Route | readonly Route[];
  /**
   * Its part of the OpenAPI document, loaded when that is first asked for, so that every start is the sooner. Null: it is
   * for people, for pages, or for a protocol with a description of its own.
   */
  readonly docs: (() => Promise<Documentation>) | null;
}

/** All endpoints together, for those that describe them. */
export interface Surface {
  /** May be asked once all routes are made. */
  readonly routes: () => readonly Route[];
  /** Makes the OpenAPI document. It is large, so nobody keeps it as objects. */
  readonly document: () => Promise<JsonPart>;
}
