-- Loot windows, packed by source (adapters/libsql/evidence/loot). What was counted before is built anew from the uploads:
-- the versions of the families that read it were raised with this step.
drop table sources;
drop table source_witnesses;
drop table source_items;
drop table source_item_witnesses;
drop table dirty_sources;
drop table dirty_items;

-- One row a source that anybody looted. n: the id of an NPC, or 2^31 and the id of an object. runs: how many runs of
-- pieces there are of each level, as JSON. bytes: what they weigh.
create table sources (
  n integer primary key check (n > 0),
  kills integer not null check (kills >= 0),
  reporters integer not null check (reporters >= 0),
  top_windows integer not null check (top_windows >= 0),
  items integer not null check (items >= 0),
  runs text not null check (json_valid(runs)),
  bytes integer not null check (bytes >= 0)
) strict;

-- Which install opened how many windows of a source, and in how many of them each item lay, on which days. A run holds
-- every install once; it is cut into pieces by installs. Runs of a level are merged into one of the next.
create table loot_pieces (
  source_n integer not null,
  level integer not null check (level >= 0),
  run integer not null,
  first_install integer not null,
  last_install integer not null check (last_install >= first_install),
  body blob not null,
  primary key (source_n, level, run, first_install)
) strict, without rowid;

-- What each item of a source comes to over all installs, some hundreds of items a row: those from first_item on.
create table loot_totals (
  source_n integer not null,
  first_item integer not null check (first_item >= 0),
  body blob not null,
  primary key (source_n, first_item)
) strict, without rowid;

-- The sources that an install looted, as they came to be known.
create table looted_by (
  install_n integer not null,
  step integer not null,
  first_source integer not null,
  body blob not null,
  primary key (install_n, step, first_source)
) strict, without rowid;

-- Sources that changed since the marks were last cleared, as they stood then.
create table dirty_sources (
  n integer primary key,
  reporters_before integer not null,
  items_before integer not null
) strict;
