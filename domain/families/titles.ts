import { catalogue } from './counting/catalogue.ts';

/** Titles that a character can have. The subject is the title's id. */
export const titles = catalogue({
  name: 'titles',
  kind: 'title_catalog',
  idOf: (record) => record.titleId,
  about: 'title',
  label: { kind: 'title', text: () => 'Title that a character can bear.' },
});
