-- All spellings of an instant give one identity. Earlier releases treated 10:00:00Z and 10:00:00.0Z as different.

-- The identity that a record without eventId would have now, if an earlier release stored it under another one. Stored
-- records keep their identity. If several have become one, the first represents them all.
create table respelt (
  install_n integer not null,
  identity blob not null check (length(identity) = 32),
  seq integer not null references records (seq),
  primary key (install_n, identity)
) strict, without rowid;

-- Records that have not been checked for this yet: those above from_seq up to to_seq. Without a row there are none.
create table unrespelt (
  id integer primary key check (id = 1),
  from_seq integer not null check (from_seq >= 0),
  to_seq integer not null check (to_seq >= from_seq)
) strict;
insert into unrespelt select 1, 0, max(seq) from records having max(seq) is not null;
