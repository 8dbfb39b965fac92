-- Finds recipes and lessons by the profession that installs agree on.
create index facts_by_profession on facts (family, body->'profession'->>'value', subject)
  where family in ('recipes', 'trainer_services');
