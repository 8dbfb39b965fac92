-- The number of distinct installs that saw a drop, and the windows of the install that opened most windows of a source.
-- An earlier database has neither and is rebuilt, because the rules of drops changed too.
alter table drop_sources add column top_windows integer not null default 0 check (top_windows between 0 and kills);
alter table rates add column seen_by integer not null default 0 check (seen_by between 0 and drops);

drop index rates_by_item;
create index rates_by_item on rates (item_id, source_type, source_id, drops, seen_by);
