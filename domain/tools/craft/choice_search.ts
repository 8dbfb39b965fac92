import {
  COST_TOLERANCE,
  computeGain,
  computeLosses,
  computeTotal,
  type Field,
  findCheapestPair,
  isLeft,
  isOpen,
  isSpent,
  type State,
  sumFixedCosts,
} from './choice_field.ts';

/**
 * Settles every recipe that can be settled without a search. If a recipe does not pay off on top of the open recipes,
 * it never will, because more recipes only lower its gain. If it pays off on top of all remaining recipes, it always
 * will. If the work limit is reached, the remaining recipes stay undecided.
 */
function settleRecipes(field: Field, given: readonly State[]): readonly State[] {
  const state = [...given];
  for (let changed = true; changed && !isSpent(field); ) {
    changed = false;
    const open = findCheapestPair(field, state, isOpen);
    for (const [recipe, own] of state.entries()) {
      if (own !== 'undecided' || computeGain(field, open, recipe) > field.fixed[recipe]!) continue;
      state[recipe] = 'closed';
      changed = true;
    }
    const losses = computeLosses(field, findCheapestPair(field, state, isLeft));
    for (const [recipe, own] of state.entries()) {
      if (own !== 'undecided' || !(losses[recipe]! > 0 && losses[recipe]! >= field.fixed[recipe]!)) continue;
      state[recipe] = 'open';
      changed = true;
    }
  }
  return state;
}

/** Finds the recipes that no cheapest choice uses, as far as the work limit allows. */
export function findUseless(field: Field): (recipe: number) => boolean {
  const state = settleRecipes(
    field,
    field.costs.map((): State => 'undecided'),
  );
  return (recipe) => state[recipe] === 'closed';
}

interface SearchResult {
  readonly state: readonly State[];
  readonly finished: boolean;
  /** A lower bound on the cost of any choice. */
  readonly least: number;
}

/**
 * Runs branch and bound over the whole field, allowing `searchWork` more work for the search itself. Returns the best
 * choice found before the work limit was reached.
 */
export function searchField(field: Field, searchWork: number): SearchResult {
  const root = settleRecipes(
    field,
    field.costs.map((): State => 'undecided'),
  );
  const atRoot = computeBound(field, root);
  let best: readonly State[] = root;
  let bestTotal = Infinity;
  const hold = (state: readonly State[]): void => {
    const total = computeTotal(field, state);
    if (total < bestTotal) [best, bestTotal] = [state, total];
  };
  hold(improveChoice(field, root, findPaidLessons(root, atRoot)));
  // This choice is valid even if the work limit has already been reached.
  if (bestTotal === Infinity) hold(root.map((own) => (own === 'undecided' ? 'open' : own)));
  field.workMax = field.work + searchWork;
  let finished = true;

  const visit = (state: readonly State[], bound: CostBound): void => {
    if (bound.least >= bestTotal - COST_TOLERANCE) return;
    if (isSpent(field)) {
      finished = false;
      return;
    }
    // A recipe whose slack exceeds the remaining room cannot lead to a cheaper choice.
    const room = bestTotal - COST_TOLERANCE - bound.least;
    const left = state.map(
      (own, recipe): State => (own === 'undecided' && bound.slack[recipe]! > room ? 'closed' : own),
    );
    const branch = findMostPromising(field, left);
    if (branch === null) {
      hold(left);
      return;
    }
    hold(improveChoice(field, left, findPaidLessons(left, bound)));
    for (const half of ['open', 'closed'] as const) {
      const next = settleRecipes(field, left.with(branch, half));
      visit(next, computeBound(field, next));
    }
  };
  visit(root, atRoot);
  return { state: best, finished, least: atRoot.least };
}

/** Returns the undecided recipe that saves the most on top of the open recipes, or null if all recipes are decided. */
function findMostPromising(field: Field, state: readonly State[]): number | null {
  const open = findCheapestPair(field, state, isOpen);
  const left = computeLosses(field, findCheapestPair(field, state, isLeft));
  let best: number | null = null;
  let most: readonly [gain: number, loss: number] = [-Infinity, -Infinity];
  for (const [recipe, own] of state.entries()) {
    if (own !== 'undecided') continue;
    const saves = [computeGain(field, open, recipe) - field.fixed[recipe]!, left[recipe]!] as const;
    if (saves[0] > most[0] || (saves[0] === most[0] && saves[1] > most[1])) [best, most] = [recipe, saves];
  }
  return best;
}

/**
 * Builds a good choice by local search: starts with some of the undecided recipes, then adds or removes one recipe at a
 * time as long as this lowers the cost.
 */
function improveChoice(field: Field, given: readonly State[], some: readonly boolean[]): readonly State[] {
  let state = given.map((own, recipe): State => (own === 'undecided' ? (some[recipe] ? 'open' : 'closed') : own));
  for (;;) {
    const open = findCheapestPair(field, state, isOpen);
    const losses = computeLosses(field, open);
    let best: number | null = null;
    let most = COST_TOLERANCE;
    for (const [recipe, own] of given.entries()) {
      if (own !== 'undecided') continue;
      const fixed = field.fixed[recipe]!;
      const saved = state[recipe] === 'open' ? fixed - losses[recipe]! : computeGain(field, open, recipe) - fixed;
      if (saved > most) [best, most] = [recipe, saved];
    }
    if (best === null || isSpent(field)) return state;
    state = state.with(best, state[best] === 'open' ? 'closed' : 'open');
  }
}

/** Returns the recipes that give each point, cheapest first. Computed once for all bounds of a search. */
function listOffers(field: Field): readonly (readonly number[])[] {
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
function computeBound(field: Field, state: readonly State[]): CostBound {
  const slack = Float64Array.from(field.fixed, (cost, recipe) => (state[recipe] === 'open' ? 0 : cost));
  const offers = listOffers(field).map((own) => own.filter((recipe) => isLeft(state[recipe]!)));
  field.work += field.points * field.costs.length;
  if (offers.some((own) => own.length === 0)) return { least: Infinity, slack };
  const paid = offers.map((own, point) => field.costs[own[0]!]![point]!);
  for (let raised = true; raised && !isSpent(field); ) {
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
function findPaidLessons(state: readonly State[], { slack }: CostBound): readonly boolean[] {
  return state.map((own, recipe) => own === 'open' || (own === 'undecided' && slack[recipe]! <= COST_TOLERANCE));
}
