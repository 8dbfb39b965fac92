-- The public database, which anyone may read completely. It is derived from uploads.db through evidence.db. A database
-- with other tables is rebuilt.

-- rollups: the version of each roll-up by its name, as JSON. A database with other versions is rebuilt.
create table instance (
  id integer primary key check (id = 1),
  epoch text not null check (length(epoch) between 4 and 32),
  feed_time text not null check (feed_time in ('exact', 'day')),
  rollups text not null
) strict;

-- The snapshot log (domain/ports/snapshot_view.ts, SnapshotRow). import_n: the import that readers see. waiting_reporters
-- and waiting_windows: the evidence of installs that do not count yet. Null is unknown, or one or two installs, whose
-- figures nobody may read here.
create table snapshots (
  n integer primary key check (n >= 1),
  written_at_ms integer not null,
  data_as_of_ms integer,
  step integer not null check (step >= 0),
  seq integer not null check (seq >= 0),
  uploads integer not null check (uploads >= 0),
  legacy_records integer not null check (legacy_records >= 0),
  loot_uploads integer not null check (loot_uploads >= 0),
  loot_records integer not null check (loot_records >= 0),
  loot_windows integer not null check (loot_windows >= 0),
  queued integer not null check (queued >= 0),
  corpus_places integer not null check (corpus_places >= 0),
  import_n integer check (import_n >= 1),
  waiting_reporters integer check (waiting_reporters = 0 or waiting_reporters >= 3),
  waiting_windows integer check (waiting_windows >= 0)
) strict;
-- Finds the snapshot from which on a record counts. Both columns never decrease.
create index snapshots_by_seq on snapshots (seq, n, written_at_ms);

-- SHA-256 of every valid key, with which keys are checked if uploads.db is unreachable (contract, section 4,
-- Unreachable).
create table key_hashes (
  hash blob primary key check (length(hash) = 32)
) strict, without rowid;

-- Rows of lists, and their changes.

-- Public rows of all lists (adapters/libsql/snapshot/lists). A row keeps its place, and `key`, `a` and `b` identify it in
-- its list: a and b are ids of entities, or 0. rank: the rows of b are read in this order, highest first, before they are
-- read by place. body: JSON. until: the snapshot that withdrew the row and emptied its body, or 0 if it is public.
create table rows (
  list text not null check (length(list) between 1 and 60),
  place integer not null check (place >= 0),
  key text not null,
  a integer not null check (a >= 0),
  b integer not null check (b >= 0),
  rank integer not null check (rank >= 0 and (until = 0 or rank = 0)),
  body text not null check (iif(until = 0, json_valid(body), body = '')),
  until integer not null default 0 check (until >= 0),
  primary key (list, place),
  -- The cells of a rate and of a source (adapters/libsql/snapshot/lists/drops.ts).
  check (case
    when until > 0 then 1
    when list in ('rates', 'gathering') then body->>0 >= 0 and body->>1 between 0 and body->>0
      and body->>2 between 0 and 1000000 and body->>4 between 0 and 1000000 and body->>3 between 0 and body->>4
      and body->>5 >= 0 and body->>6 between 0 and 15 and body->>8 in (0, 1) and rank % 2000000 = body->>3
    when list = 'sources' then body->>1 >= 3 and body->>2 between 0 and body->>0
    else 1 end)
) strict, without rowid;
create unique index rows_by_key on rows (list, key, a, b, until);
create index rows_by_b on rows (list, b, rank desc, place, until);
-- Finds the surest rates of a source. CORROBORATED_RANK is in adapters/libsql/snapshot/drop_rows.ts.
create index rows_by_rank on rows (list, key, a, rank desc) where rank >= 4000000;
create index rows_withdrawn on rows (until, list, place) where until > 0;

-- For every snapshot that appended rows: the number of rows of each list so far, as JSON (domain/paging/ledger.ts).
create table row_steps (
  n integer primary key references snapshots (n),
  counts text not null check (json_valid(counts))
) strict;

