-- Changed rows, for a libSQL server that this database is copied to (adapters/libsql/publish). Triggers fill the table,
-- and exist only if the instance publishes. tbl '': changes up to this row are not known. key: the row's primary key as
-- JSON, with blobs as hexadecimal digits. before: SHA-3 of the row before the change, or null if it did not exist.
create table publish_log (
  seq integer primary key autoincrement,
  tbl text not null check (length(tbl) <= 64),
  key text not null,
  before blob check (length(before) = 32)
) strict;
create index publish_log_by_row on publish_log (tbl, key, seq);
