-- All uploads have links (adapters/libsql/migrate.ts).
drop table unlinked;
