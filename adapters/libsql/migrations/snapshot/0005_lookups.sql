-- Indexes that find the public data of one item, and the facts that mention an entity, without reading whole lists.

-- The rates of one item. The rates of one source are found by the table's own unique key.
create index rates_by_item on rates (item_id, source_type, source_id, drops);

-- Public facts that mention an entity other than their subject (domain/families/lookups/mentioned.ts), maintained by
-- the triggers below. member: where in the fact the entity is mentioned.
create table mentions (
  type text not null check (type in ('item', 'npc', 'quest')),
  id integer not null check (id > 0),
  family text not null,
  member text not null,
  subject text not null,
  primary key (type, id, family, member, subject)
) strict, without rowid;
create index mentions_by_subject on mentions (family, subject);

create view facts_naming as
  select 'npc' as type, body->'giver'->>'value' as id, family, 'giver' as member, subject
  from facts where family = 'quests'
  union all
  select 'npc', body->'turnIn'->>'value', family, 'turnIn', subject from facts where family = 'quests'
  union all
  select 'quest', q.value, family, 'entry', subject
  from facts cross join json_each(body, '$.entry.value.questIds') as q where family = 'quest_chains'
  union all
  select 'item', body->'itemId'->>'value', family, 'itemId', subject from facts where family = 'recipes'
  union all
  select 'item', body->'taughtByItemId'->>'value', family, 'taughtByItemId', subject from facts where family = 'recipes'
  union all
  select 'item', r.value->>'itemId', family, 'reagents', subject
  from facts cross join json_each(body, '$.reagents.value') as r where family = 'recipes'
  union all
  -- The subject is <collection>:<item id>.
  select 'item', cast(substr(subject, length(rtrim(subject, '0123456789')) + 1) as integer), family, 'subject', subject
  from facts where family = 'collections';

create trigger facts_added after insert on facts
when new.family in ('quests', 'quest_chains', 'recipes', 'collections')
begin
  insert or ignore into mentions (type, id, family, member, subject)
  select type, id, family, member, subject from facts_naming
  where family = new.family and subject = new.subject and id > 0;
end;

create trigger facts_changed after update on facts
when new.family in ('quests', 'quest_chains', 'recipes', 'collections')
begin
  delete from mentions where family = old.family and subject = old.subject;
  insert or ignore into mentions (type, id, family, member, subject)
  select type, id, family, member, subject from facts_naming
  where family = new.family and subject = new.subject and id > 0;
end;

create trigger facts_removed after delete on facts
when old.family in ('quests', 'quest_chains', 'recipes', 'collections')
begin
  delete from mentions where family = old.family and subject = old.subject;
end;

insert or ignore into mentions (type, id, family, member, subject)
select type, id, family, member, subject from facts_naming where id > 0;
