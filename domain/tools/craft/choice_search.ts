import {
  type Choice,
  COST_TOLERANCE,
  computeChoiceCost,
  computeRecipeGain,
  computeRecipeLosses,
  findCheapestPair,
  isOpenState,
  isUsableState,
  isWorkSpent,
  type SearchField,
  sumFixedCosts,
} from './choice_field.ts';

/**
 * Settles every recipe that can be settled without a search. If a recipe does not pay off on top of the open recipes,
 * it never will, because more recipes only lower its gain. If it pays off on top of all remaining recipes, it always
 * will. If the work limit is reached, the remaining recipes stay undecided.
 */
function decideRecipes(field: SearchField, given: readonly Choice[]): readonly Choice[] {
  const state = [...given];
  for (let changed = true; changed && !isWorkSpent(field); ) {
    changed = false;
    const open = findCheapestPair(field, state, isOpenState);
    for (const [recipe, own] of state.entries()) {
      if (own !== 'undecided' || computeRecipeGain(field, open, recipe) > field.fixed[recipe]!) continue;
      state[recipe] = 'closed';
      changed = true;
    }
    const losses = computeRecipeLosses(field, findCheapestPair(field, state, isUsableState));
    for (const [recipe, own] of state.entries()) {
      if (own !== 'undecided' || !(losses[recipe]! > 0 && losses[recipe]! >= field.fixed[recipe]!)) continue;
      state[recipe] = 'open';
      changed = true;
    }
  }
  return state;
}

/** Finds the recipes that no cheapest choice uses, as far as the work limit allows. */
export function createUselessTest(field: SearchField): (recipe: number) => boolean {
  const state = decideRecipes(
    field,
    field.costs.map((): Choice => 'undecided'),
  );
  return (recipe) => state[recipe] === 'closed';
}

interface SearchResult {
  readonly state: readonly Choice[];
  readonly finished: boolean;
  /** A lower bound on the cost of any choice. */
  readonly least: number;
}

/**
 * Runs branch and bound over the whole field, allowing `searchWork` more work for the search itself. Returns the best
 * choice found before the work limit was reached.
 */
export function searchForChoice(field: SearchField, searchWork: number): SearchResult {
  const root = decideRecipes(
    field,
    field.costs.map((): Choice => 'undecided'),
  );
  const atRoot = computeCostBound(field, root);
  let best: readonly Choice[] = root;
  let bestTotal = Infinity;
  const hold = (state: readonly Choice[]): void => {
    const total = computeChoiceCost(field, state);
    if (total < bestTotal) [best, bestTotal] = [state, total];
  };
  hold(improveChoice(field, root, selectPaidLessons(root, atRoot)));
  // This choice is valid even if the work limit has already been reached.
  if (bestTotal === Infinity) hold(root.map((own) => (own === 'undecided' ? 'open' : own)));
  field.workMax = field.work + searchWork;
  let finished = true;

  const visit = (state: readonly Choice[], bound: CostBound): void => {
    if (bound.least >= bestTotal - COST_TOLERANCE) return;
    if (isWorkSpent(field)) {
      finished = false;
      return;
    }
    // A recipe whose slack exceeds the remaining room cannot lead to a cheaper choice.
    const room = bestTotal - COST_TOLERANCE - bound.least;
    const left = state.map(
      (own, recipe): Choice => (own === 'undecided' && bound.slack[recipe]! > room ? 'closed' : own),
    );
    const branch = findBestBranch(field, left);
    if (branch === null) {
      hold(left);
      return;
    }
    hold(improveChoice(field, left, selectPaidLessons(left, bound)));
    for (const half of ['open', 'closed'] as const) {
      const next = decideRecipes(field, left.with(branch, half));
      visit(next, computeCostBound(field, next));
    }
  };
  visit(root, atRoot);
  return { state: best, finished, least: atRoot.least };
}

