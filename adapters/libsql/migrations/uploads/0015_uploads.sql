-- All uploads of players, as release 0.6.0 stored them. Private and complete: everything else can be rebuilt from them.
-- Numbers are never reused (autoincrement), even after rows were erased, because the builder's cursor has passed them.

-- feed_key: the HMAC key (hexadecimal) of event ids and of the feed's order. It is created with the database and never
-- changes. feed_key_digest: SHA-256 of the key, so that a damaged key is not used as if it was another key.
create table secrets (
  id integer primary key check (id = 1),
  feed_key text not null check (length(feed_key) = 64 and feed_key not glob '*[^0-9a-f]*'),
  feed_key_digest blob check (length(feed_key_digest) = 32)
) strict;

-- ipv6: whether the install got its place under TW_WITNESS_NETWORKS by an upload from an IPv6 network. Installs that
-- never needed a place count as IPv4. digest: the keyed digest of the id (domain/proof/digests.ts), which the chain
-- covers, so that a damaged id is noticed and its install can still be found. Null if the id was damaged before.
create table installs (
  n integer primary key autoincrement check (n >= 1),
  install_id text not null unique check (length(install_id) between 8 and 64),
  ipv6 integer not null default 0 check (ipv6 in (0, 1)),
  digest blob check (length(digest) = 32)
) strict;
create unique index installs_by_digest on installs (digest);

-- Uploads with at least one new record. records: the number of new records. locale: the client language of the records,
-- as the client names it, or null if the sender did not declare it. summary: the outcome of the records that were not
-- stored, as JSON (domain/intake/summary.ts): counts by kind and code, without content. Null if it is unknown, as for
-- uploads that name several installs. session: random name that all uploads of one file share, or null if the upload
-- stands alone or an install of the session was erased. The chain covers neither summary nor session: they prove
-- nothing, only the sender sees them, and an erasure removes the session from uploads that stay.
create table uploads (
  n integer primary key autoincrement check (n >= 1),
  upload_id text not null check (length(upload_id) = 26),
  received_at_ms integer not null check (received_at_ms >= 0),
  addon_version text not null check (length(addon_version) between 1 and 20),
  client_build text check (length(client_build) <= 100),
  protocol text check (length(protocol) <= 64),
  records integer not null check (records between 1 and 2000),
  locale text check (length(locale) = 4),
  summary text check (json_valid(summary)),
  session text check (length(session) = 22)
) strict;
create index uploads_by_id on uploads (upload_id);
create index uploads_by_session on uploads (session, n) where session is not null;

-- All records of one upload and one install, deflated together. Most of a record repeats the one before it, so that a
-- block takes a fifth of the bytes. first_seq, last_seq: the numbers of its first and last record; numbers in between may
-- be missing. kinds: the number of records by kind, as JSON. packed: the records (adapters/libsql/uploads/block.ts),
-- which take `bytes` bytes when unpacked. seal: the first 16 bytes of the SHA-256 of all of this, to detect damage. The
-- chain covers the numbers of upload and install, so they need no reference, which would keep a damaged block from being
-- erased.
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

-- What makes a record a repeat of another one of its install. identity: the first 16 bytes of the SHA-256 of its
-- eventId, or of its body if it has none. A record of a release before 0.6.0 may have two: the one it was stored under
-- and the one it would have in the format of 0.6.0.
create table identities (
  install_n integer not null check (install_n >= 1),
  identity blob not null check (length(identity) = 16),
  seq integer not null check (seq >= 1),
  primary key (install_n, identity)
) strict, without rowid;

-- The number of listed elements that each install reported per kind and UTC day (domain/intake/day_quota.ts). A row has
-- 32 days, so that a file about months needs only a few rows: {"<kind>": {"<day - 32 * span>": elements}}.
create table day_counts (
  install_n integer not null references installs (n) on delete cascade,
  span integer not null,
  counts text not null check (json_valid(counts)),
  primary key (install_n, span)
) strict, without rowid;

-- Keys with higher limits (contract, section 1, Key). The key itself is not stored. Days are YYYY-MM-DD.
create table keys (
  n integer primary key autoincrement check (n >= 1),
  hash blob not null unique check (length(hash) = 32),
  label text not null check (length(label) between 1 and 80),
  created_day text not null check (length(created_day) = 10),
  last_used_day text check (length(last_used_day) = 10),
  revoked_at_ms integer check (revoked_at_ms >= 0)
) strict;

-- Grants for named records (contract, section 2, Grant). The token itself is not stored. categories: JSON array of
-- category names.
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
create index grants_by_install on grants (install_id, revoked_at_ms, expires_at_ms) where install_id is not null;

-- The grants that a named record was sent with. Only those that covered it then are stored.
create table record_grants (
  grant_n integer not null references grants (n) on delete cascade,
  seq integer not null check (seq >= 1),
  primary key (grant_n, seq)
) strict, without rowid;
create index record_grants_by_record on record_grants (seq);

-- Installs whose records are stored but not counted anywhere.
create table withholdings (
  install_n integer primary key references installs (n) on delete cascade,
  reason text not null check (length(reason) between 1 and 400),
  since_ms integer not null check (since_ms >= 0)
) strict;

-- The networks from which installs first sent, which TW_WITNESS_NETWORKS needs (adapters/libsql/uploads/networks.ts).

-- Places of a network that are taken, with the install and the UTC day. network: keyed digest of the /24 (IPv4) or /48
-- (IPv6). Rows are deleted after 30 days.
create table network_places (
  network blob not null check (length(network) = 32),
  install_n integer not null references installs (n) on delete cascade,
  day integer not null check (day >= 0),
  primary key (network, install_n)
) strict, without rowid;
create index network_places_by_day on network_places (day);

-- Installs that found no place when they first sent. order_n: the order by which an install that found a place later
-- counts, or null if it has found none yet. A row is deleted once its order was carried out.
create table network_waits (
  install_n integer primary key references installs (n) on delete cascade,
  order_n integer unique check (order_n >= 1)
) strict;

-- HMAC of every erased install id, so that an uploader that still watches the file cannot bring it back.
create table erased_installs (
  digest blob primary key check (length(digest) = 32)
) strict, without rowid;

-- Erasures that may have left data in the bytes of the file or its log. A row is deleted once these were overwritten
-- (adapters/libsql/uploads/pending_scrubs.ts).
create table scrubs (
  n integer primary key autoincrement check (n >= 1)
) strict;

-- What the builder must process again (domain/ports/uploads.ts, Order). Orders are deleted once it reports them as
-- done. from_seq: the first record that an erasure removed, so that files which end before it need not be rewritten. Null
-- if it is unknown, or if the order is not an erasure.
create table orders (
  n integer primary key autoincrement check (n >= 1),
  kind text not null check (kind in ('install', 'grant')),
  number integer not null check (number >= 1),
  from_seq integer check (from_seq >= 1)
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

-- Uploads of release 0.1.0 that have no links yet. Release 0.6.0 links them when it opens the database.
create table unlinked (
  upload_n integer primary key check (upload_n >= 1)
) strict;
