-- Counts for lists that answers cut. They are updated in the transaction that writes the rows. A database without
-- counts is rebuilt.

drop trigger facts_added;
drop trigger facts_changed;
drop trigger facts_removed;
drop view facts_naming;
drop table mentions;

-- Public facts that mention an entity other than their subject (domain/families/lookups/mentioned.ts). member: where in
-- the fact the entity is mentioned. chars: the length of the subject, so that ids are sorted by size.
create table mentions (
  type text not null check (type in ('item', 'npc', 'quest')),
  id integer not null check (id > 0),
  family text not null,
  member text not null,
  chars integer not null check (chars = length(subject)),
  subject text not null,
  primary key (type, id, family, member, chars, subject)
) strict, without rowid;
create index mentions_by_subject on mentions (family, subject);

create table mention_counts (
  type text not null,
  id integer not null,
  family text not null,
  member text not null,
  rows integer not null check (rows >= 0),
  primary key (type, id, family, member)
) strict, without rowid;
create index mention_counts_none on mention_counts (rows) where rows = 0;

-- The number of facts of a family whose subjects start with the owner and a colon, or of all its facts if the owner is
-- ''.
create table fact_counts (
  family text not null,
  owner text not null,
  rows integer not null check (rows >= 0),
  primary key (family, owner)
) strict, without rowid;
create index fact_counts_none on fact_counts (rows) where rows = 0;

-- The number of public edges of a group, by one of their ends.
create table edge_counts (
  grp text not null,
  end text not null check (end in ('from', 'to')),
  id integer not null check (id > 0),
  rows integer not null check (rows >= 0),
  primary key (grp, end, id)
) strict, without rowid;
create index edge_counts_none on edge_counts (rows) where rows = 0;

-- The positions of the facts of the family pins, to search them by location. at: the index of the position among those
-- of the NPC.
create table map_pins (
  map_id integer not null check (map_id > 0),
  npc_id integer not null check (npc_id > 0),
  at integer not null check (at >= 0),
  x real not null,
  y real not null,
  primary key (map_id, npc_id, at)
) strict, without rowid;
create index map_pins_by_place on map_pins (map_id, x, y, npc_id);
