import type * as v from 'valibot';
import { strictObject } from '../fields.ts';
import { LENGTHS } from '../limits.ts';
import { text, uri } from '../response_fields.ts';

/** The attribution that observed data requires. */
export const attribution = strictObject(
  'The credit line of observed data. It must be shown wherever the data are shown.',
  {
    licence: text('The licence of the data.', 100),
    licenceUrl: uri('The address of the licence.'),
    credit: text('The line of credit to show.', LENGTHS.credit.max),
    source: uri('The source of the data.'),
    terms: uri('The terms of the service.'),
  },
);

export type Attribution = v.InferOutput<typeof attribution>;
