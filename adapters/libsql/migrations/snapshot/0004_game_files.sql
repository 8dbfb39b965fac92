-- What the game's files say, by import (domain/ports/builds.ts). Readers see the import that the newest snapshot names.

alter table snapshots add column import_n integer check (import_n >= 1);

-- state: coming while rows are added, whole once a snapshot serves it, going while it is removed. What it holds is known
-- when it is whole. edges: JSON, rows of each group.
create table imports (
  n integer primary key check (n >= 1),
  build text not null check (length(build) between 1 and 100),
  extracted_at text check (length(extracted_at) between 1 and 100),
  imported_at_ms integer not null,
  protocol text not null check (length(protocol) between 1 and 64),
  state text not null check (state in ('coming', 'whole', 'going')),
  items integer check (items >= 0),
  edges text check (json_valid(edges)),
  layer_tag text check (length(layer_tag) = 22),
  check (state <> 'whole' or (items is not null and edges is not null and layer_tag is not null))
) strict;

-- Items by ascending id. body: the finished row; the others are the slugs it is filtered by.
create table game_items (
  import_n integer not null references imports (n),
  place integer not null check (place >= 0),
  item_id integer not null check (item_id between 1 and 4294967295),
  class text check (length(class) between 1 and 80),
  subclass text check (length(subclass) between 1 and 80),
  slot text check (length(slot) between 1 and 80),
  quality text check (length(quality) between 1 and 80),
  body text not null check (json_valid(body)),
  primary key (import_n, place)
) strict, without rowid;
create unique index game_items_by_id on game_items (import_n, item_id);

-- What else the build says, by what it is about (GAME_FAMILIES).
create table game_facts (
  import_n integer not null references imports (n),
  family text not null check (length(family) between 1 and 40),
  subject text not null check (length(subject) <= 80),
  body text not null check (json_valid(body)),
  primary key (import_n, family, subject)
) strict, without rowid;

-- Relations of the build. grp: domain/ports/build.ts, CLIENT_GROUPS; each group has places of its own, ascending by
-- both ends. body: the finished row.
create table client_edges (
  import_n integer not null references imports (n),
  grp text not null check (length(grp) between 1 and 80),
  place integer not null check (place >= 0),
  from_id integer not null check (from_id > 0),
  to_id integer not null check (to_id > 0),
  body text not null check (json_valid(body)),
  primary key (import_n, grp, place)
) strict, without rowid;
create unique index client_edges_by_from on client_edges (import_n, grp, from_id, to_id, place);
create index client_edges_by_to on client_edges (import_n, grp, to_id, place);

-- The client layer's finished body, packed in each coding and cut into parts.
create table client_layer (
  import_n integer not null references imports (n),
  coding text not null check (coding in ('br', 'gzip', 'identity')),
  part integer not null check (part >= 0),
  bytes blob not null check (length(bytes) between 1 and 262144),
  primary key (import_n, coding, part)
) strict;
