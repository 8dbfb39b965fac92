import type { Stopwatch } from '../../domain/ports/clock.ts';
import { findNetwork } from '../../domain/values/client_address.ts';
import { formatWait } from '../../domain/values/phrases.ts';
import {
  countRemainingUnits,
  countSecondsToReset,
  createRateLimiter,
  type RateLimitCharge,
  type RateLimiter,
} from '../../domain/values/rate_limit.ts';
import { LIMITS } from '../../schema/limits.ts';
import { type BudgetName, REQUEST_BUDGETS } from '../../schema/request_budgets.ts';
import type { AppSettings, Context } from '../context.ts';
import type { HeaderFields } from '../pipeline/headers.ts';
import type { Refusal } from '../pipeline/refusal.ts';
import { createRefusedResponse } from '../pipeline/refused_response.ts';
import type { RequestCaller } from '../pipeline/route.ts';
import { type FinishedResponse, type Middleware, useWhenReady } from './middleware.ts';

/**
 * Charges requests to their route's budget and rejects them if the budget is used up (contract, section 1, Rate
 * limits). Adds the rate limit fields to responses, except to responses that shared caches may store, because the
 * fields describe one client's budget.
 */
export function limitRate(context: Pick<Context, 'settings' | 'styleSheet' | 'stopwatch' | 'meter'>): Middleware {
  const limits = createRateLimits(context.settings, context.stopwatch);
  function addLimitFields(answer: FinishedResponse, budget: BudgetName, charge: RateLimitResult): FinishedResponse {
    if (answer.fields['Cache-Control']?.startsWith('public')) return answer;
    // Spreading both would take 10 µs, a fifth of the time for a cached response.
    return { ...answer, fields: Object.assign({}, answer.fields, limits.fields(budget, charge)) };
  }
  return (call, next) => {
    const { budget, units } = call.route;
    const charge = budget === null ? null : limits.take(budget, call.caller, units?.(call.query) ?? 1);
    if (budget === null || charge === null) return next(call);
    if (!charge.allowed) {
      context.meter?.limited(budget);
      const refused = createRefusedResponse(limits.refusal(budget, charge), call, context);
      return addLimitFields(refused, budget, charge);
    }
    return useWhenReady(next(call), (answer) => {
      const counts = answer.counts ?? answer.status < 500;
      if (!counts) charge.refund();
      return addLimitFields(answer, budget, charge);
    });
  };
}

/** Whether a request is within every limit that applies to it, and the tightest of these limits. */
interface RateLimitResult {
  readonly allowed: boolean;
  /** Usage of the limit that rejected the request or, if none did, of the limit with the fewest requests left. */
  readonly charge: RateLimitCharge;
  /** Clause that says who shares the limit that rejected the request, or an empty string if only one client uses it. */
  readonly of: string;
  /** Refunds a request that the service could not serve. */
  refund(): void;
}

/** Maximum number of clients tracked at a time, for each budget. */
const CLIENTS_MAX = 20_000;
/**
 * Maximum number of IPv6 networks tracked at a time, for each prefix length and budget. Smaller than `CLIENTS_MAX`,
 * because a network has many clients.
 */
const NETWORKS_MAX = 5_000;

/** Networks of an IPv6 client, widest first. A network may use as many requests as `budgets` clients together. */
const NETWORK_BUDGETS = [
  { bits: 48, budgets: LIMITS.budgetsPer48Max.value },
  { bits: 56, budgets: LIMITS.budgetsPer56Max.value },
] as const;

/** The rate tables of one budget: one for clients, and one for each prefix length of IPv6 networks. */
interface BudgetTables {
  readonly clients: RateLimiter;
  readonly networks: Readonly<Record<48 | 56, RateLimiter>>;
}

/** A limit that a request counts against. */
interface RateBound {
  readonly table: RateLimiter;
  readonly client: string;
  readonly quota: number;
  readonly of: string;
}

