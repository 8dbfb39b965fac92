import { KEYS_PER_DAY } from './limits.ts';

/**
 * Requests allowed per window. `anonymous` applies per address. `keyed` applies per key, and is null if the endpoint
 * accepts no keys.
 */
interface RequestBudget {
  readonly anonymous: number;
  readonly keyed: number | null;
  readonly windowS: number;
  readonly description: string;
}

const HOUR_S = 3600;
const DAY_S = 86400;

function budget(anonymous: number, keyed: number | null, description: string, windowS = HOUR_S) {
  return { anonymous, keyed, windowS, description };
}

/** Request budgets by endpoint. Each endpoint is counted separately (contract, section 1, Rate limits). */
export const REQUEST_BUDGETS = {
  corpus: budget(30, 2000, 'GET /api/corpus/public'),
  drops: budget(30, 2000, 'GET /api/rollups/drops and /api/rollups/gathering'),
  edges: budget(120, 2000, 'GET /api/edges'),
  items: budget(120, 2000, 'GET /api/items'),
  market: budget(120, null, 'GET /api/market/prices'),
  tools: budget(
    240,
    2000,
    'GET /api/tools/{tool} and /api/tools, and the pages /search, /profession/{slug} and /upload/{uploadId}',
  ),
  mcp: budget(240, 2000, 'the tool-protocol server at /mcp'),
  tooltip: budget(
    3600,
    null,
    'GET /api/tooltip/{type}/{id}, all other pages with facts but the first, pictures of maps, /coverage.json and the lists for search engines',
  ),
  suggest: budget(3600, null, 'GET /api/suggest'),
  feeds: budget(240, null, 'GET /feeds/{name}.atom and /feeds/{kind}/{name}.atom'),
  intake: budget(240, null, 'POST /api/intake, and the forms of /connect but the one that makes a key'),
  // Each part of a file downloaded in parts counts as a request.
  exports: budget(240, null, 'GET /export/{name}, each part that is asked for with Range; the index is not limited'),
  changes: budget(3600, null, 'GET /api/changes, /api/changes/stream and the files of /changes'),
  compare: budget(10, null, 'POST /compare'),
  keychecks: budget(3600, null, 'GET /replica/keys/{digest}, with which edges check keys'),
  keys: budget(KEYS_PER_DAY, null, 'creating a key at /connect#keys', DAY_S),
} as const satisfies Record<string, RequestBudget>;

export type BudgetName = keyof typeof REQUEST_BUDGETS;

/** A limit for callers without a key, and a limit for callers with one. */
export interface Quota {
  readonly anonymous: number;
  readonly keyed: number;
}
