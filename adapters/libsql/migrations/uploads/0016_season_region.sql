-- The season and region of the client's realm, by the client's numbers, or null if the upload did not name them. The
-- chain covers them where they are present.
alter table uploads add column season integer check (season between 0 and 99);
alter table uploads add column region integer check (region between 1 and 99);
