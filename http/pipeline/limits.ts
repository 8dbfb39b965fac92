import type { Stopwatch } from '../../domain/ports/clock.ts';
import { networkOf } from '../../domain/values/client_address.ts';
import { counted } from '../../domain/values/phrases.ts';
import { type Charge, createRateTable, type RateTable, remaining, resetS } from '../../domain/values/rate_limit.ts';
import { type BudgetName, LIMITS, REQUEST_BUDGETS } from '../../schema/limits.ts';
import type { AppSettings } from '../context.ts';
import type { Fields } from './fields.ts';
import type { Refusal } from './refusal.ts';
import type { Caller } from './route.ts';

/** The hourly limits as requests meet them (contract, section 1, Rate limits). */
export interface Limits {
  /** Counts a request; null where limits are lifted. */
  take(budget: BudgetName, caller: Caller): Toll | null;
  /** `RateLimit-Policy` and `RateLimit` (IETF draft 11), as the budget stands now. */
  fields(budget: BudgetName, toll: Toll): Fields;
  refusal(budget: BudgetName, toll: Toll): Refusal;
}

/** What a request was told by every bound that holds for it. */
export interface Toll {
  readonly allowed: boolean;
  /** By the bound that refused it, else by that of its client. */
  readonly charge: Charge;
  /** Who shares the bound that refused it, as a sentence names them; empty: its client alone. */
  readonly of: string;
  /** Takes a request back that the service could not serve. */
  refund(): void;
}

/** Clients known at a time, of each budget. */
const CLIENTS_MAX = 20_000;

/** A bound that a request is counted under. */
interface Bound {
  readonly table: RateTable;
  readonly client: string;
  readonly quota: number;
  readonly of: string;
}

export const createLimits = (settings: AppSettings, stopwatch: Stopwatch): Limits => {
  const tables = new Map<BudgetName, RateTable>();
  for (const [name, { windowS }] of Object.entries(REQUEST_BUDGETS)) {
    tables.set(name as BudgetName, createRateTable(windowS, CLIENTS_MAX));
  }
  const keysOfNetworks = createRateTable(REQUEST_BUDGETS.keys.windowS, CLIENTS_MAX);
  const keysOfAll = createRateTable(REQUEST_BUDGETS.keys.windowS, 1);
  /**
   * Networks of IPv6 are had by the thousand, and each counts as a client: without wider bounds one person could have
   * any number of keys made, or fill the table of clients so that nobody else has any.
   */
  const widerBounds = (client: string, quota: number): readonly Bound[] => {
    const all = Math.max(quota, LIMITS.keysPerDayMax.value);
    const ofAll = { table: keysOfAll, client: '', quota: all, of: ' of all readers together' };
    const network = networkOf(client);
    if (network === null) return [ofAll];
    const some = Math.max(quota, LIMITS.keysPerNetworkMax.value);
    return [ofAll, { table: keysOfNetworks, client: network, quota: some, of: ` from your network (${network})` }];
  };
  const boundsOf = (budget: BudgetName, { client, tier }: Caller): readonly Bound[] => {
    const quota = settings.budgets[budget][tier];
    const own = { table: tables.get(budget)!, client, quota, of: '' };
    return budget === 'keys' ? [...widerBounds(client, quota), own] : [own];
  };
  const wait = (budget: BudgetName, { charge }: Toll): number =>
    resetS(charge, REQUEST_BUDGETS[budget].windowS, stopwatch.elapsedMs());
  const policy = (budget: BudgetName, { charge }: Toll) =>
    `"${budget}";q=${charge.quota};w=${REQUEST_BUDGETS[budget].windowS}`;
  const standing = (budget: BudgetName, toll: Toll) =>
    `"${budget}";r=${remaining(toll.charge)};t=${wait(budget, toll)}`;
  return {
    take: (budget, caller) => (settings.limits ? takeAll(boundsOf(budget, caller), stopwatch.elapsedMs()) : null),
    fields: (budget, toll) => ({ 'RateLimit-Policy': policy(budget, toll), RateLimit: standing(budget, toll) }),
    refusal: (budget, toll) => {
      const retryAfterS = wait(budget, toll);
      return {
        kind: 'rate-limited',
        retryAfterS,
        error: `Requests to this endpoint${toll.of} are limited to ${toll.charge.quota} in ${spoken(REQUEST_BUDGETS[budget].windowS)} and all of them are used; ask again in ${spoken(retryAfterS)}.`,
      };
    },
  };
};

/** Counts a request under each bound, the widest first, or under none where one of them has no room. */
const takeAll = (bounds: readonly Bound[], nowMs: number): Toll => {
  const taken: { readonly table: RateTable; readonly charge: Charge }[] = [];
  const refund = (): void => {
    for (const { table, charge } of taken) table.refund(charge);
  };
  for (const { table, client, quota, of } of bounds) {
    const charge = table.take(client, quota, nowMs);
    if (!charge.allowed) {
      refund();
      return { allowed: false, charge, of, refund: () => {} };
    }
    taken.push({ table, charge });
  }
  return { allowed: true, charge: taken.at(-1)!.charge, of: '', refund };
};

const HOUR_S = 3_600;

/** A span of time as a sentence tells it: from an hour on nobody counts seconds. */
const spoken = (seconds: number): string =>
  seconds > HOUR_S ? counted(Math.ceil(seconds / HOUR_S), 'hour') : counted(seconds, 'second');
