-- The public database, which anyone may read completely. It is derived from uploads.db through evidence.db.

create table instance (
  id integer primary key check (id = 1),
  epoch text not null check (length(epoch) between 4 and 32),
  feed_time text not null check (feed_time in ('exact', 'day')),
  -- JSON: the version of each roll-up by its name; another set of versions asks for a rebuild
  rollups text not null
) strict;

-- The snapshot log (domain/ports/snapshot_view.ts, SnapshotRow).
create table snapshots (
  n integer primary key check (n >= 1),
  written_at_ms integer not null,
  data_as_of_ms integer,
  step integer not null check (step >= 0),
  seq integer not null check (seq >= 0),
  uploads integer not null check (uploads >= 0),
  legacy_records integer not null check (legacy_records >= 0),
  loot_uploads integer not null check (loot_uploads >= 0),
  loot_records integer not null check (loot_records >= 0),
  loot_windows integer not null check (loot_windows >= 0),
  queued integer not null check (queued >= 0),
  corpus_places integer not null check (corpus_places >= 0),
  rate_places integer not null check (rate_places >= 0),
  zero_places integer not null check (zero_places >= 0)
) strict;

-- For every snapshot that appended corpus rows: the number of rows of each kind so far, as JSON
-- (domain/paging/ledger.ts).
create table corpus_steps (
  n integer primary key references snapshots (n),
  counts text not null check (json_valid(counts))
) strict;

-- Corpus rows as finished JSON, a hundred per block, in the format of corpus_block.ts. Block b of a kind has the places
-- from 100b on.
create table corpus_blocks (
  kind text not null,
  block integer not null check (block >= 0),
  bytes blob not null,
  primary key (kind, block)
) strict;

-- Sources that at least three installs looted, with the number of windows opened on them.
create table drop_sources (
  source_type text not null check (source_type in ('npc', 'object')),
  source_id integer not null check (source_id > 0),
  kills integer not null check (kills >= 0),
  reporters integer not null check (reporters >= 3),
  primary key (source_type, source_id)
) strict, without rowid;

create table rates (
  place integer primary key check (place >= 0),
  source_type text not null,
  source_id integer not null,
  item_id integer not null check (item_id > 0),
  drops integer not null check (drops >= 0),
  unique (source_type, source_id, item_id),
  foreign key (source_type, source_id) references drop_sources (source_type, source_id)
) strict;

create table measured_zeros (
  place integer primary key check (place >= 0),
  source_type text not null,
  source_id integer not null,
  unique (source_type, source_id),
  foreign key (source_type, source_id) references drop_sources (source_type, source_id)
) strict;

-- Places whose rows were withdrawn, with the snapshot that withdrew them (domain/paging/gaps.ts).
create table gaps (
  list text not null check (list in ('rates', 'zeros')),
  place integer not null check (place >= 0),
  snapshot_n integer not null check (snapshot_n >= 1),
  primary key (list, place)
) strict, without rowid;
