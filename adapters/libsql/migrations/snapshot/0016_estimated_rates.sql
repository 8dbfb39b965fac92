-- Estimates of drop rates (domain/families/counting/source_rates.ts): rates in millionths, effective windows in tenths.
-- flags: sum of 1 (always so far), 2 (for players who can get it), 4 (players disagree) and 8 (based on solo windows).
-- quest: [quest, kills, drops, installs, reporters] as JSON, or null.
alter table rates add column estimate integer not null default 0 check (estimate between 0 and 1000000);
alter table rates add column estimate_high integer not null default 0 check (estimate_high between 0 and 1000000);
alter table rates add column estimate_low integer not null default 0 check (estimate_low between 0 and estimate_high);
alter table rates add column effective_tenths integer not null default 0 check (effective_tenths >= 0);
alter table rates add column flags integer not null default 0 check (flags between 0 and 15);
alter table rates add column quest text check (json_valid(quest));

-- The weights with which the rates were estimated (domain/values/estimates/model.ts), as JSON.
create table rate_weights (
  id integer primary key check (id = 1),
  weights text not null check (json_valid(weights))
) strict;
