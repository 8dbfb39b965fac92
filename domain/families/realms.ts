import { isCorroborated } from '../values/corroboration.ts';
import { realmKey } from '../values/realm_key.ts';
import { countTogether } from '../values/witnesses.ts';
import { tallied } from './counting/family.ts';
import { byCodePoints } from './counting/order.ts';

/**
 * Spelling of a realm's name on market pages: the spelling used by most installs that scanned the realm. Ties go to the
 * first spelling by code points (contract, section 3, Market). The realm needs three installs; the spelling does not.
 * Subject: the realm's key (domain/values/realm_key.ts).
 */
export const realms = tallied({
  name: 'realms',
  version: 1,
  dated: false,
  kinds: ['auction_scan'],
  subject: { kind: 'realm', id: null },
  logged: true,
  witnesses: {},
  claims: (record) =>
    record.kind !== 'auction_scan'
      ? []
      : [{ subject: realmKey(record.realm), field: 'spelling', value: JSON.stringify(record.realm) }],
  facts: (_subject, tallies) => {
    if (!isCorroborated(countTogether(tallies))) return null;
    const spellings = tallies.map((tally) => ({
      spelling: JSON.parse(tally.value) as string,
      installs: tally.installs,
    }));
    spellings.sort((a, b) => b.installs - a.installs || byCodePoints(a.spelling, b.spelling));
    return { spelling: spellings[0]!.spelling };
  },
});
