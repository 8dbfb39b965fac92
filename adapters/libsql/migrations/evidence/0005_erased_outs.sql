-- An install that was out is among those whose erasure the next snapshot carries out: nothing says any more what it told.
alter table cursor add column erased_out integer not null default 0 check (erased_out in (0, 1));
