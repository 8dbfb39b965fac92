-- market_items holds the leading day of each item (domain/families/market.ts, leadingDay). A database from before this
-- migration is rebuilt.

-- on_time: [market, reporters] of the scans received in time, [] if too few were, null if that makes no difference.
alter table market_days add column on_time text check (json_array_length(on_time) in (0, 2));

-- newer: the newest public day if it does not lead: [day, [market, min, historical, quantity], reporters, unusual].
-- waits: that day if it was not over when the row was written, because it may lead once it is.
alter table market_items add column newer text check (json_array_length(newer) = 4);
alter table market_items add column waits integer;
create index market_items_waiting on market_items (waits) where waits is not null;
