import type { Stopwatch } from '../../domain/ports/clock.ts';
import { counted } from '../../domain/values/phrases.ts';
import { type Charge, createRateTable, type RateTable, remaining, resetS } from '../../domain/values/rate_limit.ts';
import { type BudgetName, REQUEST_BUDGETS } from '../../schema/limits.ts';
import type { AppSettings } from '../context.ts';
import type { Fields } from './fields.ts';
import type { Refusal } from './refusal.ts';
import type { Caller } from './route.ts';

/** The hourly limits as requests meet them (contract, section 1, Rate limits). */
export interface Limits {
  /** Counts a request; null where limits are lifted. */
  take(budget: BudgetName, caller: Caller): Charge | null;
  /** Takes a request back that the service could not serve. */
  refund(budget: BudgetName, charge: Charge): void;
  /** `RateLimit-Policy` and `RateLimit` (IETF draft 11), as the budget stands now. */
  fields(budget: BudgetName, charge: Charge): Fields;
  refusal(budget: BudgetName, charge: Charge): Refusal;
}

/** Clients known at a time, of each budget. */
const CLIENTS_MAX = 20_000;

export const createLimits = (settings: AppSettings, stopwatch: Stopwatch): Limits => {
  const tables = new Map<BudgetName, RateTable>();
  for (const [name, { windowS }] of Object.entries(REQUEST_BUDGETS)) {
    tables.set(name as BudgetName, createRateTable(windowS, CLIENTS_MAX));
  }
  const wait = (budget: BudgetName, charge: Charge): number =>
    resetS(charge, REQUEST_BUDGETS[budget].windowS, stopwatch.elapsedMs());
  const policy = (budget: BudgetName, charge: Charge) =>
    `"${budget}";q=${charge.quota};w=${REQUEST_BUDGETS[budget].windowS}`;
  const standing = (budget: BudgetName, charge: Charge) =>
    `"${budget}";r=${remaining(charge)};t=${wait(budget, charge)}`;
  return {
    take: (budget, caller) =>
      settings.limits
        ? tables.get(budget)!.take(caller.client, settings.budgets[budget][caller.tier], stopwatch.elapsedMs())
        : null,
    refund: (budget, charge) => tables.get(budget)!.refund(charge),
    fields: (budget, charge) => ({ 'RateLimit-Policy': policy(budget, charge), RateLimit: standing(budget, charge) }),
    refusal: (budget, charge) => {
      const retryAfterS = wait(budget, charge);
      return {
        kind: 'rate-limited',
        retryAfterS,
        error: `Requests to this endpoint are limited to ${charge.quota} in ${spoken(REQUEST_BUDGETS[budget].windowS)} and all of them are used; ask again in ${spoken(retryAfterS)}.`,
      };
    },
  };
};

const HOUR_S = 3_600;

/** A span of time as a sentence tells it: from an hour on nobody counts seconds. */
const spoken = (seconds: number): string =>
  seconds > HOUR_S ? counted(Math.ceil(seconds / HOUR_S), 'hour') : counted(seconds, 'second');
