/** Numbers of a slice: both ends as logits, the density at both ends, and the integral between them. */
const NUMBERS_PER_SLICE = 5;
const [FROM, TO, FIRST, LAST, MASS] = [0, 1, 2, 3, 4];

/** A density over logits, as consecutive slices between whose ends it is linear. */
export interface SlicedDensity {
  clear(): void;
  /** Adds a slice after the others. Densities are given up to a constant factor, and `mass` is the slice's integral. */
  add(from: number, to: number, first: number, last: number, mass: number): void;
  /** Returns the integral over all slices. */
  mass(): number;
  /** Returns the rate below which this much mass lies, or 1 if there is less. */
  rateBelow(mass: number): number;
}

/** Creates a density that keeps its memory when it is cleared. An object for each slice would be mostly garbage. */
export function createSlicedDensity(): SlicedDensity {
  let slices = new Float64Array(NUMBERS_PER_SLICE * 512);
  let end = 0;

  /** Returns the fraction of the slice at `at`, from its start, that holds this much mass. */
  const shareOfSlice = (at: number, mass: number): number => {
    const [first, last] = [slices[at + FIRST]!, slices[at + LAST]!];
    const share = Math.min(1, mass / slices[at + MASS]!);
    if (Math.abs(last - first) < 1e-9 * (first + last)) return share;
    return (Math.sqrt(first * first + share * (last * last - first * first)) - first) / (last - first);
  };

  return {
    clear: () => {
      end = 0;
    },
    add: (from, to, first, last, mass) => {
      if (end === slices.length) {
        const grown = new Float64Array(2 * end);
        grown.set(slices);
        slices = grown;
      }
      slices[end + FROM] = from;
      slices[end + TO] = to;
      slices[end + FIRST] = first;
      slices[end + LAST] = last;
      slices[end + MASS] = mass;
      end += NUMBERS_PER_SLICE;
    },
    mass: () => {
      let sum = 0;
      for (let at = 0; at < end; at += NUMBERS_PER_SLICE) sum += slices[at + MASS]!;
      return sum;
    },
    rateBelow: (mass) => {
      let below = 0;
      for (let at = 0; at < end; at += NUMBERS_PER_SLICE) {
        const own = slices[at + MASS]!;
        if (below + own >= mass) {
          const from = slices[at + FROM]!;
          return 1 / (1 + Math.exp(-(from + (slices[at + TO]! - from) * shareOfSlice(at, mass - below))));
        }
        below += own;
      }
      return 1;
    },
  };
}
