-- Loot windows are divided by their context: whether the player was alone, and the quests in the player's log. Earlier
-- windows are read again from the uploads, because this step also raised the version of the drop rates.
delete from sources;
delete from loot_pieces;
delete from loot_totals;
delete from looted_by;
delete from dirty_sources;

-- The different quest logs of an install (adapters/libsql/evidence/loot/quest_logs.ts), numbered from first_n on.
create table quest_logs (
  install_n integer not null,
  first_n integer not null check (first_n >= 1),
  body blob not null,
  primary key (install_n, first_n)
) strict, without rowid;

-- The weights of the estimator of drop rates, and the windows from which they come (domain/ports/evidence.ts, RateFit).
alter table cursor add column rate_fit text check (json_valid(rate_fit));
