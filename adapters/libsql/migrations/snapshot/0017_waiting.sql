-- Whether an item's newest market value is far from the public days before it (domain/families/market.ts). The next
-- snapshot rebuilds all facts, because the market family has a new version.
alter table market_items add column unusual integer not null default 0 check (unusual in (0, 1));

-- The evidence of installs that do not count yet (domain/ports/snapshot_view.ts). Null is unknown, or one or two
-- installs, whose figures nobody may read here.
alter table snapshots add column waiting_reporters integer check (waiting_reporters = 0 or waiting_reporters >= 3);
alter table snapshots add column waiting_windows integer check (waiting_windows >= 0);
