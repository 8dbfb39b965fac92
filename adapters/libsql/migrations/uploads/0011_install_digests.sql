-- The keyed digest of each install's id (domain/proof/digests.ts). The chain covers it from here on, so an id that was
-- altered is noticed and its install is still found. Null: not computed yet, or the id was damaged already.
alter table installs add column digest blob check (length(digest) = 32);
create unique index installs_by_digest on installs (digest);

-- SHA-256 of the key, so that a key that was altered is not taken for another one. Null: not computed yet.
alter table secrets add column feed_key_digest blob check (length(feed_key_digest) = 32);
