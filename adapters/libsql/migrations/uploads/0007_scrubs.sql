-- Erasures that may have left data in the bytes of the file or its log. A row is deleted once these were overwritten
-- (adapters/libsql/uploads/pending_scrubs.ts).
create table scrubs (
  n integer primary key autoincrement check (n >= 1)
) strict;
-- Earlier releases did not record this, and may have been killed in between.
insert into scrubs (n) select 1 where exists (select 1 from erased_installs);

create index grants_by_install on grants (install_id, revoked_at_ms, expires_at_ms) where install_id is not null;
