-- Evidence of every roll-up beside drops (domain/families/counting/family.ts), what each install adds to the counts, where records
-- stand in the feed, and what the next snapshot has to do.

alter table cursor add column order_n integer not null default 0 check (order_n >= 0);
alter table cursor add column daily_day integer;
alter table cursor drop column last_upload_n;
alter table cursor drop column last_loot_upload_n;

-- An erasure is among what the next snapshot carries out.
alter table cursor add column erased integer not null default 0 check (erased in (0, 1));

-- What roll-ups speak of, each under a number. A subject of which nothing is said any more goes when the marks are cleared.
create table subjects (
  n integer primary key,
  rollup text not null,
  subject text not null,
  unique (rollup, subject)
) strict;

-- The newest report of an install on a field of a subject. tie: the beginning of its digest.
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
-- Finds what an install said, and its claims of one field: those of a single named record (NamedRecord).
create index claims_by_install on claims (install_n, field);

-- How many installs hold a value, of tallied roll-ups; days are UTC days since 1970, 0 where the roll-up is not dated.
create table tallies (
  subject_n integer not null,
  field text not null,
  value text not null,
  installs integer not null check (installs >= 1),
  first_day integer not null,
  last_day integer not null check (last_day >= first_day),
  primary key (subject_n, field, value)
) strict, without rowid;

-- Subjects whose facts may have changed since the marks were last cleared; none of daily roll-ups, computed as a whole.
create table dirty_subjects (
  rollup text not null,
  subject_n integer not null,
  primary key (rollup, subject_n)
) strict, without rowid;

-- How often the item lay in windows of the source when the marks were last cleared; 0 where it had not.
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

-- Installs whose evidence was taken out and whose new records are passed over.
create table outs (
  install_n integer primary key
) strict;

-- Where records stand in the feed.
create table feed_places (
  install_n integer not null,
  seq integer not null,
  kind text not null,
  place integer not null check (place >= 0),
  primary key (install_n, seq)
) strict, without rowid;
create index feed_places_by_record on feed_places (seq);

-- Rows of the feed to withdraw, and records to append again, with the next snapshot.
create table pending_withdrawals (
  kind text not null,
  place integer not null,
  primary key (kind, place)
) strict, without rowid;

create table pending_feed (
  seq integer primary key
) strict;
