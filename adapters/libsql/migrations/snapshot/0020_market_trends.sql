-- The recent values of an item, as a JSON list, and their change over a week in hundredths of a percent
-- (domain/families/market.ts). The next snapshot rebuilds all facts, because the market family has a new version.
alter table market_items add column trend text not null default '[]' check (json_type(trend) = 'array');
alter table market_items add column week_change integer;

-- Finds the newest day of a realm, and the greatest changes of a day.
drop index market_items_by_day;
create index market_items_by_day on market_items (realm_n, house, day, week_change);
