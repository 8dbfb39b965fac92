-- The outcome of the records of an upload that were not stored, as JSON (domain/intake/summary.ts): counts by kind and
-- code, without content. Null if it is unknown, as for earlier uploads and for uploads that name several installs. The
-- chain does not cover the summary, which only the sender sees and which proves nothing.
alter table uploads add column summary text check (json_valid(summary));

create index uploads_by_id on uploads (upload_id);
