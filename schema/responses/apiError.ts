import type * as v from 'valibot';
import { always, openObject, optional } from '../fields.ts';
import { plain, uri } from '../response_fields.ts';

/** A refused request. */
export const apiError = openObject('A refused request.', {
  ok: always('The request was refused.', false),
  error: plain('A sentence that describes the error.', 4_000),
  getAKey: optional(uri('Where to create a free key; present only while free keys exist.')),
});

export type ApiError = v.InferOutput<typeof apiError>;
