/** Requests a window, without a key and with one. */
export interface Quota {
  readonly anonymous: number;
  readonly keyed: number;
}

export interface Budget {
  readonly quota: Quota;
  readonly windowS: number;
}

const HOUR_S = 3600;

const budget = (anonymous: number, keyed = anonymous, windowS = HOUR_S): Budget => ({
  quota: { anonymous, keyed },
  windowS,
});

/** How often one client address (or key) may call each endpoint (spec, Limits; contract, section 1, Rate limits). */
export const BUDGETS = {
  corpus: budget(30, 2000),
  drops: budget(30, 2000),
  intake: budget(240),
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof BUDGETS;
