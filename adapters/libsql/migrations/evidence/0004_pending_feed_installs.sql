-- Whose record waits for its place in the feed: it goes with its install, also before it has one. 0: not known any more.
alter table pending_feed add column install_n integer not null default 0 check (install_n >= 0);
update pending_feed set install_n = p.install_n from feed_places as p where p.seq = pending_feed.seq;
