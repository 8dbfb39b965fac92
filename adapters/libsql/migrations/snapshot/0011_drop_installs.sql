-- How many distinct installs saw that very drop, and the windows of the install that opened most of a source's. A
-- database from before knows neither; it is built anew, as the rules of drops are others.
alter table drop_sources add column top_windows integer not null default 0 check (top_windows between 0 and kills);
alter table rates add column seen_by integer not null default 0 check (seen_by between 0 and drops);

drop index rates_by_item;
create index rates_by_item on rates (item_id, source_type, source_id, drops, seen_by);
