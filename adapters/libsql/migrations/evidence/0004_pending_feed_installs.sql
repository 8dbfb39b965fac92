-- The install of a record that waits for its place in the feed, so that removing the install also removes waiting
-- records. 0 if it is no longer known.
alter table pending_feed add column install_n integer not null default 0 check (install_n >= 0);
update pending_feed set install_n = p.install_n from feed_places as p where p.seq = pending_feed.seq;
