import type { Context } from '../context.ts';
import { createPreflightFields, createSecurityFields, type HeaderFields } from '../pipeline/headers.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { createRefusedResponse } from '../pipeline/refused_response.ts';
import type { Route } from '../pipeline/route.ts';
import type { RequestTarget } from '../pipeline/target.ts';
import type { FinishedResponse } from './middleware.ts';

/** Answers OPTIONS, and rejects other methods with no route on this path. `routes` are all routes on the path. */
export function answerOtherMethod(
  method: string,
  routes: readonly Route[],
  target: RequestTarget,
  context: Context,
): FinishedResponse {
  const allow = routes
    .flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]))
    .concat('OPTIONS')
    .join(', ');
  if (method !== 'OPTIONS') {
    return refuseUnrouted(
      { kind: 'wrong-method', error: `The method must be one of ${allow}.`, allow },
      target,
      context,
    );
  }
  const preflight = routes.some(({ cors }) => cors) ? createPreflightFields(allow) : {};
  return answerWithoutBody(204, { Allow: allow, ...preflight }, context);
}

/**
 * Redirects an unknown path with trailing slashes to the path without them. Returns 404 for all other unknown paths.
 */
export function answerUnknownPath(target: RequestTarget, context: Context): FinishedResponse {
  const { path, query } = target;
  const stripped = stripTrailingSlashes(path);
  if (stripped !== path && stripped !== '') {
    const location = `${context.settings.publicUrl}${stripped}${query === '' ? '' : `?${query}`}`;
    return answerWithoutBody(308, { Location: location }, context);
  }
  return refuseUnrouted({ kind: 'not-found', error: 'There is nothing at this path.' }, target, context);
}

/** Removes trailing slashes. A regular expression would take quadratic time on a path with many slashes. */
function stripTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

function answerWithoutBody(status: number, fields: HeaderFields, { settings }: Context): FinishedResponse {
  return { status, body: new Uint8Array(0), fields: { ...fields, ...createSecurityFields('', settings.publicUrl) } };
}

/** Rejects a request without a route: with JSON on paths for programs, with a page on all other paths. */
export function refuseUnrouted(refusal: Refusal, { path }: RequestTarget, context: Context): FinishedResponse {
  const forPrograms = /^\/(?:api|schema|export)(?:\/|$)/.test(path) || refusal.kind === 'wrong-method';
  return createRefusedResponse(refusal, { route: { refusals: forPrograms ? 'apiError' : 'page' }, path }, context);
}
