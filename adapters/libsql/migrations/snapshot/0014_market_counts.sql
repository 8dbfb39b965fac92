-- The number of items with a public value per realm and house, updated together with the values. The newest day is
-- found by its index.
create table market_counts (
  realm_n integer not null references market_realms (n),
  house text not null check (house in ('', 'Alliance', 'Horde', 'Neutral')),
  rows integer not null check (rows >= 0),
  primary key (realm_n, house)
) strict, without rowid;

insert into market_counts select realm_n, house, count(*) from market_items group by 1, 2;

create trigger market_item_added after insert on market_items begin
  insert into market_counts (realm_n, house, rows) values (new.realm_n, new.house, 1)
  on conflict do update set rows = rows + 1;
end;

create trigger market_item_removed after delete on market_items begin
  update market_counts set rows = rows - 1 where realm_n = old.realm_n and house = old.house;
  delete from market_counts where realm_n = old.realm_n and house = old.house and rows = 0;
end;

create index market_items_by_day on market_items (realm_n, house, day);
