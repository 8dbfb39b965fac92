-- Which rows changed since when, for a libSQL server that this database is copied to (adapters/libsql/publish). Triggers
-- fill it, which stand only where somebody publishes. tbl '': what changed is not known from here back. key: JSON, the
-- row's primary key, blobs as hexadecimal digits. before: SHA-3 of the row as it stood; null where there was none.
create table publish_log (
  seq integer primary key autoincrement,
  tbl text not null check (length(tbl) <= 64),
  key text not null,
  before blob check (length(before) = 32)
) strict;
create index publish_log_by_row on publish_log (tbl, key, seq);
