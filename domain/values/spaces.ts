/** Matches any run of spaces other than a single plain space. */
const ODD_SPACES = / {2}|(?! )\p{Zs}/u;

const SPACE_RUNS = /\p{Zs}+/gu;

/**
 * Replaces every run of spaces with one plain space (contract, section 2, Text). Can also be applied to compact JSON,
 * which has no spaces outside strings.
 */
export function tidySpaces(text: string): string {
  return ODD_SPACES.test(text) ? text.replace(SPACE_RUNS, ' ') : text;
}
