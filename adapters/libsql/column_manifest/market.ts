import { type Manifest, privateColumn, publicColumn } from './marks.ts';

/** The market tables of evidence.db. */
export const MARKET_EVIDENCE: Manifest = {
  market_realms: { n: privateColumn('internal number'), realm_key: privateColumn('name of the realm, folded') },
  market_scans: {
    n: privateColumn('internal number'),
    install_n: privateColumn('install that made the scan'),
    realm_n: privateColumn('the realm'),
    house: privateColumn('the auction house, or empty if it was not named'),
    scan_id: privateColumn('the sender’s id of the scan'),
    first_ms: privateColumn('when its first record was captured'),
    complete: privateColumn('whether all records say that they are complete'),
  },
  market_listings: {
    realm_n: privateColumn('the realm'),
    day: privateColumn('UTC day of the scan'),
    item_id: privateColumn('listed item'),
    scan_n: privateColumn('the scan'),
    price: privateColumn('copper per unit'),
    quantity: privateColumn('units at that price'),
  },
  dirty_market: {
    n: privateColumn('internal number'),
    realm_n: privateColumn('the realm'),
    day: privateColumn('UTC day'),
    item_id: privateColumn('item whose values may have changed'),
  },
};

const publicItem = {
  realm_n: publicColumn('the realm'),
  house: publicColumn('the auction house, or empty for all of them'),
  item_id: publicColumn('the item'),
};

/** The market tables of snapshot.db. */
export const MARKET_SNAPSHOT: Manifest = {
  market_realms: {
    n: publicColumn('internal number of the realm'),
    realm_key: publicColumn('name of the realm, folded'),
  },
  market_days: {
    ...publicItem,
    day: publicColumn('public UTC day'),
    figures: publicColumn('market, min and quantity of that day, exact'),
    reporters: publicColumn('distinct installs, at least three'),
  },
  market_counts: {
    realm_n: publicColumn('the realm'),
    house: publicColumn('the auction house, or empty for all of them'),
    rows: publicColumn('number of items with a public value there'),
  },
  market_items: {
    ...publicItem,
    half_units: publicColumn('twice the quantity'),
    day: publicColumn('newest public day'),
    figures: publicColumn('market, min, historical and quantity of that day, exact'),
    reporters: publicColumn('distinct installs, at least three'),
  },
};
