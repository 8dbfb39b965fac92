-- The three earliest first days and the three latest last days of a dated value's installs, as JSON. One wrong day
-- changes neither the third earliest nor the third latest.
alter table tallies drop column last_day;
alter table tallies drop column first_day;
alter table tallies add column first_days text not null default '[]' check (json_valid(first_days));
alter table tallies add column last_days text not null default '[]' check (json_valid(last_days));

update tallies as t set
  first_days = (select json_group_array(day) from (select c.first_ms / 86400000 as day from claims as c
    where c.subject_n = t.subject_n and c.field = t.field and c.value = t.value order by 1 limit 3)),
  last_days = (select json_group_array(day) from (select c.at_ms / 86400000 as day from claims as c
    where c.subject_n = t.subject_n and c.field = t.field and c.value = t.value order by 1 desc limit 3))
where subject_n in (select n from subjects where rollup = 'edges');