/** Returns the undecided recipe that saves the most on top of the open recipes, or null if all recipes are decided. */
function findBestBranch(field: SearchField, state: readonly Choice[]): number | null {
  const open = findCheapestPair(field, state, isOpenState);
  const left = computeRecipeLosses(field, findCheapestPair(field, state, isUsableState));
  let best: number | null = null;
  let most: readonly [gain: number, loss: number] = [-Infinity, -Infinity];
  for (const [recipe, own] of state.entries()) {
    if (own !== 'undecided') continue;
    const saves = [computeRecipeGain(field, open, recipe) - field.fixed[recipe]!, left[recipe]!] as const;
    if (saves[0] > most[0] || (saves[0] === most[0] && saves[1] > most[1])) [best, most] = [recipe, saves];
  }
  return best;
}

/**
 * Builds a good choice by local search: starts with some of the undecided recipes, then adds or removes one recipe at a
 * time as long as this lowers the cost.
 */
function improveChoice(field: SearchField, given: readonly Choice[], some: readonly boolean[]): readonly Choice[] {
  let state = given.map((own, recipe): Choice => (own === 'undecided' ? (some[recipe] ? 'open' : 'closed') : own));
  for (;;) {
    const open = findCheapestPair(field, state, isOpenState);
    const losses = computeRecipeLosses(field, open);
    let best: number | null = null;
    let most = COST_TOLERANCE;
    for (const [recipe, own] of given.entries()) {
      if (own !== 'undecided') continue;
      const fixed = field.fixed[recipe]!;
      const saved = state[recipe] === 'open' ? fixed - losses[recipe]! : computeRecipeGain(field, open, recipe) - fixed;
      if (saved > most) [best, most] = [recipe, saved];
    }
    if (best === null || isWorkSpent(field)) return state;
    state = state.with(best, state[best] === 'open' ? 'closed' : 'open');
  }
}

/** Returns the recipes that give each point, cheapest first. Computed once for all bounds of a search. */
function listRecipesByPoint(field: SearchField): readonly (readonly number[])[] {
  field.offers ??= Array.from({ length: field.points }, (_, point) => {
    const costs = field.costs.map((own) => own[point]!);
    return [...costs.keys()].filter((recipe) => costs[recipe]! < Infinity).sort((a, b) => costs[a]! - costs[b]!);
  });
  return field.offers;
}

interface CostBound {
  /** A lower bound on the cost of every choice that the state allows. */
  readonly least: number;
  /** For each recipe, the minimum extra cost of a choice that uses the recipe. */
  readonly slack: Float64Array;
}

/**
 * Returns a lower bound on the cost of choices that the state allows, by dual ascent: raises the price of each point
 * until some recipe is fully paid for. A recipe is fully paid for when the amounts by which the prices exceed its own
 * costs, summed over all points, reach the cost to learn it. The bound is valid even if the ascent stops early.
 */
function computeCostBound(field: SearchField, state: readonly Choice[]): CostBound {
  const slack = Float64Array.from(field.fixed, (cost, recipe) => (state[recipe] === 'open' ? 0 : cost));
  const offers = listRecipesByPoint(field).map((own) => own.filter((recipe) => isUsableState(state[recipe]!)));
  field.work += field.points * field.costs.length;
  if (offers.some((own) => own.length === 0)) return { least: Infinity, slack };
  const paid = offers.map((own, point) => field.costs[own[0]!]![point]!);
  for (let raised = true; raised && !isWorkSpent(field); ) {
    raised = false;
    for (const [point, own] of offers.entries()) {
      field.work += own.length;
      const pays = paid[point]!;
      let room = Infinity;
      for (const recipe of own) {
        const cost = field.costs[recipe]![point]!;
        room = Math.min(room, cost > pays ? cost - pays : slack[recipe]!);
        if (cost > pays || room <= 0) break;
      }
      if (room <= 0 || room === Infinity) continue;
      for (const recipe of own) {
        if (field.costs[recipe]![point]! > pays) break;
        slack[recipe] = slack[recipe]! - room;
      }
      paid[point] = pays + room;
      // Smaller steps are rounding noise.
      if (room > COST_TOLERANCE) raised = true;
    }
  }
  return { least: paid.reduce((sum, own) => sum + own, 0) + sumFixedCosts(field, state), slack };
}

/** Returns the recipes whose lesson is fully paid for by the bound. They make a good first choice. */
function selectPaidLessons(state: readonly Choice[], { slack }: CostBound): readonly boolean[] {
  return state.map((own, recipe) => own === 'open' || (own === 'undecided' && slack[recipe]! <= COST_TOLERANCE));
}
