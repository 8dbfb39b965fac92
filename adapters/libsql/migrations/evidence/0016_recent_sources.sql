-- Sources that got loot windows, with the day on which the newest of them was received, until the rates of a later day are
-- estimated: most estimates use the windows received before their day (domain/families/counting/source_rates.ts).
create table recent_sources (
  source_n integer primary key check (source_n > 0),
  received_day integer not null
) strict;
