/**
 * Returns a generator of pseudo-random numbers from 0 (inclusive) to 1 (exclusive). The same seed always produces the
 * same sequence.
 */
export function seededNumbers(seed: number): () => number {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296;
  };
}
