-- once: 1 if players can have the item once, so that their windows after the first that held it do not count.
-- changed: [day, before, after] as JSON if the rate changed on that UTC day (in days since 1970; rates in millionths), or
-- null. The next snapshot estimates all rates again, because the drops family has a new version.
alter table rates add column once integer not null default 0 check (once in (0, 1));
alter table rates add column changed text check (json_valid(changed));

-- once_only: ids of the items that players can have once, as a JSON list. Null until the import is whole.
alter table imports add column once_only text check (json_valid(once_only));

-- import_n: the import whose once_only the rates follow, or null if there was none.
alter table rate_weights add column import_n integer;
