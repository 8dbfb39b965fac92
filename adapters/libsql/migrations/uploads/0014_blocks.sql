-- Records are kept in blocks: all records of one upload and one install, deflated together. Most of a record repeats the
-- one before it, so that a block takes a fifth of the bytes.

-- first_seq, last_seq: the numbers of its first and last record; numbers in between may be missing. kinds: the number of
-- records by kind, as JSON. packed: the records (adapters/libsql/uploads/block.ts), which take `bytes` bytes when
-- unpacked. seal: the first 16 bytes of the SHA-256 of all of this, to detect damage. The chain covers the numbers of
-- upload and install, so they need no reference, which would keep a damaged block from being erased.
create table blocks (
  last_seq integer primary key autoincrement check (last_seq >= 1),
  first_seq integer not null check (first_seq between 1 and last_seq),
  upload_n integer not null check (upload_n >= 1),
  install_n integer not null check (install_n >= 1),
  records integer not null check (records between 1 and 2000),
  kinds text not null check (json_valid(kinds)),
  bytes integer not null check (bytes >= 1),
  seal blob not null check (length(seal) = 16),
  packed blob not null
) strict;
create index blocks_by_install on blocks (install_n);
create index blocks_by_upload on blocks (upload_n);

-- Numbers of records are never reused.
insert into sqlite_sequence (name, seq) select 'blocks', seq from sqlite_sequence where name = 'records';

-- What makes a record a repeat of another one of its install. identity: the first 16 bytes of the SHA-256 of its
-- eventId, or of its body if it has none. A record of an earlier release may have two: the one it was stored under and
-- the one it would have now (adapters/libsql/uploads/pack_older.ts).
create table identities (
  install_n integer not null check (install_n >= 1),
  identity blob not null check (length(identity) = 16),
  seq integer not null check (seq >= 1),
  primary key (install_n, identity)
) strict, without rowid;

insert into identities select install_n, substr(identity, 1, 16), seq from respelt where true on conflict do nothing;
drop table respelt;
drop table unrespelt;

create table record_grants_of_blocks (
  grant_n integer not null references grants (n) on delete cascade,
  seq integer not null check (seq >= 1),
  primary key (grant_n, seq)
) strict, without rowid;
insert into record_grants_of_blocks select grant_n, seq from record_grants;
drop table record_grants;
alter table record_grants_of_blocks rename to record_grants;
create index record_grants_by_record on record_grants (seq);
