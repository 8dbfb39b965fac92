-- Data of the game's files, by import (domain/ports/builds.ts). Readers see the import that the newest snapshot names.

alter table snapshots add column import_n integer check (import_n >= 1);

-- state: `coming` while rows are added, `whole` once a snapshot serves the import, `going` while it is removed. The
-- totals are known when it is whole. edges: the number of rows of each group, as JSON.
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

-- Items by ascending id. body: the finished row. The other columns are the slugs to filter by.
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

-- Other data of the build, by family and subject (domain/ports/builds.ts, GAME_FAMILIES).
create table game_facts (
  import_n integer not null references imports (n),
  family text not null check (length(family) between 1 and 40),
  subject text not null check (length(subject) <= 80),
  body text not null check (json_valid(body)),
  primary key (import_n, family, subject)
) strict, without rowid;

-- Relations of the build. grp: the group (domain/ports/build.ts, CLIENT_GROUPS), each of which has its own places,
-- ordered by both ends. body: the finished row.
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

-- The finished body of the client layer, compressed in each coding and divided into parts.
create table client_layer (
  import_n integer not null references imports (n),
  coding text not null check (coding in ('br', 'gzip', 'identity')),
  part integer not null check (part >= 0),
  bytes blob not null check (length(bytes) between 1 and 262144),
  primary key (import_n, coding, part)
) strict;
