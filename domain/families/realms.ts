import { isCorroborated } from '../values/corroboration.ts';
import { realmKey } from '../values/realm_key.ts';
import { countTogether } from '../values/witnesses.ts';
import { tallied } from './counting/family.ts';
import { byCodePoints } from './counting/order.ts';

/**
 * How a realm is spelt where its auctions are shown: as most installs that scanned there spell it, of several the first by
 * code points (contract, section 3, Market). A spelling needs no three installs of its own, the realm does. Subject: the
 * realm's key (domain/intake/realm_cap.ts).
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
