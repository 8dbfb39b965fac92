-- Documents are searched separately from entities. Otherwise a word that a million entities contain ("level") would be
-- rated by its frequency there, and the search would be as slow. Words are indexed by stem: "farming" finds "farm".
create view knowledge_of_documents as select n, name, text from knowledge where layer = 'document';

create virtual table knowledge_documents using fts5 (
  name, text, content = 'knowledge_of_documents', content_rowid = 'n', tokenize = 'porter unicode61 remove_diacritics 2'
);

insert into knowledge_documents (rowid, name, text) select n, name, text from knowledge_of_documents;
insert into knowledge_texts (knowledge_texts, rowid, name, text)
select 'delete', n, name, text from knowledge where layer = 'document' and text <> '';

drop trigger knowledge_added;
drop trigger knowledge_removed;

create trigger knowledge_added after insert on knowledge begin
  insert into knowledge_names (rowid, name) values (new.n, new.name);
  insert into knowledge_texts (rowid, name, text)
  select new.n, new.name, new.text where new.layer <> 'document' and new.text <> '';
  insert into knowledge_documents (rowid, name, text)
  select new.n, new.name, new.text where new.layer = 'document';
end;

create trigger knowledge_removed after delete on knowledge begin
  insert into knowledge_names (knowledge_names, rowid, name) values ('delete', old.n, old.name);
  insert into knowledge_texts (knowledge_texts, rowid, name, text)
  select 'delete', old.n, old.name, old.text where old.layer <> 'document' and old.text <> '';
  insert into knowledge_documents (knowledge_documents, rowid, name, text)
  select 'delete', old.n, old.name, old.text where old.layer = 'document';
end;
