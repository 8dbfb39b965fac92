-- The number of rows of each list that were withdrawn in earlier epochs, including by rebuilds. A withdrawal explains
-- why an export is shorter than the previous one, whichever epoch that belonged to.
create table withdrawn_before (
  list text primary key check (list in ('corpus', 'edges', 'rates', 'zeros')),
  rows integer not null check (rows >= 0)
) strict, without rowid;
