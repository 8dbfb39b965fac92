-- The client language of an upload's records, as the client names it, or null if the sender did not declare it.
alter table uploads add column locale text check (length(locale) = 4);
