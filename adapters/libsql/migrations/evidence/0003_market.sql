-- Auction scans of installs (domain/families/market.ts).

-- Realms by their key (domain/intake/realm_cap.ts). Case folding can make a key three times as long as the name.
create table market_realms (
  n integer primary key,
  realm_key text not null unique check (length(realm_key) between 1 and 120)
) strict;

-- One auction scan of an install. first_ms: when its first record was captured, which determines its day. complete: 1
-- if every record says that the scan is complete.
create table market_scans (
  n integer primary key,
  install_n integer not null,
  realm_n integer not null references market_realms (n),
  house text not null check (house in ('', 'Alliance', 'Horde', 'Neutral')),
  scan_id text not null check (length(scan_id) between 3 and 64),
  first_ms integer not null,
  complete integer not null check (complete in (0, 1)),
  unique (realm_n, install_n, house, scan_id)
) strict;
create index market_scans_by_install on market_scans (install_n);

-- Listings of a scan, with equal prices added up. All scans of an item on one day of a realm are adjacent.
create table market_listings (
  realm_n integer not null,
  day integer not null,
  item_id integer not null check (item_id > 0),
  scan_n integer not null,
  price integer not null check (price between 1 and 9007199254740991),
  quantity integer not null check (quantity between 1 and 9007199254740991),
  primary key (realm_n, day, item_id, scan_n, price)
) strict, without rowid;
create index market_listings_by_scan on market_listings (scan_n);

-- Days of items to compute again, numbered for paging.
create table dirty_market (
  n integer primary key,
  realm_n integer not null,
  day integer not null,
  item_id integer not null,
  unique (realm_n, day, item_id)
) strict;
