-- The evidence behind every observed fact. It is private, derived only from uploads.db, and written only by the
-- builder. Installs are identified by the internal numbers of uploads.db.

-- How far the evidence has processed the uploads (domain/ports/evidence.ts, EvidenceCursor), and its epoch.
create table cursor (
  id integer primary key check (id = 1),
  epoch text not null check (length(epoch) between 4 and 32),
  step integer not null check (step >= 0),
  cleared_step integer not null check (cleared_step between 0 and step),
  seq integer not null check (seq >= 0),
  data_as_of_ms integer,
  uploads integer not null check (uploads >= 0),
  last_upload_n integer not null check (last_upload_n >= 0),
  legacy_records integer not null check (legacy_records >= 0),
  loot_uploads integer not null check (loot_uploads >= 0),
  last_loot_upload_n integer not null check (last_loot_upload_n >= 0),
  loot_records integer not null check (loot_records >= 0),
  loot_windows integer not null check (loot_windows >= 0)
) strict;

-- One row per source that an install looted: its windows, distinct installs and distinct items.
create table sources (
  source_type text not null check (source_type in ('npc', 'object')),
  source_id integer not null check (source_id > 0),
  kills integer not null check (kills >= 0),
  reporters integer not null check (reporters >= 0),
  items integer not null check (items >= 0),
  primary key (source_type, source_id)
) strict, without rowid;

-- The installs that looted a source, and in how many windows, so that an install's part can be removed again.
create table source_witnesses (
  source_type text not null,
  source_id integer not null,
  install_n integer not null,
  windows integer not null check (windows >= 1),
  primary key (source_type, source_id, install_n)
) strict, without rowid;

-- The number of windows of a source that contained an item.
create table source_items (
  source_type text not null,
  source_id integer not null,
  item_id integer not null check (item_id > 0),
  drops integer not null check (drops >= 1),
  primary key (source_type, source_id, item_id)
) strict, without rowid;

-- The number of windows of a source that contained an item, per install.
create table source_item_witnesses (
  source_type text not null,
  source_id integer not null,
  item_id integer not null,
  install_n integer not null,
  drops integer not null check (drops >= 1),
  primary key (source_type, source_id, item_id, install_n)
) strict, without rowid;

-- Sources and items that changed since the marks were last cleared, with the values that the sources had then.
create table dirty_sources (
  source_type text not null,
  source_id integer not null,
  reporters_before integer not null,
  items_before integer not null,
  primary key (source_type, source_id)
) strict, without rowid;

create table dirty_items (
  source_type text not null,
  source_id integer not null,
  item_id integer not null,
  primary key (source_type, source_id, item_id)
) strict, without rowid;
