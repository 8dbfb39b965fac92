-- Keys with higher limits, grants for named records, withheld and erased installs, and the digest chain that proves
-- that nothing was lost.

-- Keys (contract, section 1, Key). The key itself is not stored. Days are YYYY-MM-DD.
create table keys (
  n integer primary key autoincrement check (n >= 1),
  hash blob not null unique check (length(hash) = 32),
  label text not null check (length(label) between 1 and 80),
  created_day text not null check (length(created_day) = 10),
  last_used_day text check (length(last_used_day) = 10),
  revoked_at_ms integer check (revoked_at_ms >= 0)
) strict;

-- Grants (contract, section 2, Grant). The token itself is not stored. categories: JSON array of category names.
create table grants (
  n integer primary key autoincrement check (n >= 1),
  hash blob not null unique check (length(hash) = 32),
  categories text not null check (json_valid(categories)),
  guild_name text check (length(guild_name) between 2 and 60),
  realm text check (length(realm) between 2 and 60),
  character text check (length(character) between 2 and 30),
  install_id text check (length(install_id) between 8 and 64),
  self integer not null check (self in (0, 1)),
  issued_at_ms integer not null check (issued_at_ms >= 0),
  expires_at_ms integer not null check (expires_at_ms > issued_at_ms),
  revoked_at_ms integer check (revoked_at_ms >= 0),
  check (coalesce(guild_name, realm, character, install_id) is not null)
) strict;

-- The grants that a named record was sent with. Only those that covered it then are stored.
create table record_grants (
  grant_n integer not null references grants (n) on delete cascade,
  seq integer not null references records (seq) on delete cascade,
  primary key (grant_n, seq)
) strict, without rowid;
create index record_grants_by_record on record_grants (seq);

-- Installs whose records are stored but not counted anywhere.
create table withholdings (
  install_n integer primary key references installs (n) on delete cascade,
  reason text not null check (length(reason) between 1 and 400),
  since_ms integer not null check (since_ms >= 0)
) strict;

-- HMAC of every erased install id, so that an uploader that still watches the file cannot bring it back.
create table erased_installs (
  digest blob primary key check (length(digest) = 32)
) strict, without rowid;

-- What the builder must process again (domain/ports/uploads.ts, Order). Orders are deleted once it reports them as
-- done.
create table orders (
  n integer primary key autoincrement check (n >= 1),
  kind text not null check (kind in ('install', 'grant')),
  number integer not null check (number >= 1)
) strict;

-- The digest chain of all uploads (domain/proof). Each link's digest covers its content and the previous link. content:
-- for an upload the digest of its head and parts, for an erasure the digest of the parts that it emptied.
create table links (
  n integer primary key autoincrement check (n >= 1),
  kind text not null check (kind in ('upload', 'erasure')),
  upload_n integer,
  content blob not null check (length(content) = 32),
  digest blob not null check (length(digest) = 32)
) strict;
create index links_by_upload on links (upload_n) where upload_n is not null;

-- The digest of one install's records in an upload. erased_by: the link of the erasure that emptied the part, after
-- which nothing says whose it was.
create table parts (
  upload_n integer not null check (upload_n >= 1),
  part integer not null check (part >= 0),
  install_n integer,
  digest blob not null check (length(digest) = 32),
  erased_by integer references links (n),
  primary key (upload_n, part),
  check ((install_n is null) = (erased_by is not null))
) strict, without rowid;
create index parts_by_install on parts (install_n) where install_n is not null;
create index parts_by_erasure on parts (erased_by) where erased_by is not null;

-- Uploads of release 0.1.0, which had no chain. They get their links when the database is next opened for writing.
create table unlinked (
  upload_n integer primary key check (upload_n >= 1)
) strict;
insert into unlinked select n from uploads;
