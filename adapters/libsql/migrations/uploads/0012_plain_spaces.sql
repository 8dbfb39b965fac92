-- Names are stored with single plain spaces. Earlier releases stored spaces as they were sent. All their records are
-- checked once for the identity that they would have now, as in 0003_respelt.sql for instants.
insert or replace into unrespelt select 1, 0, max(seq) from records having max(seq) is not null;
