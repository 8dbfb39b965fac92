-- Tallies are computed from the claims when a subject is read (adapters/libsql/evidence/dirty.ts).
drop table tallies;
