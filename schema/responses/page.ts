import { openObject } from '../fields.ts';
import { pageFields } from '../response_fields.ts';

/** The paging fields of every list response. */
export const page = openObject('The paging fields of every list answer: follow next until it is null.', pageFields());
