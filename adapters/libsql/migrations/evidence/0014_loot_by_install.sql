-- All loot of an install on a source is one packed value (adapters/libsql/evidence/loot/codec.ts). Earlier windows are read
-- again from the uploads, because this step also raised the version of the drop rates.
drop table sources;
drop table loot_pieces;
drop table loot_totals;
drop table looted_by;
delete from dirty_sources;
delete from quest_logs;

-- source_n: the id of an NPC, or 2^31 plus the id of an object.
create table loot (
  source_n integer not null check (source_n > 0),
  install_n integer not null,
  body blob not null,
  primary key (source_n, install_n)
) strict, without rowid;

create index loot_by_install on loot (install_n);

-- Items of dirty sources whose number of windows changed since the marks were last cleared.
create table changed_items (
  source_n integer not null,
  item_id integer not null,
  primary key (source_n, item_id)
) strict, without rowid;
