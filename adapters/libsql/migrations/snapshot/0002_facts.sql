-- Edges, facts of every other family, the change log, and withdrawn rows of the corpus.

alter table snapshots add column edge_places integer not null default 0 check (edge_places >= 0);

-- list: rates, zeros, or corpus:<kind>.
create table gaps_of_lists (
  list text not null check (length(list) between 1 and 60),
  place integer not null check (place >= 0),
  snapshot_n integer not null check (snapshot_n >= 1),
  primary key (list, place)
) strict, without rowid;
insert into gaps_of_lists select list, place, snapshot_n from gaps;
drop table gaps;
alter table gaps_of_lists rename to gaps;

-- Observed relations. grp: the group (domain/families/edges.ts, EDGE_GROUPS), each of which has its own places. body:
-- the finished row. Of a withdrawn edge only the place remains.
create table edges (
  grp text not null,
  place integer not null check (place >= 0),
  from_id integer not null check (from_id > 0),
  to_id integer not null check (to_id > 0),
  withdrawn_n integer check (withdrawn_n >= 1),
  body text not null check ((body = '') = (withdrawn_n is not null)),
  primary key (grp, place)
) strict, without rowid;
create unique index edges_standing on edges (grp, from_id, to_id) where withdrawn_n is null;
create index edges_by_from on edges (grp, from_id, to_id, place, withdrawn_n);
create index edges_by_to on edges (grp, to_id, place, withdrawn_n);
create index edges_withdrawn on edges (withdrawn_n, grp, place) where withdrawn_n is not null;

-- For every snapshot that appended edges: the number of edges of each group so far, as JSON (domain/paging/ledger.ts).
create table edge_steps (
  n integer primary key references snapshots (n),
  counts text not null check (json_valid(counts))
) strict;

-- The public fact about a subject of a family (domain/ports/facts.ts, FactBody).
create table facts (
  family text not null,
  subject text not null,
  body text not null check (json_valid(body)),
  primary key (family, subject)
) strict, without rowid;

-- The change log (contract, section 3). It has only subject and field, and lines are kept for 90 days.
create table changes (
  n integer primary key,
  at_ms integer not null,
  change text not null check (change in ('became-public', 'withdrawn', 'changed', 'build-imported')),
  family text not null,
  subject text not null,
  field text not null
) strict;
create index changes_by_subject on changes (family, subject);
create index changes_by_time on changes (at_ms);

-- SHA-256 of every valid key, with which keys are checked if uploads.db is unreachable (contract, section 4,
-- Unreachable).
create table key_hashes (
  hash blob primary key check (length(hash) = 32)
) strict, without rowid;
