import type * as v from 'valibot';
import { nullable, openObject, optional } from '../fields.ts';
import { build, text } from '../response_fields.ts';

/** The notice attached to rows from the game's files, in place of the service's licence. */
export const gameDataNotice = openObject(
  'The notice on data that were read from the game’s files; they belong to its publisher.',
  {
    label: text('A notice that these data are from game files and unconfirmed.', 100),
    build: build('The game build the rows were read from.'),
    extractedAt: optional(nullable(text('When they were read, or null if unknown.', 100))),
    credit: optional(text('Whom to credit for them.', 500)),
  },
);

export type GameDataNotice = v.InferOutput<typeof gameDataNotice>;
