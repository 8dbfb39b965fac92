-- Finds the newest lines of the change log by kind. Subjects of relations and loot start with their kind.
create index changes_by_family on changes (family, n);
create index changes_by_kind on changes (family, substr(subject, 1, instr(subject, ':')), n)
  where family in ('drops', 'edges');
