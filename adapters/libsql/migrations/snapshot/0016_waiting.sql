-- Whether an item's newest market value is far from the public days before it (domain/families/market.ts). The next
-- snapshot rebuilds all facts, because the market family has a new version.
alter table market_items add column unusual integer not null default 0 check (unusual in (0, 1));
