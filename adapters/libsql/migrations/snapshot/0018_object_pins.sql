-- The positions of the facts of the families pins and object_pins, to search them by location. at: the index of the
-- position among those of the NPC or object. An earlier database has no pins of objects and is rebuilt, because the
-- rules changed too.
drop table map_pins;
create table map_pins (
  map_id integer not null check (map_id > 0),
  kind text not null check (kind in ('npc', 'object')),
  entity_id integer not null check (entity_id > 0),
  at integer not null check (at >= 0),
  x real not null,
  y real not null,
  primary key (map_id, kind, entity_id, at)
) strict, without rowid;
create index map_pins_by_place on map_pins (map_id, x, y, kind, entity_id);
