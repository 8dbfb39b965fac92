-- Names are kept with single plain spaces; earlier releases kept the spaces that came. All records of theirs are looked at
-- once for the identity they would have now, as 0003_respelt.sql has it for moments.
insert or replace into unrespelt select 1, 0, max(seq) from records having max(seq) is not null;
