-- All uploads of players. Private and complete: everything else can be rebuilt from them. Numbers are never reused
-- (autoincrement), even after rows were erased, because the builder's cursor has passed them.

-- feed_key: the HMAC key (hexadecimal) of event ids and of the feed's order. It is created with the database and never
-- changes.
create table secrets (
  id integer primary key check (id = 1),
  feed_key text not null check (length(feed_key) = 64 and feed_key not glob '*[^0-9a-f]*')
) strict;

create table installs (
  n integer primary key autoincrement check (n >= 1),
  install_id text not null unique check (length(install_id) between 8 and 64)
) strict;

-- Uploads with at least one new record. records: the number of new records.
create table uploads (
  n integer primary key autoincrement check (n >= 1),
  upload_id text not null check (length(upload_id) = 26),
  received_at_ms integer not null check (received_at_ms >= 0),
  addon_version text not null check (length(addon_version) between 1 and 20),
  client_build text check (length(client_build) <= 100),
  protocol text check (length(protocol) <= 64),
  records integer not null check (records between 1 and 2000)
) strict;

-- identity: the eventId as text, or the body's SHA-256 as a blob if there is none. digest: the SHA-256 if there is an
-- eventId, otherwise null. body: domain/intake/stored_body.ts. captured_at_ms is at least 2004-11-23.
create table records (
  seq integer primary key autoincrement check (seq >= 1),
  upload_n integer not null references uploads (n),
  install_n integer not null references installs (n),
  kind text not null check (length(kind) between 1 and 40),
  identity any not null,
  digest blob,
  captured_at_ms integer not null check (captured_at_ms >= 1101168000000),
  body text not null,
  unique (install_n, identity),
  check (
    case typeof(identity)
      when 'text' then length(identity) between 3 and 96 and typeof(digest) = 'blob' and length(digest) = 32
      when 'blob' then length(identity) = 32 and digest is null
      else 0
    end
  )
) strict;
