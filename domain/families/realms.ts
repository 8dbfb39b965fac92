import { isCorroborated } from '../values/corroboration.ts';
import { toRealmKey } from '../values/realm_key.ts';
import { sumInstalls } from '../values/witnesses.ts';
import { buildClaims } from './counting/claims_on.ts';
import { defineTalliedFamily } from './counting/family.ts';
import { compareCodePoints } from './counting/order.ts';

/**
 * Spelling of a realm's name on market pages: the one most installs used, and on a tie the first by code points
 * (contract, section 3, Market). The realm needs three installs, but its spelling does not. The subject is the realm's
 * key.
 */
export const realms = defineTalliedFamily({
  name: 'realms',
  version: 2,
  kinds: ['auction_scan'],
  subject: { kind: 'realm', id: null },
  witnesses: {},
  claims: ({ realm }) => buildClaims(toRealmKey(realm), { spelling: realm }),
  facts: (_subject, tallies) => {
    if (!isCorroborated(sumInstalls(tallies))) return null;
    const spellings = tallies.map(({ value, installs }) => ({ spelling: JSON.parse(value) as string, installs }));
    spellings.sort((a, b) => b.installs - a.installs || compareCodePoints(a.spelling, b.spelling));
    return { spelling: spellings[0]!.spelling };
  },
});
