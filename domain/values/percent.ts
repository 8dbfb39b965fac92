/** Decimals of percentages below 0.01, so that rare drops do not look alike. */
const RARE_DECIMALS = 4;

/**
 * Formats a fraction from 0 to 1 in percent with at most this many decimals, or four below 0.01%. Trailing zeros are
 * left out: 0.5 is `50`.
 */
export function formatPercentDigits(fraction: number, decimals: number): string {
  const percent = 100 * fraction;
  return String(Number(percent.toFixed(percent < 0.01 ? RARE_DECIMALS : decimals)));
}

/** Like `formatPercentDigits`, for the rate of an item that did drop, which is never written as 0. */
export function formatRatePercent(fraction: number, decimals: number): string {
  const text = formatPercentDigits(fraction, decimals);
  return text === '0' ? '0.0001' : text;
}
