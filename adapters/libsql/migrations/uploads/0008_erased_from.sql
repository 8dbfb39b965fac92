-- Of an erasure: the first of the records that it took, so that files which end before that one need not be written anew.
-- Null: not known (orders of before), or no erasure.
alter table orders add column from_seq integer check (from_seq >= 1);
