-- The evidence behind every observed fact. It is private, derived only from uploads.db, and written only by the
-- builder. Installs are identified by the internal numbers of uploads.db. A database with other tables is rebuilt.

-- How far the evidence has processed the uploads (domain/ports/evidence.ts, EvidenceCursor), and its epoch. erased:
-- whether the next snapshot carries out an erasure. erased_out: whether it erases an install that was excluded before,
-- whose subjects are no longer known. witness_day: the UTC day for which the age of witnesses was last applied, and
-- witness_to_day the one that is being applied. They differ if a step was killed in between. Null: every install is a
-- witness from its first record on. rate_fit: the weights of the estimator of drop rates, and the windows from which
-- they come (domain/ports/evidence.ts, RateFit).
create table cursor (
  id integer primary key check (id = 1),
  epoch text not null check (length(epoch) between 4 and 32),
  step integer not null check (step >= 0),
  cleared_step integer not null check (cleared_step between 0 and step),
  seq integer not null check (seq >= 0),
  data_as_of_ms integer,
  uploads integer not null check (uploads >= 0),
  legacy_records integer not null check (legacy_records >= 0),
  loot_uploads integer not null check (loot_uploads >= 0),
  loot_records integer not null check (loot_records >= 0),
  loot_windows integer not null check (loot_windows >= 0),
  order_n integer not null default 0 check (order_n >= 0),
  daily_day integer,
  erased integer not null default 0 check (erased in (0, 1)),
  erased_out integer not null default 0 check (erased_out in (0, 1)),
  witness_day integer,
  witness_to_day integer,
  rate_fit text check (json_valid(rate_fit))
) strict;

-- What one install's records in one upload add to the counts.
create table upload_parts (
  upload_n integer not null,
  install_n integer not null,
  feed_records integer not null check (feed_records >= 0),
  legacy_records integer not null check (legacy_records >= 0),
  loot_records integer not null check (loot_records >= 0),
  loot_windows integer not null check (loot_windows >= 0),
  primary key (upload_n, install_n)
) strict, without rowid;
create index upload_parts_by_install on upload_parts (install_n);

-- Installs whose evidence was removed and whose new records are skipped.
create table outs (
  install_n integer primary key
) strict;

-- Subjects of families (domain/families/counting/family.ts), numbered. A subject without claims is removed when the
-- marks are cleared.
create table subjects (
  n integer primary key,
  rollup text not null,
  subject text not null,
  unique (rollup, subject)
) strict;

-- The newest report of an install on a field of a subject. tie: the first characters of the report's digest.
create table claims (
  subject_n integer not null,
  field text not null,
  install_n integer not null,
  value text not null,
  at_ms integer not null,
  tie text not null,
  first_ms integer not null check (first_ms <= at_ms),
  primary key (subject_n, field, install_n)
) strict, without rowid;
-- Finds the claims of an install, and those of one field: the claims of a single named record (NamedRecord).
create index claims_by_install on claims (install_n, field);

-- Subjects whose facts may have changed since the marks were last cleared. Daily families are not listed, because they
-- are computed as a whole.
create table dirty_subjects (
  rollup text not null,
  subject_n integer not null,
  primary key (rollup, subject_n)
) strict, without rowid;

-- All loot of an install on a source as one packed value (adapters/libsql/evidence/loot/codec.ts). source_n: the id of an
-- NPC, or 2^31 plus the id of an object.
create table loot (
  source_n integer not null check (source_n > 0),
  install_n integer not null,
  body blob not null,
  primary key (source_n, install_n)
) strict, without rowid;
create index loot_by_install on loot (install_n);

-- The different quest logs of an install (adapters/libsql/evidence/loot/quest_logs.ts), numbered from first_n on.
create table quest_logs (
  install_n integer not null,
  first_n integer not null check (first_n >= 1),
  body blob not null,
  primary key (install_n, first_n)
) strict, without rowid;

-- Sources that changed since the marks were last cleared, with the values that they had then.
create table dirty_sources (
  n integer primary key,
  reporters_before integer not null,
  items_before integer not null
) strict;

-- Items of dirty sources whose number of windows changed since the marks were last cleared.
create table changed_items (
  source_n integer not null,
  item_id integer not null,
  primary key (source_n, item_id)
) strict, without rowid;

-- Sources that got loot windows, with the day on which the newest of them was received, until the rates of a later day
-- are estimated: most estimates use the windows received before their day (domain/families/counting/source_rates.ts).
create table recent_sources (
  source_n integer primary key check (source_n > 0),
  received_day integer not null
) strict;

-- Auction scans of installs (domain/families/market.ts).

-- Realms by their key (domain/intake/realm_cap.ts). Case folding can make a key three times as long as the name.
create table market_realms (
  n integer primary key,
  realm_key text not null unique check (length(realm_key) between 1 and 120)
) strict;

-- One auction scan of an install. first_ms: when its first record was captured, which determines its day. complete: 1
-- if every record says that the scan is complete. received_ms: when the last record of the scan was received. Scans that
-- arrive late do not say what was usual.
create table market_scans (
  n integer primary key,
  install_n integer not null,
  realm_n integer not null references market_realms (n),
  house text not null check (house in ('', 'Alliance', 'Horde', 'Neutral')),
  scan_id text not null check (length(scan_id) between 3 and 64),
  first_ms integer not null,
  complete integer not null check (complete in (0, 1)),
  received_ms integer not null default 0,
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

-- The places of records in the feed. self: whether the row says that only its install granted it. If that changes, the
-- row must be written again.
create table feed_places (
  install_n integer not null,
  seq integer not null,
  kind text not null,
  place integer not null check (place >= 0),
  self integer not null default 0 check (self in (0, 1)),
  primary key (install_n, seq)
) strict, without rowid;
create index feed_places_by_record on feed_places (seq);

-- Rows of the feed that the next snapshot withdraws, and records that it appends again.
create table pending_withdrawals (
  kind text not null,
  place integer not null,
  primary key (kind, place)
) strict, without rowid;

-- install_n: the install of the record, so that removing the install also removes waiting records. 0 if it is no longer
-- known.
create table pending_feed (
  seq integer primary key,
  install_n integer not null default 0 check (install_n >= 0)
) strict;
