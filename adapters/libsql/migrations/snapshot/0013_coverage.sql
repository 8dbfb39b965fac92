-- Subjects that need one or two more installs, by zone and kind (domain/families/coverage.ts), updated in the
-- transaction that writes their facts. zone: a map id, or 0, under which every subject is listed once.
create table coverage (
  zone integer not null check (zone >= 0),
  kind text not null check (length(kind) between 1 and 20),
  missing integer not null check (missing in (1, 2)),
  id integer not null check (id > 0),
  primary key (zone, kind, missing, id)
) strict, without rowid;

-- The numbers of these subjects. kind '': all kinds. missing 0: one or two.
create table coverage_counts (
  zone integer not null,
  kind text not null,
  missing integer not null check (missing between 0 and 2),
  rows integer not null check (rows >= 0),
  primary key (zone, kind, missing)
) strict, without rowid;
create index coverage_counts_none on coverage_counts (rows) where rows = 0;
create index coverage_counts_by_rows on coverage_counts (kind, missing, rows desc, zone);

-- Finds the snapshot from which on a record counts. Both columns never decrease.
create index snapshots_by_seq on snapshots (seq, n, written_at_ms);
