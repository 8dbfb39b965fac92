-- All records are in blocks now (adapters/libsql/uploads/pack_older.ts).
drop table records;
