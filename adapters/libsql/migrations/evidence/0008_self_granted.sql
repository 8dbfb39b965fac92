-- Whether the row says that only its install granted it: when that changes, it has to be stated anew.
alter table feed_places add column self integer not null default 0 check (self in (0, 1));
