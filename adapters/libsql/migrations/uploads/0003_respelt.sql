-- One moment is one identity, however it is written; earlier releases took 10:00:00Z and 10:00:00.0Z for two.

-- What the identity of a record without an eventId would be now, where an earlier release kept it under another. What is
-- kept keeps its own; of several that have become one, the first stands for all.
create table respelt (
  install_n integer not null,
  identity blob not null check (length(identity) = 32),
  seq integer not null references records (seq),
  primary key (install_n, identity)
) strict, without rowid;

-- Records that have still to be looked at for it: those up to to_seq and beyond from_seq. No row: none.
create table unrespelt (
  id integer primary key check (id = 1),
  from_seq integer not null check (from_seq >= 0),
  to_seq integer not null check (to_seq >= from_seq)
) strict;
insert into unrespelt select 1, 0, max(seq) from records having max(seq) is not null;
