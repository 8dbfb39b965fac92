/** Decimals of percentages below 0.01, so that rare drops do not look alike. */
const DECIMALS_OF_RARE = 4;

/**
 * Formats a fraction from 0 to 1 in percent with at most this many decimals, or four below 0.01%. Trailing zeros are
 * left out: 0.5 is `50`.
 */
export function percentDigits(fraction: number, decimals: number): string {
  const percent = 100 * fraction;
  return String(Number(percent.toFixed(percent < 0.01 ? DECIMALS_OF_RARE : decimals)));
}

/** Like `percentDigits`, for the rate of an item that did drop, which is never written as 0. */
export function ratePercent(fraction: number, decimals: number): string {
  const text = percentDigits(fraction, decimals);
  return text === '0' ? '0.0001' : text;
}
