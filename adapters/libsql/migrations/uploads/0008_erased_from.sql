-- The first record that an erasure removed, so that files which end before it need not be rewritten. Null if it is
-- unknown (earlier orders), or if the order is not an erasure.
alter table orders add column from_seq integer check (from_seq >= 1);
