/**
 * Patterns for date-times and days (contract, section 2, Time). They follow RFC 3339, with an upper-case T and Z and
 * without leap seconds. Years are limited to 1000–2999, so that the year still has four digits after an offset is
 * applied.
 */
const DAY_EXPRESSION = '[12][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';

export const DAY_PATTERN = `^${DAY_EXPRESSION}$`;

export const INSTANT_PATTERN = `^${DAY_EXPRESSION}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$`;

/** Maximum length, in characters, that the pattern allows: a date-time with nine decimals and an offset. */
export const INSTANT_LENGTH_MAX = 35;

const instantRegExp = new RegExp(INSTANT_PATTERN);
const dayRegExp = new RegExp(DAY_PATTERN);

const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns whether a string beginning with YYYY-MM-DD names a day that exists. */
function isExistingDay(text: string): boolean {
  const date = Number(text.slice(8, 10));
  if (date <= 28) return true;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const isLeapDay = month === 2 && date === 29;
  return isLeapDay ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) : date <= DAYS_OF_MONTH[month - 1]!;
}

export function isInstant(text: string): boolean {
  return text.length <= INSTANT_LENGTH_MAX && instantRegExp.test(text) && isExistingDay(text);
}

export function isDay(text: string): boolean {
  return text.length === 10 && dayRegExp.test(text) && isExistingDay(text);
}

const FRACTION_PATTERN = /\.[0-9]{1,3}/;
const TRAILING_ZEROS_PATTERN = /\.?0+$/;

/** Length of a UTC date-time without fractional seconds. Such a date-time is already normalized. */
const LENGTH_WITHOUT_FRACTION = 20;

/**
 * Normalizes a date-time to UTC with at most millisecond precision and no trailing zeros. All spellings of an instant
 * yield the same string, so that equal records can be recognized.
 */
export function toUtcInstant(text: string): string {
  const isUtc = text.endsWith('Z');
  if (isUtc && text.length === LENGTH_WITHOUT_FRACTION) return text;
  const fraction = FRACTION_PATTERN.exec(text)?.[0].replace(TRAILING_ZEROS_PATTERN, '') ?? '';
  const seconds = isUtc ? text : new Date(Date.parse(text)).toISOString();
  return `${seconds.slice(0, LENGTH_WITHOUT_FRACTION - 1)}${fraction}Z`;
}
