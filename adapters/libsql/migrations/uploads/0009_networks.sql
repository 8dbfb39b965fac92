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
