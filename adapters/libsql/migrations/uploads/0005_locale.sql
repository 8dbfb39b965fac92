-- The language of the client that an upload's records come from, as the client names it; null: the sender did not say.
alter table uploads add column locale text check (length(locale) = 4);
