-- market_items holds the leading day of each item (domain/families/market.ts, leadingDay). A database from before this
-- migration is rebuilt.

-- on_time: {market, reporters} of the scans received in time, or JSON null if too few were; null if they are the same.
alter table market_days add column on_time text check (json_valid(on_time));

-- newer: the newest public day with its figures if it does not lead (domain/ports/market.ts, DayInHistory).
alter table market_items add column newer text check (json_valid(newer));
create index market_items_not_leading on market_items (realm_n) where newer is not null;
