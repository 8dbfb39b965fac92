-- Loot windows, packed by source (adapters/libsql/evidence/loot). Earlier counts are rebuilt from the uploads, because
-- this step also raised the versions of the families that read them.
drop table sources;
drop table source_witnesses;
drop table source_items;
drop table source_item_witnesses;
drop table dirty_sources;
drop table dirty_items;

-- One row per source that an install looted. n: the id of an NPC, or 2^31 plus the id of an object. runs: the number of
-- runs of pieces at each level, as JSON. bytes: the total size of the pieces.
create table sources (
  n integer primary key check (n > 0),
  kills integer not null check (kills >= 0),
  reporters integer not null check (reporters >= 0),
  top_windows integer not null check (top_windows >= 0),
  items integer not null check (items >= 0),
  runs text not null check (json_valid(runs)),
  bytes integer not null check (bytes >= 0)
) strict;

-- How many windows of a source each install opened, and how many of them contained each item, on which days. A run has
-- every install once and is divided into pieces by install. Runs of a level are merged into one run of the next.
create table loot_pieces (
  source_n integer not null,
  level integer not null check (level >= 0),
  run integer not null,
  first_install integer not null,
  last_install integer not null check (last_install >= first_install),
  body blob not null,
  primary key (source_n, level, run, first_install)
) strict, without rowid;

-- Totals of each item of a source over all installs. A row has some hundreds of items, starting with first_item.
create table loot_totals (
  source_n integer not null,
  first_item integer not null check (first_item >= 0),
  body blob not null,
  primary key (source_n, first_item)
) strict, without rowid;

-- The sources that an install looted, in the order in which they became known.
create table looted_by (
  install_n integer not null,
  step integer not null,
  first_source integer not null,
  body blob not null,
  primary key (install_n, step, first_source)
) strict, without rowid;

-- Sources that changed since the marks were last cleared, with the values that they had then.
create table dirty_sources (
  n integer primary key,
  reporters_before integer not null,
  items_before integer not null
) strict;
