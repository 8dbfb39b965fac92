-- What became of the records of an upload that were not kept, as JSON (domain/intake/summary.ts): how many by kind and
-- code, and nothing of what they held. Null: not known, of uploads of before and of those whose records name several installs.
-- The chain does not cover it: it is told to the sender alone, and proves nothing.
alter table uploads add column summary text check (json_valid(summary));

create index uploads_by_id on uploads (upload_id);
