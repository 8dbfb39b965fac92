/** The 0.975 quantile of the normal distribution. The interval contains the true rate in 95 of 100 cases. */
const Z = 1.959963984540054;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's score interval for `drops` successes in `kills` trials. Both bounds are rounded to six decimals (contract,
 * section 3, Drops). `kills` is at least 1.
 */
export function wilson(drops: number, kills: number): Interval {
  const rate = drops / kills;
  const spread = Z * Math.sqrt((rate * (1 - rate)) / kills + (Z * Z) / (4 * kills * kills));
  const centre = rate + (Z * Z) / (2 * kills);
  const scale = 1 + (Z * Z) / kills;
  return {
    low: drops === 0 ? 0 : sixDecimals((centre - spread) / scale),
    high: drops === kills ? 1 : sixDecimals((centre + spread) / scale),
  };
}

function sixDecimals(x: number): number {
  return Math.round(x * 1e6) / 1e6;
}
