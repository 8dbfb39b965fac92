-- The knowledge base: everything that can be found by name or words (contract, section 6; domain/ports/knowledge.ts).

-- part: 0 for observations, the number of the import for game files, the number of the set for documents. Readers see
-- one part of the latter two layers. folded: the key for looking up complete names. source, licence and date are null
-- if they come from the snapshot or the import. text is the last column because it may be long, and names are read
-- without it.
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

-- The words of all names and the number of names that contain each, to correct misspelt words.
create table knowledge_words (
  word text primary key check (length(word) between 1 and 40),
  chars integer not null check (chars = length(word)),
  uses integer not null check (uses >= 1)
) strict, without rowid;
create index knowledge_words_by_length on knowledge_words (chars, word);

-- Names are searched separately from texts, because a word that many texts contain may be rare in names. A row without
-- text has no entry in knowledge_texts.
create virtual table knowledge_names using fts5 (
  name, content = 'knowledge', content_rowid = 'n', tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
create virtual table knowledge_texts using fts5 (
  name, text, content = 'knowledge', content_rowid = 'n', tokenize = 'unicode61 remove_diacritics 2', prefix = '3'
);

create trigger knowledge_added after insert on knowledge begin
  insert into knowledge_names (rowid, name) values (new.n, new.name);
  insert into knowledge_texts (rowid, name, text) select new.n, new.name, new.text where new.text <> '';
end;

create trigger knowledge_removed after delete on knowledge begin
  insert into knowledge_names (knowledge_names, rowid, name) values ('delete', old.n, old.name);
  insert into knowledge_texts (knowledge_texts, rowid, name, text)
  select 'delete', old.n, old.name, old.text where old.text <> '';
end;

create trigger knowledge_changed after update on knowledge begin
  select raise(abort, 'rows of the knowledge base are removed and added, never changed');
end;
