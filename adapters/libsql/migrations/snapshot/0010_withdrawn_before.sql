-- How many rows of each list were withdrawn in the epochs before this one, by being built anew included. A withdrawal
-- explains why an export is shorter than the one before it, whichever epoch that was of.
create table withdrawn_before (
  list text primary key check (list in ('corpus', 'edges', 'rates', 'zeros')),
  rows integer not null check (rows >= 0)
) strict, without rowid;
