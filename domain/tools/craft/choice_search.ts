/**
 * One of several recipes for each of several points, at the least total cost: what each point costs with its recipe, and
 * once for each recipe that is used at all what it costs to learn.
 */
export interface ChoiceAsked {
  /** By recipe, then by point; Infinity where the recipe gives no point. Every point has a recipe. */
  readonly costs: readonly Float64Array[];
  /** By recipe: paid once. */
  readonly fixed: readonly number[];
}

/** Copper is whole; sums of fractions differ in their last digits. */
const EPSILON = 1e-6;

type State = 'open' | 'closed' | 'undecided';

export interface Field extends ChoiceAsked {
  readonly points: number;
  workMax: number;
  work: number;
  offers?: readonly (readonly number[])[];
}

export const isSpent = ({ work, workMax }: Field): boolean => work > workMax;

/** A choice to search for, with the cells that may be looked at. */
export const fieldOf = ({ costs, fixed }: ChoiceAsked, workMax: number): Field => ({
  ...{ costs, fixed, points: costs[0]?.length ?? 0 },
  ...{ work: 0, workMax },
});

interface Searched {
  readonly state: readonly State[];
  readonly finished: boolean;
  /** No choice costs less. */
  readonly least: number;
}

/**
 * Branch and bound over all of it, with so much more work for the search itself. Where that is spent, the best choice
 * found until then.
 */
export const searched = (field: Field, searchWork: number): Searched => {
  const root = reduced(
    field,
    field.costs.map((): State => 'undecided'),
  );
  const atRoot = boundOf(field, root);
  let best: readonly State[] = root;
  let bestTotal = Infinity;
  const hold = (state: readonly State[]): void => {
    const total = totalOf(field, state);
    if (total < bestTotal) [best, bestTotal] = [state, total];
  };
  hold(improved(field, root, tightIn(root, atRoot)));
  // Where the work was spent before, this is the choice that is there for certain.
  if (bestTotal === Infinity) hold(root.map((own) => (own === 'undecided' ? 'open' : own)));
  field.workMax = field.work + searchWork;
  let finished = true;

  const visit = (state: readonly State[], bound: Bound): void => {
    if (bound.least >= bestTotal - EPSILON) return;
    if (isSpent(field)) {
      finished = false;
      return;
    }
    // With a recipe that the bound leaves no room for, nothing cheaper is left.
    const room = bestTotal - EPSILON - bound.least;
    const left = state.map(
      (own, recipe): State => (own === 'undecided' && bound.slack[recipe]! > room ? 'closed' : own),
    );
    const branch = mostPromising(field, left);
    if (branch === null) {
      hold(left);
      return;
    }
    hold(improved(field, left, tightIn(left, bound)));
    for (const half of ['open', 'closed'] as const) {
      const next = reduced(field, left.with(branch, half));
      visit(next, boundOf(field, next));
    }
  };
  visit(root, atRoot);
  return { state: best, finished, least: atRoot.least };
};

/** Which recipes no cheapest choice uses, as far as the work allows to tell. */
export const uselessIn = (field: Field): ((recipe: number) => boolean) => {
  const state = reduced(
    field,
    field.costs.map((): State => 'undecided'),
  );
  return (recipe) => state[recipe] === 'closed';
};

/** The cheapest and second cheapest recipe of each point among some. */
interface Cheapest {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly recipe: Int32Array;
}

const cheapestOf = (field: Field, state: readonly State[], among: (state: State) => boolean): Cheapest => {
  const first = new Float64Array(field.points).fill(Infinity);
  const second = new Float64Array(field.points).fill(Infinity);
  const recipe = new Int32Array(field.points).fill(-1);
  for (const [at, own] of field.costs.entries()) {
    if (!among(state[at]!)) continue;
    field.work += field.points;
    for (let point = 0; point < field.points; point++) {
      const cost = own[point]!;
      if (cost < first[point]!) {
        second[point] = first[point]!;
        first[point] = cost;
        recipe[point] = at;
      } else if (cost < second[point]!) second[point] = cost;
    }
  }
  return { first, second, recipe };
};

const isOpen = (state: State): boolean => state === 'open';
const isLeft = (state: State): boolean => state !== 'closed';

/** What each recipe would save beside those: Infinity where it gives a point that none of them gives. */
const gainBeside = (field: Field, { first }: Cheapest, recipe: number): number => {
  const own = field.costs[recipe]!;
  let gain = 0;
  field.work += field.points;
  for (let point = 0; point < field.points; point++) {
    if (own[point]! < first[point]!) gain += first[point]! - own[point]!;
  }
  return gain;
};

/** What each recipe saves at the points where it is the cheapest of those, against the second cheapest. */
const lossesWithout = (field: Field, { first, second, recipe }: Cheapest): Float64Array => {
  const losses = new Float64Array(field.costs.length);
  for (let point = 0; point < field.points; point++) {
    const at = recipe[point]!;
    if (at >= 0) losses[at] = losses[at]! + (second[point]! - first[point]!);
  }
  return losses;
};

