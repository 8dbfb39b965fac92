/** Spaces other than single plain ones. */
const ODD_SPACES = / {2}|(?! )\p{Zs}/u;

const SPACES = /\p{Zs}+/gu;

/**
 * The text with one plain space in place of any run of spaces, as names are kept (contract, section 2, Text). JSON text
 * without white space between its parts may be given whole.
 */
export function plainSpaces(text: string): string {
  return ODD_SPACES.test(text) ? text.replace(SPACES, ' ') : text;
}
