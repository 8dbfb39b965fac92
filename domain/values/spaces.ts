/** Matches any space that is not a single plain space. */
const ODD_SPACES = / {2}|(?! )\p{Zs}/u;

const SPACES = /\p{Zs}+/gu;

/** Replaces every run of spaces with one plain space (contract, section 2, Text). Also safe for compact JSON. */
export function plainSpaces(text: string): string {
  return ODD_SPACES.test(text) ? text.replace(SPACES, ' ') : text;
}
