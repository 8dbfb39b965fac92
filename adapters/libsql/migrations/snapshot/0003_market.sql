-- Public market values (domain/families/market.ts). house '' means all houses together. Exact figures are stored as
-- JSON text, because SQLite writes reals into JSON with 15 digits, which would change most of them.

create table market_realms (
  n integer primary key,
  realm_key text not null unique check (length(realm_key) between 1 and 120)
) strict;

-- figures: [market, min, quantity]. day: UTC days since 1970.
create table market_days (
  realm_n integer not null references market_realms (n),
  house text not null check (house in ('', 'Alliance', 'Horde', 'Neutral')),
  item_id integer not null check (item_id > 0),
  day integer not null,
  figures text not null check (json_array_length(figures) = 3),
  reporters integer not null check (reporters >= 3),
  primary key (realm_n, house, item_id, day)
) strict, without rowid;

-- The newest public day of an item. figures: [market, min, historical, quantity]. half_units: twice the quantity, which
-- is an integer because the quantity is a median of integers.
create table market_items (
  realm_n integer not null references market_realms (n),
  house text not null check (house in ('', 'Alliance', 'Horde', 'Neutral')),
  item_id integer not null check (item_id > 0),
  half_units integer not null check (half_units >= 2),
  day integer not null,
  figures text not null check (json_array_length(figures) = 4),
  reporters integer not null check (reporters >= 3),
  primary key (realm_n, house, item_id)
) strict, without rowid;
create unique index market_items_by_units on market_items (realm_n, house, half_units desc, item_id);
