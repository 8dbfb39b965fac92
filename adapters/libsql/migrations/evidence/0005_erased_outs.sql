-- Whether the next snapshot erases an install that was excluded before, whose subjects are no longer known.
alter table cursor add column erased_out integer not null default 0 check (erased_out in (0, 1));
