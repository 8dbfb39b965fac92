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
  take(budget: BudgetName, caller: Caller): RateLimitResult | null;
  /** `RateLimit-Policy` and `RateLimit` (IETF draft 11), as the budget stands now. */
  fields(budget: BudgetName, toll: RateLimitResult): Fields;
  refusal(budget: BudgetName, toll: RateLimitResult): Refusal;
}

/** What a request was told by every bound that holds for it. */
export interface RateLimitResult {
  readonly allowed: boolean;
  /** By the bound that refused it, or the one that has least left. */
  readonly charge: Charge;
  /** Who shares the bound that refused it, as a sentence names them; empty: its client alone. */
  readonly of: string;
  /** Takes a request back that the service could not serve. */
  refund(): void;
}

/** Clients known at a time, of each budget. */
const CLIENTS_MAX = 20_000;
/** IPv6 networks of each width known at a time, of each budget. Fewer: each stands for many clients. */
const NETWORKS_MAX = 5_000;

/** Wider bounds of an IPv6 client, the widest first: how many budgets of one client its network has. */
const NETWORKS = [
  { bits: 48, budgets: LIMITS.budgetsPer48Max.value },
  { bits: 56, budgets: LIMITS.budgetsPer56Max.value },
] as const;

/** The windows of one budget: those of clients, and of IPv6 networks by their width. */
interface BudgetTables {
  readonly clients: RateTable;
  readonly networks: Readonly<Record<48 | 56, RateTable>>;
}

/** A bound that a request is counted under. */
interface Bound {
  readonly table: RateTable;
  readonly client: string;
  readonly quota: number;
  readonly of: string;
}

export function createLimits(settings: AppSettings, stopwatch: Stopwatch): Limits {
  const tables = new Map<BudgetName, BudgetTables>();
  for (const [name, { windowS }] of Object.entries(REQUEST_BUDGETS)) {
    const ofNetworks = (): RateTable => createRateTable(windowS, NETWORKS_MAX);
    const clients = createRateTable(windowS, CLIENTS_MAX);
    tables.set(name as BudgetName, { clients, networks: { 48: ofNetworks(), 56: ofNetworks() } });
  }
  const keysOfAll = createRateTable(REQUEST_BUDGETS.keys.windowS, 1);
  /** Each network has a table apart from its clients': however many of these there are, they push no network out. */
  const networkBounds = ({ networks }: BudgetTables, client: string, quota: number): readonly Bound[] =>
    NETWORKS.flatMap(({ bits, budgets }) => {
      const network = networkOf(client, bits);
      if (network === null) return [];
      return [
        { table: networks[bits], client: network, quota: quota * budgets, of: ` from your network (${network})` },
      ];
    });
  const boundsOf = (budget: BudgetName, { client, tier }: Caller): readonly Bound[] => {
    const quota = settings.budgets[budget][tier];
    const own = tables.get(budget)!;
    const bounds = [...networkBounds(own, client, quota), { table: own.clients, client, quota, of: '' }];
    if (budget !== 'keys') return bounds;
    const all = Math.max(quota, LIMITS.keysPerDayMax.value);
    return [{ table: keysOfAll, client: '', quota: all, of: ' of all readers together' }, ...bounds];
  };
  const wait = (budget: BudgetName, { charge }: RateLimitResult): number =>
    resetS(charge, REQUEST_BUDGETS[budget].windowS, stopwatch.elapsedMs());
  const policy = (budget: BudgetName, { charge }: RateLimitResult) =>
    `"${budget}";q=${charge.quota};w=${REQUEST_BUDGETS[budget].windowS}`;
  const standing = (budget: BudgetName, toll: RateLimitResult) =>
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
}

/** What one bound says of a request. */
type Charged = Pick<RateLimitResult, 'charge' | 'of'>;

/** Counts a request under each bound, or under none if one of them has no room. */
function takeAll(bounds: readonly Bound[], nowMs: number): RateLimitResult {
  const refusals = bounds.flatMap(({ table, client, quota, of }): readonly Charged[] => {
    const charge = table.refusal(client, quota, nowMs);
    return charge === null ? [] : [{ charge, of }];
  });
  if (refusals.length > 0) return refusedBy(refusals);
  const taken = bounds.map(({ table, client, quota, of }) => ({ table, charge: table.take(client, quota, nowMs), of }));
  const refund = (): void => {
    for (const { table, charge } of taken) table.refund(charge);
  };
  // A table that is full of blocked clients refuses newcomers without having known them.
  const crowdedOut = taken.filter(({ charge }) => !charge.allowed);
  if (crowdedOut.length > 0) {
    refund();
    return refusedBy(crowdedOut);
  }
  // The bound that will refuse first is told; of equal ones the client's own, which comes last.
  const { charge } = taken.reduce((least, one) => (remaining(one.charge) <= remaining(least.charge) ? one : least));
  return { allowed: true, charge, of: '', refund };
}

/** All windows of a budget are equally long, so waiting for the one that began last is enough for all. */
function refusedBy(refusals: readonly Charged[]): RateLimitResult {
  const { charge, of } = refusals.reduce((last, one) =>
    one.charge.window.startMs >= last.charge.window.startMs ? one : last,
  );
  return { allowed: false, charge, of, refund: () => {} };
}

const HOUR_S = 3_600;

/** A span of time as a sentence tells it: from an hour on nobody counts seconds. */
function spoken(seconds: number): string {
  return seconds > HOUR_S ? counted(Math.ceil(seconds / HOUR_S), 'hour') : counted(seconds, 'second');
}
