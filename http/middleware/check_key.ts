import { err, ok, type Result } from '../../domain/values/result.ts';
import { REQUEST_BUDGETS } from '../../schema/request_budgets.ts';
import type { AppSettings, Context } from '../context.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { createRefusedResponse } from '../pipeline/refused_response.ts';
import type { Call, RequestCaller, Route } from '../pipeline/route.ts';
import type { CallHandler, FinishedResponse, Middleware, RoutedCall } from './middleware.ts';

/**
 * Identifies the caller by the request's key, if there is one. Rejects an invalid key, so that its holder notices at
 * once.
 */
export function checkKey(context: Pick<Context, 'keys' | 'settings' | 'styleSheet'>): Middleware {
  const { keys, settings } = context;
  async function checkAndContinue(call: RoutedCall, next: CallHandler): Promise<FinishedResponse> {
    // An invalid key is rejected even if no key is needed, so that its holder notices (contract, section 1, Key).
    const key = readKey(call.header);
    if (!key.ok) return createRefusedResponse(key.error, call, context);
    const keyHash = await keys.check(key.value);
    if (keyHash === null) return createRefusedResponse(INVALID_KEY, call, context);
    const caller: RequestCaller = { tier: 'keyed', client: `key ${keyHash}` };
    return next({ ...call, caller, pageSize: settings.page.keyed });
  }
  return (call, next) => {
    const sendsKey = call.header('authorization') !== null || call.header('x-api-key') !== null;
    return sendsKey && isKeyChecked(call.route, settings) ? checkAndContinue(call, next) : next(call);
  };
}

/** Whether this route checks API keys (contract, section 1, Key). No route does if keys are disabled. */
export function isKeyChecked({ budget }: Route, settings: AppSettings): boolean {
  return settings.keys && budget !== null && REQUEST_BUDGETS[budget].keyed !== null;
}

/** Reads `Authorization: Bearer tw_…` or `X-API-Key: tw_…`. A request may send both if they contain the same key. */
function readKey(header: Call['header']): Result<string, Refusal> {
  const authorization = header('authorization');
  const bearer = authorization === null ? null : (/^bearer +([^ ]+)$/i.exec(authorization.trim())?.[1] ?? null);
  if (authorization !== null && bearer === null) return err(OTHER_SCHEME);
  const plain = header('x-api-key')?.trim() ?? null;
  if (bearer !== null && plain !== null && bearer !== plain) return err(TWO_KEYS);
  return ok(bearer ?? plain ?? '');
}

function refuseKey(error: string): Refusal {
  return { kind: 'bad-key', error };
}

const OTHER_SCHEME = refuseKey('Authorization must be Bearer and a key (tw_…), or absent; got something else.');
const TWO_KEYS = refuseKey('Authorization and X-API-Key must hold the same key, or one of them be absent; got two.');
const INVALID_KEY = refuseKey(
  'The key must be one that was given out here and not revoked; the one sent is not. Without a key you may read within the limits of an address.',
);
