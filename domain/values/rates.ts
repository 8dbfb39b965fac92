/** Returns the upper bound for the drop rate of any item from a source whose loot windows were all empty. */
export function computeZeroBound(kills: number): number {
  return computeWilsonInterval(0, kills).high;
}

/** The 0.975 quantile of the normal distribution. It yields 95% intervals. */
const Z_95 = 1.959963984540054;

export interface RateInterval {
  readonly low: number;
  readonly high: number;
}

/** Computes Wilson's score interval to six decimals (contract, section 3, Drops). `kills` must be at least 1. */
export function computeWilsonInterval(drops: number, kills: number): RateInterval {
  const rate = drops / kills;
  const spread = Z_95 * Math.sqrt((rate * (1 - rate)) / kills + (Z_95 * Z_95) / (4 * kills * kills));
  const centre = rate + (Z_95 * Z_95) / (2 * kills);
  const scale = 1 + (Z_95 * Z_95) / kills;
  return {
    low: drops === 0 ? 0 : roundToSixDecimals((centre - spread) / scale),
    high: drops === kills ? 1 : roundToSixDecimals((centre + spread) / scale),
  };
}

function roundToSixDecimals(x: number): number {
  return Math.round(x * 1e6) / 1e6;
}

/** Compares by source: NPCs before objects, each by id. */
export function compareSources(
  a: { readonly sourceType: string; readonly sourceId: number },
  b: { readonly sourceType: string; readonly sourceId: number },
): number {
  return a.sourceType === b.sourceType ? a.sourceId - b.sourceId : a.sourceType < b.sourceType ? -1 : 1;
}
