import type { Envelope, Fault, SharingCategory } from './parsers.ts';

/**
 * Whether a record that names players may be kept: the player chose to share its category, and a grant covers it
 * (contract, section 2, Sharing and Grant). No grant has been issued yet, so no token covers anything.
 */
export const sharingFault = (
  kind: string,
  category: SharingCategory | null,
  { sharing, grantTokens }: Pick<Envelope, 'sharing' | 'grantTokens'>,
): Fault | null => {
  if (category === null) return null;
  const choice = sharing[category];
  const fault = (code: Fault['code'], need: string): Fault => ({
    code,
    pointer: '/kind',
    reason: `A record of kind ${kind} needs ${need}.`,
  });
  if (choice !== true) {
    const came = choice === false ? 'false came' : 'nothing came';
    return fault('sharing-missing', `sharing.${category} to be true in its upload, but ${came}`);
  }
  if (grantTokens.length === 0) {
    return fault('grant-missing', `a grant for the category ${category} in grantTokens, but none came`);
  }
  return fault('grant-not-covering', `a grant that covers it, but none of the ${grantTokens.length} that came does`);
};
