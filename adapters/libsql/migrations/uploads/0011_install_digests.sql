-- The keyed digest of each install's id (domain/proof/digests.ts). The chain covers it from here on, so that a damaged
-- id is noticed and its install can still be found. Null if it is not computed yet, or if the id was damaged before.
alter table installs add column digest blob check (length(digest) = 32);
create unique index installs_by_digest on installs (digest);

-- SHA-256 of the key, so that a damaged key is not used as if it was another key. Null if it is not computed yet.
alter table secrets add column feed_key_digest blob check (length(feed_key_digest) = 32);
