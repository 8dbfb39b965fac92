-- How many listed elements each install told of a kind and UTC day (domain/intake/day_quota.ts), from this release on.
create table day_counts (
  install_n integer not null references installs (n) on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  day integer not null,
  elements integer not null check (elements >= 1),
  primary key (install_n, kind, day)
) strict, without rowid;
