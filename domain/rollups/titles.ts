import { catalogue } from './catalogue.ts';

/** Titles that a character can bear. Subject: the title's id. */
export const titles = catalogue('titles', 'title_catalog', (entry) => entry.titleId);
