/**
 * Marks an answer if all of its records were granted only by the holder of the install id (contract, section 2, Grant).
 */
export function buildGrantField(self: boolean): { readonly grant?: 'self' } {
  return self ? { grant: 'self' } : {};
}

/** The mark of `buildGrantField` as a line of text. */
export const SELF_GRANT_NOTICE =
  'Some of this relies on a grant that the holder of the install id issued, which proves neither character nor guild.';
