import { isCorroborated } from '../values/corroboration.ts';
import { toUtcDay } from '../values/instant.ts';
import { toRealmKey } from '../values/realm_key.ts';
import { sumInstalls } from '../values/witnesses.ts';
import { buildClaims } from './counting/claims_on.ts';
import { defineTalliedFamily } from './counting/family.ts';

/** Number of days whose reporters count when realms of one name are compared. */
const RECENT_DAYS = 14;

/** `[day, reporters]`: the installs that reported the realm on that day or later, newest day first. */
interface RealmReporters {
  readonly reporters: readonly (readonly [day: number, reporters: number])[];
}

/**
 * Number of installs that reported a realm, by the day of their newest report, which decides between realms of one name
 * (contract, section 10, Realms and regions). Days with fewer than three installs since then are left out, and so are
 * days that can no longer matter. The fact does not depend on the present day. The subject is the realm's key.
 */
export const realm_reporters = defineTalliedFamily({
  name: 'realm_reporters',
  version: 1,
  kinds: ['auction_scan', 'census_self', 'census_seen'],
  subject: null,
  witnesses: {},
  claims: ({ realm }, { capturedAtMs, receivedAtMs }) =>
    buildClaims(toRealmKey(realm), { day: toUtcDay(Math.min(capturedAtMs, receivedAtMs)) }),
  facts: (_subject, tallies) => {
    const newest = Math.max(...tallies.map(({ value }) => Number(value)));
    const days = tallies.map(({ value }) => Number(value)).filter((day) => day > newest - RECENT_DAYS);
    const reporters = days
      .sort((a, b) => b - a)
      .map((day) => [day, sumInstalls(tallies.filter(({ value }) => Number(value) >= day))] as const)
      .filter(([, count]) => isCorroborated(count));
    return reporters.length === 0 ? null : { reporters };
  },
});

/** Returns the number of installs that reported a realm in the days that end with `today`, or 0 if fewer than three did. */
export function countRecentReporters(fact: RealmReporters | undefined, today: number): number {
  return fact?.reporters.findLast(([day]) => day > today - RECENT_DAYS)?.[1] ?? 0;
}