-- The number of public rows of a list. list: a list of `rows` and the end, a or b, by which its rows are counted, such as
-- sold_by:item:npc:b, with the id of an entity; `coverage` with a zone and with kind and missing as the key, of which the
-- kind is empty for all kinds and missing is 0 for one or two; `market` with a realm and the house of its items as the key.
create table row_counts (
  list text not null,
  id integer not null check (id >= 0),
  key text not null,
  rows integer not null check (rows >= 0),
  primary key (list, id, key)
) strict, without rowid;
create index row_counts_none on row_counts (rows) where rows = 0;
create index row_counts_of_coverage on row_counts (key, rows desc, id) where list = 'coverage';

-- The number of rows of each list that were withdrawn in earlier epochs, including by rebuilds. A withdrawal explains
-- why an export is shorter than the previous one, whichever epoch that belonged to.
create table withdrawn_before (
  list text primary key check (list in ('corpus', 'edges', 'rates', 'zeros')),
  rows integer not null check (rows >= 0)
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
-- Finds the newest lines of the change log by kind. Subjects of relations and loot start with their kind.
create index changes_by_family on changes (family, n);
create index changes_by_kind on changes (family, substr(subject, 1, instr(subject, ':')), n)
  where family in ('drops', 'edges');
-- Finds the newest confirmed drops for the home page, however many other lines the change log has after them.
create index changes_of_new_drops on changes (n)
  where family = 'edges' and field = 'dropped_by' and change = 'became-public';

-- Changed rows, for a libSQL server that this database is copied to (adapters/libsql/publish). Triggers fill the table,
-- and exist only if the instance publishes. tbl '': changes up to this row are not known. key: the row's primary key as
-- JSON, with blobs as hexadecimal digits. before: SHA-3 of the row before the change, or null if it did not exist.
create table publish_log (
  seq integer primary key autoincrement,
  tbl text not null check (length(tbl) <= 64),
  key text not null,
  before blob check (length(before) = 32)
) strict;
create index publish_log_by_row on publish_log (tbl, key, seq);

-- The corpus.

-- For every snapshot that appended corpus rows: the number of rows of each kind so far, as JSON
-- (domain/paging/ledger.ts).
create table corpus_steps (
  n integer primary key references snapshots (n),
  counts text not null check (json_valid(counts))
) strict;

-- Places of the corpus whose rows were withdrawn, with the snapshot that withdrew them (domain/paging/gaps.ts).
create table corpus_gaps (
  kind text not null check (length(kind) between 1 and 60),
  place integer not null check (place >= 0),
  snapshot_n integer not null check (snapshot_n >= 1),
  primary key (kind, place)
) strict, without rowid;

-- Corpus rows as finished JSON, up to fifty per block, in the format of corpus_block.ts. A block is named by the place of
-- its first row.
create table corpus_blocks (
  kind text not null,
  place integer not null check (place >= 0),
  bytes blob not null,
  primary key (kind, place)
) strict;

-- The weights with which the rates were estimated (domain/values/estimates/model.ts), as JSON. import_n: the import whose
-- once_only the rates follow, or null if there was none.
create table rate_weights (
  id integer primary key check (id = 1),
  weights text not null check (json_valid(weights)),
  import_n integer
) strict;

-- Facts of all other families.

-- The public fact about a subject of a family (domain/ports/facts.ts, FactBody).
create table facts (
  family text not null,
  subject text not null,
  body text not null check (json_valid(body)),
  primary key (family, subject)
) strict, without rowid;
-- Finds recipes and lessons by the profession that installs agree on.
create index facts_by_profession on facts (family, body->'profession'->>'value', subject)
  where family in ('recipes', 'trainer_services');

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

-- The positions of the facts of the families pins and object_pins, to search them by location. at: the index of the
-- position among those of the NPC or object.
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

-- Subjects that need one or two more installs, by zone and kind (domain/families/coverage.ts), updated in the
-- transaction that writes their facts. zone: a map id, or 0, under which every subject is listed once.
create table coverage (
  zone integer not null check (zone >= 0),
  kind text not null check (length(kind) between 1 and 20),
  missing integer not null check (missing in (1, 2)),
  id integer not null check (id > 0),
  primary key (zone, kind, missing, id)
) strict, without rowid;

-- Public market values (domain/families/market.ts). house '' means all houses together. Exact figures are stored as
-- JSON text, because SQLite writes reals into JSON with 15 digits, which would change most of them.

create table market_realms (
  n integer primary key,
  realm_key text not null unique check (length(realm_key) between 1 and 120)
) strict;

-- figures: [market, min, quantity]. day: UTC days since 1970. on_time: {market, reporters} of the scans received in time,
-- or JSON null if too few were; null if they are the same.
create table market_days (
  realm_n integer not null references market_realms (n),
  house text not null check (house in ('', 'Alliance', 'Horde', 'Neutral')),
  item_id integer not null check (item_id > 0),
  day integer not null,
  figures text not null check (json_array_length(figures) = 3),
  reporters integer not null check (reporters >= 3),
  on_time text check (json_valid(on_time)),
  primary key (realm_n, house, item_id, day)
) strict, without rowid;

-- The leading day of an item (domain/families/market.ts, leadingDay). figures: [market, min, historical, quantity].
-- half_units: twice the quantity, which is an integer because the quantity is a median of integers. unusual: whether the
-- market value is far from the public days before it. trend: the recent values, as a JSON list. week_change: their change
-- over a week in hundredths of a percent. newer: the newest public day with its figures if it does not lead
-- (domain/ports/market.ts, DayInHistory).
create table market_items (
  realm_n integer not null references market_realms (n),
  house text not null check (house in ('', 'Alliance', 'Horde', 'Neutral')),
  item_id integer not null check (item_id > 0),
  half_units integer not null check (half_units >= 2),
  day integer not null,
  figures text not null check (json_array_length(figures) = 4),
  reporters integer not null check (reporters >= 3),
  unusual integer not null default 0 check (unusual in (0, 1)),
  trend text not null default '[]' check (json_type(trend) = 'array'),
  week_change integer,
  newer text check (json_valid(newer)),
  primary key (realm_n, house, item_id)
) strict, without rowid;
create unique index market_items_by_units on market_items (realm_n, house, half_units desc, item_id);
create index market_items_by_day on market_items (realm_n, house, day, week_change);
create index market_items_not_leading on market_items (realm_n) where newer is not null;

create trigger market_item_added after insert on market_items begin
  insert into row_counts (list, id, key, rows) values ('market', new.realm_n, new.house, 1)
  on conflict do update set rows = rows + 1;
end;

create trigger market_item_removed after delete on market_items begin
  update row_counts set rows = rows - 1 where list = 'market' and id = old.realm_n and key = old.house;
  delete from row_counts where rows = 0;
end;

-- Data of the game's files, by import (domain/ports/builds.ts). Readers see the import that the newest snapshot names.

-- state: `coming` while rows are added, `whole` once a snapshot serves the import, `going` while it is removed. The
-- totals are known when it is whole. edges: the number of rows of each group, as JSON. once_only: ids of the items that
-- players can have once, as a JSON list. Null until the import is whole.
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
  once_only text check (json_valid(once_only)),
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

-- The knowledge base: everything that can be found by name or words (contract, section 6; domain/ports/knowledge.ts).

-- n: its high bits rank the row by importance (domain/knowledge/importance.ts). A full-text index returns rows in the
-- order of n, so a search that wants ten names reads few rows, however many match. part: 0 for observations, the number
-- of the import for game files, the number of the set for documents. Readers see one part of the latter two layers.
-- folded: the key for looking up complete names. source, licence and date are null if they come from the snapshot or the
-- import. text is the last column because it may be long, and names are read without it.
create table knowledge (
  n integer primary key,
  layer text not null check (layer in ('observed', 'game-files', 'document')),
  part integer not null check ((part = 0) = (layer = 'observed')),
  id text not null check (length(id) between 1 and 160),
  kind text not null check (length(kind) between 1 and 40),
  ext_id text check (length(ext_id) between 1 and 80),
  name text not null check (length(name) between 1 and 1000),
  folded text not null check (length(folded) between 1 and 4000),
  url text check (length(url) between 1 and 2000),
  source text check (length(source) between 1 and 200),
  licence text check (length(licence) between 1 and 100),
  date text check (length(date) between 10 and 35),
  version text check (length(version) between 1 and 40),
  text text not null,
  check ((layer = 'document') = (source is not null and licence is not null and date is not null))
) strict;
create unique index knowledge_by_id on knowledge (id, layer, part);
create index knowledge_by_name on knowledge (folded, layer, part);
create index knowledge_by_kind on knowledge (layer, part, kind, folded, id);

-- Documents are replaced as a set. state: `coming` while rows are added, `whole` while the set is read, `going` while
-- it is removed.
create table knowledge_sets (
  n integer primary key check (n >= 1),
  state text not null check (state in ('coming', 'whole', 'going'))
) strict;
create unique index knowledge_sets_whole on knowledge_sets (state) where state = 'whole';

-- Names are searched separately from texts, because a word that many texts contain may be rare in names. A row without
-- text has no entry in knowledge_texts.
create virtual table knowledge_texts using fts5 (
  name, text, content = 'knowledge', content_rowid = 'n', tokenize = 'unicode61 remove_diacritics 2', prefix = '3'
);

-- Documents are searched separately from entities. Otherwise a word that a million entities contain ("level") would be
-- rated by its frequency there, and the search would be as slow. Words are indexed by stem: "farming" finds "farm".
create view knowledge_of_documents as select n, name, text from knowledge where layer = 'document';

create virtual table knowledge_documents using fts5 (
  name, text, content = 'knowledge_of_documents', content_rowid = 'n', tokenize = 'porter unicode61 remove_diacritics 2'
);

-- joined: the name without apostrophes if it has any, because players type both "Anub'Rekhan" and "anubrekhan".
create view knowledge_of_names as
select n, name, iif(plain = name, '', plain) as joined
from (
  select n, name,
    replace(replace(replace(replace(replace(replace(name, '''', ''), '’', ''), '‘', ''), 'ʼ', ''), '`', ''), '´', '')
      as plain
  from knowledge
);

-- Names are neither weighed nor searched for phrases, so their index needs no positions and no sizes.
create virtual table knowledge_names using fts5 (
  name, joined, content = 'knowledge_of_names', content_rowid = 'n', tokenize = 'unicode61 remove_diacritics 2',
  prefix = '1 2 3', detail = none, columnsize = 0
);

-- The words of all names, to correct misspelt words.
create virtual table knowledge_words using fts5vocab (knowledge_names, row);

create trigger knowledge_added after insert on knowledge begin
  insert into knowledge_names (rowid, name, joined) select n, name, joined from knowledge_of_names where n = new.n;
  insert into knowledge_texts (rowid, name, text)
  select new.n, new.name, new.text where new.layer <> 'document' and new.text <> '';
  insert into knowledge_documents (rowid, name, text)
  select new.n, new.name, new.text where new.layer = 'document';
end;

create trigger knowledge_removed before delete on knowledge begin
  insert into knowledge_names (knowledge_names, rowid, name, joined)
  select 'delete', n, name, joined from knowledge_of_names where n = old.n;
  insert into knowledge_texts (knowledge_texts, rowid, name, text)
  select 'delete', old.n, old.name, old.text where old.layer <> 'document' and old.text <> '';
  insert into knowledge_documents (knowledge_documents, rowid, name, text)
  select 'delete', old.n, old.name, old.text where old.layer = 'document';
end;

create trigger knowledge_changed after update on knowledge begin
  select raise(abort, 'rows of the knowledge base are removed and added, never changed');
end;
