/** Random numbers that follow from a seed. */
export interface Random {
  /** A number from 0 to 1, without 1. */
  uniform(): number;
  /** A number from the standard normal distribution. */
  normal(): number;
  beta(a: number, b: number): number;
  binomial(tries: number, chance: number): number;
}

export function createRandom(seed: number): Random {
  let state = seed | 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  /** Draws from a gamma distribution with scale 1 by rejection (Marsaglia and Tsang, 2000). */
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * (1 - uniform()) ** (1 / shape);
    const d = shape - 1 / 3;
    for (;;) {
      const x = normal();
      const v = (1 + x / Math.sqrt(9 * d)) ** 3;
      if (v > 0 && Math.log(1 - uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  const beta = (a: number, b: number): number => {
    const [x, y] = [gamma(a), gamma(b)];
    // Both underflow to 0 if both shapes are tiny; the distribution is then nearly all at its ends.
    return x + y === 0 ? Number(uniform() < a / (a + b)) : x / (x + y);
  };
  const binomial = (tries: number, chance: number): number => {
    let count = 0;
    for (let i = 0; i < tries; i++) if (uniform() < chance) count++;
    return count;
  };
  return { uniform, normal, beta, binomial };
}
