-- What is public of one item and of what names an entity, found without reading whole lists.

-- The rates of one item; those of one source are found by the table's own unique key.
create index rates_by_item on rates (item_id, source_type, source_id, drops);

-- Which public facts name an entity that they are not about (domain/mentions.ts). member: where in the fact it is named.
create table mentions (
  type text not null check (type in ('item', 'npc', 'quest')),
  id integer not null check (id > 0),
  family text not null,
  member text not null,
  subject text not null,
  primary key (type, id, family, member, subject)
) strict, without rowid;
create index mentions_by_subject on mentions (family, subject);
