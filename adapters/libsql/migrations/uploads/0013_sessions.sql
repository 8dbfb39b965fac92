-- Random name that all uploads of one file share, or null if the upload stands alone or an install of the session was
-- erased. The chain does not cover it: it proves nothing, and an erasure removes it from uploads that stay.
alter table uploads add column session text check (length(session) = 22);

create index uploads_by_session on uploads (session, n) where session is not null;
