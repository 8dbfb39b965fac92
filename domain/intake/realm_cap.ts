import { LIMITS } from '../../schema/limits.ts';
import { toRealmKey } from '../values/realm_key.ts';
import { formatRealm } from '../values/realm_name.ts';
import type { Fault, ParsedRecord } from './parsers.ts';

export const AUCTION_REALMS_MAX = LIMITS.auctionRealmsPerUploadMax.value;

export function findAuctionRealm(record: ParsedRecord): string | null {
  switch (record.kind) {
    case 'auction_scan':
    case 'auction_snapshot':
      return record.realm;
    case 'price_seen':
      return record.source === 'auction' ? (record.realm ?? null) : null;
    default:
      return null;
  }
}

/** Counts the auction realms of one upload of this region in record order, and rejects records of a fourth realm. */
export function createRealmCap(region?: number): (record: ParsedRecord) => Fault | null {
  const seen = new Set<string>();
  return (record) => {
    const realm = findAuctionRealm(record);
    if (realm === null) return null;
    const key = toRealmKey(formatRealm(realm, region));
    if (seen.has(key)) return null;
    if (seen.size < AUCTION_REALMS_MAX) {
      seen.add(key);
      return null;
    }
    return {
      code: 'realms-too-many',
      pointer: '/realm',
      reason: `realm must be one of the first ${AUCTION_REALMS_MAX} auction realms of the upload; got "${realm}". Send it in another upload.`,
    };
  };
}
