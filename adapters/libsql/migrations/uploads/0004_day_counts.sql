-- The number of listed elements that each install reported per kind and UTC day (domain/intake/day_quota.ts), from this
-- release on. A row has 32 days, so that a file about months needs only a few rows: {"<kind>": {"<day - 32 * span>":
-- elements}}.
create table day_counts (
  install_n integer not null references installs (n) on delete cascade,
  span integer not null,
  counts text not null check (json_valid(counts)),
  primary key (install_n, span)
) strict, without rowid;
