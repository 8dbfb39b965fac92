-- Whether the install got its place under TW_WITNESS_NETWORKS by an upload from an IPv6 network. Installs from before
-- this column, and those that never needed a place, count as IPv4.
alter table installs add column ipv6 integer not null default 0 check (ipv6 in (0, 1));
