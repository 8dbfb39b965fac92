-- Evidence of every family except drops (domain/families/counting/family.ts), what each install adds to the counts, the
-- places of records in the feed, and the work of the next snapshot.

alter table cursor add column order_n integer not null default 0 check (order_n >= 0);
alter table cursor add column daily_day integer;
alter table cursor drop column last_upload_n;
alter table cursor drop column last_loot_upload_n;

-- Whether the next snapshot carries out an erasure.
alter table cursor add column erased integer not null default 0 check (erased in (0, 1));

-- Subjects of families, numbered. A subject without claims is removed when the marks are cleared.
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

-- The number of installs that report a value, for tallied families. Days are UTC days since 1970, or 0 if the family
-- has no dates.
create table tallies (
  subject_n integer not null,
  field text not null,
  value text not null,
  installs integer not null check (installs >= 1),
  first_day integer not null,
  last_day integer not null check (last_day >= first_day),
  primary key (subject_n, field, value)
) strict, without rowid;

-- Subjects whose facts may have changed since the marks were last cleared. Daily families are not listed, because they
-- are computed as a whole.
create table dirty_subjects (
  rollup text not null,
  subject_n integer not null,
  primary key (rollup, subject_n)
) strict, without rowid;

-- The number of windows of the source that contained the item when the marks were last cleared.
alter table dirty_items add column drops_before integer not null default 0 check (drops_before >= 0);

create index source_witnesses_by_install on source_witnesses (install_n);
create index source_item_witnesses_by_install on source_item_witnesses (install_n);

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

-- The places of records in the feed.
create table feed_places (
  install_n integer not null,
  seq integer not null,
  kind text not null,
  place integer not null check (place >= 0),
  primary key (install_n, seq)
) strict, without rowid;
create index feed_places_by_record on feed_places (seq);

-- Rows of the feed that the next snapshot withdraws, and records that it appends again.
create table pending_withdrawals (
  kind text not null,
  place integer not null,
  primary key (kind, place)
) strict, without rowid;

create table pending_feed (
  seq integer primary key
) strict;
