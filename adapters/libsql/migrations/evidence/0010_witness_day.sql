-- The UTC day by which installs were old enough to be witnesses, and the one that the evidence is being brought to (where a
-- step in between was killed, they differ). Null: every install is one from its first record on.
alter table cursor add column witness_day integer;
alter table cursor add column witness_to_day integer;
