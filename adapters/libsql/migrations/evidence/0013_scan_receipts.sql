-- When the last record of a scan was received: scans that arrive late do not say what was usual. A database from before
-- this migration is rebuilt.
alter table market_scans add column received_ms integer not null default 0;
