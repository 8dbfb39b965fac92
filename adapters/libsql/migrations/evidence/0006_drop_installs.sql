-- Distinct installs that saw an item in windows of a source, and the windows of the install that opened most of them.
-- Evidence from before counts neither; its epoch is built anew, as the rules of drops and edges are others.
alter table sources add column top_windows integer not null default 0 check (top_windows >= 0);
alter table source_items add column installs integer not null default 0 check (installs >= 0);
