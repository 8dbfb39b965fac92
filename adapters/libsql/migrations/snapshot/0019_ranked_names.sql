-- Names are found in the order of their importance: a full-text index returns rows in the order of `n`, so the high
-- bits of `n` rank the row (domain/knowledge/importance.ts), and a search that wants ten names reads few rows, however
-- many match. A database from before this migration is rebuilt.

drop trigger knowledge_added;
drop trigger knowledge_removed;
drop table knowledge_names;
drop table knowledge_words;

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
insert into knowledge_names (knowledge_names) values ('rebuild');

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