function createRateLimits(settings: AppSettings, stopwatch: Stopwatch) {
  const tables = new Map<BudgetName, BudgetTables>();
  for (const [name, { windowS }] of Object.entries(REQUEST_BUDGETS)) {
    const createNetworkTable = (): RateLimiter => createRateLimiter(windowS, NETWORKS_MAX);
    const clients = createRateLimiter(windowS, CLIENTS_MAX);
    tables.set(name as BudgetName, { clients, networks: { 48: createNetworkTable(), 56: createNetworkTable() } });
  }
  const allKeys = createRateLimiter(REQUEST_BUDGETS.keys.windowS, 1);
  /** Networks have their own tables, so that many clients cannot evict them. */
  const networkBounds = ({ networks }: BudgetTables, client: string, quota: number): readonly RateBound[] =>
    NETWORK_BUDGETS.flatMap(({ bits, budgets }) => {
      const network = findNetwork(client, bits);
      if (network === null) return [];
      return [
        { table: networks[bits], client: network, quota: quota * budgets, of: ` from your network (${network})` },
      ];
    });
  const boundsOf = (budget: BudgetName, { client, tier }: RequestCaller): readonly RateBound[] => {
    const quota = settings.budgets[budget][tier];
    const own = tables.get(budget)!;
    const bounds = [...networkBounds(own, client, quota), { table: own.clients, client, quota, of: '' }];
    if (budget !== 'keys') return bounds;
    const all = Math.max(quota, LIMITS.keysPerDayMax.value);
    return [{ table: allKeys, client: '', quota: all, of: ' of all readers together' }, ...bounds];
  };
  const wait = (budget: BudgetName, { charge }: RateLimitResult): number =>
    countSecondsToReset(charge, REQUEST_BUDGETS[budget].windowS, stopwatch.elapsedMs());
  return {
    /** Counts a request. Returns null if limits are disabled. */
    take: (budget: BudgetName, caller: RequestCaller, units: number): RateLimitResult | null =>
      settings.limits ? chargeBounds(boundsOf(budget, caller), stopwatch.elapsedMs(), units) : null,
    /** Returns the `RateLimit-Policy` and `RateLimit` fields (IETF draft 11) for the current state of the budget. */
    fields: (budget: BudgetName, result: RateLimitResult): HeaderFields => ({
      'RateLimit-Policy': `"${budget}";q=${result.charge.quota};w=${REQUEST_BUDGETS[budget].windowS}`,
      RateLimit: `"${budget}";r=${countRemainingUnits(result.charge)};t=${wait(budget, result)}`,
    }),
    refusal: (budget: BudgetName, result: RateLimitResult): Refusal => {
      const retryAfterS = wait(budget, result);
      return {
        kind: 'rate-limited',
        retryAfterS,
        error: `Requests to this endpoint${result.of} are limited to ${result.charge.quota.toLocaleString('en-GB')} in ${formatWait(REQUEST_BUDGETS[budget].windowS)} and ${formatUsage(result.charge)}; ask again in ${formatWait(retryAfterS)}.`,
      };
    },
  };
}

/** The charge against one limit, and who shares the limit. */
type ChargedBound = Pick<RateLimitResult, 'charge' | 'of'>;

/** Counts a request against every limit, or against none if one of them is used up. */
function chargeBounds(bounds: readonly RateBound[], nowMs: number, units: number): RateLimitResult {
  const refusals = bounds.flatMap(({ table, client, quota, of }): readonly ChargedBound[] => {
    const charge = table.refusal(client, quota, nowMs, units);
    return charge === null ? [] : [{ charge, of }];
  });
  if (refusals.length > 0) return combineRefusals(refusals);
  const taken = bounds.map(({ table, client, quota, of }) => ({
    table,
    charge: table.take(client, quota, nowMs, units),
    of,
  }));
  const refund = (): void => {
    for (const { table, charge } of taken) table.refund(charge);
  };
  // A table full of blocked clients rejects new clients.
  const crowdedOut = taken.filter(({ charge }) => !charge.allowed);
  if (crowdedOut.length > 0) {
    refund();
    return combineRefusals(crowdedOut);
  }
  // Report the limit with the fewest requests left. On a tie, report the client's own limit, which comes last.
  const { charge } = taken.reduce((least, one) =>
    countRemainingUnits(one.charge) <= countRemainingUnits(least.charge) ? one : least,
  );
  return { allowed: true, charge, of: '', refund };
}

/** Reports the window that began last. All windows of a budget are equally long, so the other windows end earlier. */
function combineRefusals(refusals: readonly ChargedBound[]): RateLimitResult {
  const { charge, of } = refusals.reduce((last, one) =>
    one.charge.window.startMs >= last.charge.window.startMs ? one : last,
  );
  return { allowed: false, charge, of, refund: () => {} };
}

function formatUsage(charge: RateLimitCharge): string {
  const left = countRemainingUnits(charge);
  return left === 0
    ? 'all of them are used'
    : `${left.toLocaleString('en-GB')} of them are left, where this one counts as ${charge.units}`;
}
