-- Whether the row says that only its install granted it. If that changes, the row must be written again.
alter table feed_places add column self integer not null default 0 check (self in (0, 1));
