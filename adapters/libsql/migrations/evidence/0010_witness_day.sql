-- The UTC day for which the age of witnesses was last applied, and the one that is being applied. They differ if a step
-- was killed in between. Null: every install is a witness from its first record on.
alter table cursor add column witness_day integer;
alter table cursor add column witness_to_day integer;
