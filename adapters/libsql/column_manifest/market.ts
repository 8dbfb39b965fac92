import { type Manifest, open, secret } from './marks.ts';

/** The market's tables of evidence.db. */
export const MARKET_EVIDENCE: Manifest = {
  market_realms: { n: secret('internal number'), realm_key: secret('name of the realm, folded') },
  market_scans: {
    n: secret('internal number'),
    install_n: secret('install that made the scan'),
    realm_n: secret('the realm'),
    house: secret('the auction house, or empty if it was not named'),
    scan_id: secret('the sender’s id of the scan'),
    first_ms: secret('when its first record was captured'),
    complete: secret('whether all records say that they are complete'),
  },
  market_listings: {
    realm_n: secret('the realm'),
    day: secret('UTC day of the scan'),
    item_id: secret('listed item'),
    scan_n: secret('the scan'),
    price: secret('copper per unit'),
    quantity: secret('units at that price'),
  },
  dirty_market: {
    n: secret('internal number'),
    realm_n: secret('the realm'),
    day: secret('UTC day'),
    item_id: secret('item whose values may have changed'),
  },
};

const publicItem = {
  realm_n: open('the realm'),
  house: open('the auction house, or empty for all of them'),
  item_id: open('the item'),
};

/** The market's tables of snapshot.db. */
export const MARKET_SNAPSHOT: Manifest = {
  market_realms: { n: open('internal number of the realm'), realm_key: open('name of the realm, folded') },
  market_days: {
    ...publicItem,
    day: open('public UTC day'),
    figures: open('market, min and quantity of that day, exact'),
    reporters: open('distinct installs, at least three'),
  },
  market_counts: {
    realm_n: open('the realm'),
    house: open('the auction house, or empty for all of them'),
    rows: open('number of items with a public value there'),
  },
  market_items: {
    ...publicItem,
    half_units: open('twice the quantity'),
    day: open('newest public day'),
    figures: open('market, min, historical and quantity of that day, exact'),
    reporters: open('distinct installs, at least three'),
  },
};
