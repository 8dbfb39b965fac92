-- Items of loot windows now have the quests for which the client marked them. Earlier windows are read again from the
-- uploads, because this step also raised the version of the drop rates.
delete from sources;
delete from loot_pieces;
delete from loot_totals;
delete from looted_by;
delete from dirty_sources;
