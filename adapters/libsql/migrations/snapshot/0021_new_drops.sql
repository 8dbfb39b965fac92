-- Finds the newest confirmed drops for the home page, however many other lines the change log has after them.
create index changes_of_new_drops on changes (n)
  where family = 'edges' and field = 'dropped_by' and change = 'became-public';
