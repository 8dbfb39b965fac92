/** Marks an answer whose records only the holder of the install id granted (contract, section 2, Grant). */
export function selfGranted(self: boolean): { readonly grant?: 'self' } {
  return self ? { grant: 'self' } : {};
}

/** The same as a line of text. */
export const SELF_GRANT =
  'Some of this stands on a grant that the holder of the install id issued; that proves neither character nor guild.';