/**
 * Settles what can be settled: a recipe that does not pay beside those that are open never will, since others only lower
 * its gain; one that pays beside all that are left always does. Once the work is spent, the rest stays undecided.
 */
const reduced = (field: Field, given: readonly State[]): readonly State[] => {
  const state = [...given];
  for (let changed = true; changed && !isSpent(field); ) {
    changed = false;
    const open = cheapestOf(field, state, isOpen);
    for (const [recipe, own] of state.entries()) {
      if (own !== 'undecided' || gainBeside(field, open, recipe) > field.fixed[recipe]!) continue;
      state[recipe] = 'closed';
      changed = true;
    }
    const losses = lossesWithout(field, cheapestOf(field, state, isLeft));
    for (const [recipe, own] of state.entries()) {
      if (own !== 'undecided' || !(losses[recipe]! > 0 && losses[recipe]! >= field.fixed[recipe]!)) continue;
      state[recipe] = 'open';
      changed = true;
    }
  }
  return state;
};

/** By point: the recipes that give it, the cheapest first. Found once for all bounds of a search. */
const offersOf = (field: Field): readonly (readonly number[])[] => {
  field.offers ??= Array.from({ length: field.points }, (_, point) => {
    const costs = field.costs.map((own) => own[point]!);
    return [...costs.keys()].filter((recipe) => costs[recipe]! < Infinity).sort((a, b) => costs[a]! - costs[b]!);
  });
  return field.offers;
};

interface Bound {
  /** No choice within the state costs less. */
  readonly least: number;
  /** By recipe: a choice that uses it costs at least so much more. */
  readonly slack: Float64Array;
}

/**
 * What choices within a state cost at least: what each point is willing to pay is raised as long as no recipe is paid
 * more than it costs to learn by all points together, beyond what it costs at each (dual ascent). It bounds whenever it
 * ends.
 */
const boundOf = (field: Field, state: readonly State[]): Bound => {
  const slack = Float64Array.from(field.fixed, (cost, recipe) => (state[recipe] === 'open' ? 0 : cost));
  const offers = offersOf(field).map((own) => own.filter((recipe) => isLeft(state[recipe]!)));
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
      // Less than this cannot add up to anything.
      if (room > EPSILON) raised = true;
    }
  }
  return { least: paid.reduce((sum, own) => sum + own, 0) + fixedOf(field, state), slack };
};

/** The recipes that the bound pays in full: good ones to begin with. */
const tightIn = (state: readonly State[], { slack }: Bound): readonly boolean[] =>
  state.map((own, recipe) => own === 'open' || (own === 'undecided' && slack[recipe]! <= EPSILON));

const totalOf = (field: Field, state: readonly State[]): number =>
  sumOf(cheapestOf(field, state, isOpen).first) + fixedOf(field, state);

const fixedOf = ({ fixed }: Field, state: readonly State[]): number =>
  fixed.reduce((sum, cost, recipe) => (state[recipe] === 'open' ? sum + cost : sum), 0);

export const sumOf = (figures: Float64Array): number => figures.reduce((sum, figure) => sum + figure, 0);

/** The undecided recipe that saves most beside those that are open; null: all is decided. */
const mostPromising = (field: Field, state: readonly State[]): number | null => {
  const open = cheapestOf(field, state, isOpen);
  const left = lossesWithout(field, cheapestOf(field, state, isLeft));
  let best: number | null = null;
  let most: readonly [gain: number, loss: number] = [-Infinity, -Infinity];
  for (const [recipe, own] of state.entries()) {
    if (own !== 'undecided') continue;
    const saves = [gainBeside(field, open, recipe) - field.fixed[recipe]!, left[recipe]!] as const;
    if (saves[0] > most[0] || (saves[0] === most[0] && saves[1] > most[1])) [best, most] = [recipe, saves];
  }
  return best;
};

/** A good choice: some of what is left, then one recipe less or more as long as that is cheaper. */
const improved = (field: Field, given: readonly State[], some: readonly boolean[]): readonly State[] => {
  let state = given.map((own, recipe): State => (own === 'undecided' ? (some[recipe] ? 'open' : 'closed') : own));
  for (;;) {
    const open = cheapestOf(field, state, isOpen);
    const losses = lossesWithout(field, open);
    let best: number | null = null;
    let most = EPSILON;
    for (const [recipe, own] of given.entries()) {
      if (own !== 'undecided') continue;
      const fixed = field.fixed[recipe]!;
      const saved = state[recipe] === 'open' ? fixed - losses[recipe]! : gainBeside(field, open, recipe) - fixed;
      if (saved > most) [best, most] = [recipe, saved];
    }
    if (best === null || isSpent(field)) return state;
    state = state.with(best, state[best] === 'open' ? 'closed' : 'open');
  }
};
