-- The number of distinct installs that saw an item in windows of a source, and the windows of the install that opened
-- most of them.
alter table sources add column top_windows integer not null default 0 check (top_windows >= 0);
alter table source_items add column installs integer not null default 0 check (installs >= 0);

update sources as s set top_windows = w.most
from (select source_type, source_id, max(windows) as most from source_witnesses group by 1, 2) as w
where s.source_type = w.source_type and s.source_id = w.source_id;

update source_items as i set installs = w.installs
from (select source_type, source_id, item_id, count(*) as installs from source_item_witnesses group by 1, 2, 3) as w
where i.source_type = w.source_type and i.source_id = w.source_id and i.item_id = w.item_id;
