import { counted } from '../../domain/phrases.ts';
import type { Stopwatch } from '../../domain/ports/clock.ts';
import { createRateTable, type RateTable, remaining, resetS, type Toll } from '../../domain/rate_limit.ts';
import { type BudgetName, REQUEST_BUDGETS } from '../../schema/limits.ts';
import type { AppSettings } from '../context.ts';
import type { Refusal } from './refusal.ts';
import type { Caller, Fields } from './route.ts';

/** The hourly limits as requests meet them (spec, Limits; contract, section 1, Rate limits). */
export interface Limits {
  /** Counts a request; null where limits are lifted. */
  take(budget: BudgetName, caller: Caller): Toll | null;
  /** Takes a request back that the service could not serve. */
  refund(budget: BudgetName, toll: Toll): void;
  /** `RateLimit-Policy` and `RateLimit` (IETF draft 11), as the budget stands now. */
  fields(budget: BudgetName, toll: Toll): Fields;
  refusal(budget: BudgetName, toll: Toll): Refusal;
}

/** Clients known at a time, of each budget. */
const CLIENTS_MAX = 20_000;

export const createLimits = (settings: AppSettings, stopwatch: Stopwatch): Limits => {
  const tables = new Map<BudgetName, RateTable>();
  for (const [name, { windowS }] of Object.entries(REQUEST_BUDGETS)) {
    tables.set(name as BudgetName, createRateTable(windowS, CLIENTS_MAX));
  }
  const wait = (budget: BudgetName, toll: Toll): number =>
    resetS(toll, REQUEST_BUDGETS[budget].windowS, stopwatch.elapsedMs());
  const policy = (budget: BudgetName, toll: Toll) => `"${budget}";q=${toll.quota};w=${REQUEST_BUDGETS[budget].windowS}`;
  const standing = (budget: BudgetName, toll: Toll) => `"${budget}";r=${remaining(toll)};t=${wait(budget, toll)}`;
  return {
    take: (budget, caller) =>
      settings.limits
        ? tables.get(budget)!.take(caller.client, settings.budgets[budget][caller.tier], stopwatch.elapsedMs())
        : null,
    refund: (budget, toll) => tables.get(budget)!.refund(toll),
    fields: (budget, toll) => ({ 'RateLimit-Policy': policy(budget, toll), RateLimit: standing(budget, toll) }),
    refusal: (budget, toll) => {
      const retryAfterS = wait(budget, toll);
      return {
        kind: 'rate-limited',
        retryAfterS,
        error: `Requests to this endpoint are limited to ${toll.quota} in ${REQUEST_BUDGETS[budget].windowS} seconds and all of them are used; ask again in ${counted(retryAfterS, 'second')}.`,
      };
    },
  };
};
