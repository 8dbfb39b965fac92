import { always, openObject, optional } from '../fields.ts';
import { text, uri } from '../response_fields.ts';

/** The body of an error response. */
export const apiError = openObject('A refused request.', {
  ok: always('The request was refused.', false),
  error: text('A sentence that describes the error.', 4_000),
  getAKey: optional(uri('The address for creating a free key; present only while free keys are available.')),
});
