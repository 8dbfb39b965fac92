-- Rates of gathering, such as fishing and skinning. The tables are those of drop rates: drop_sources and rates.
-- source_type: the method and what was gathered from, such as `fishing:zone`. source_id: the id of that, in the game.
create table gathering_sources (
  source_type text not null check (source_type like '%:%'),
  source_id integer not null check (source_id > 0),
  kills integer not null check (kills >= 0),
  reporters integer not null check (reporters >= 3),
  top_windows integer not null check (top_windows between 0 and kills),
  primary key (source_type, source_id)
) strict, without rowid;

create table gathering_rates (
  place integer primary key check (place >= 0),
  source_type text not null,
  source_id integer not null,
  item_id integer not null check (item_id > 0),
  drops integer not null check (drops >= 0),
  seen_by integer not null check (seen_by between 0 and drops),
  estimate integer not null check (estimate between 0 and 1000000),
  estimate_high integer not null check (estimate_high between 0 and 1000000),
  estimate_low integer not null check (estimate_low between 0 and estimate_high),
  effective_tenths integer not null check (effective_tenths >= 0),
  flags integer not null check (flags between 0 and 15),
  quest text check (json_valid(quest)),
  once integer not null check (once in (0, 1)),
  changed text check (json_valid(changed)),
  unique (source_type, source_id, item_id),
  foreign key (source_type, source_id) references gathering_sources (source_type, source_id)
) strict;
create index gathering_rates_by_item on gathering_rates (item_id, source_type, source_id, drops, seen_by);

alter table snapshots add column gathering_places integer not null default 0 check (gathering_places >= 0);
