import type * as v from 'valibot';
import { flag, nullable, oneOf, openObject, optional } from '../fields.ts';
import { collectedGame, count, snapshotPin, text } from '../response_fields.ts';
import { instant } from '../time_fields.ts';
import { ANSWER_STATES, EXPORT_STATES, SNAPSHOT_STATES } from '../vocabulary.ts';

/** The freshness of the public snapshot. */
export const healthResponse = openObject('Whether the public snapshot is fresh.', {
  ok: flag('True when the snapshot was written recently.'),
  game: optional(collectedGame()),
  release: optional(
    openObject('The release of the program that the instance runs.', {
      version: text('Its version.', 64),
      commit: nullable(text('The commit of its source, or null if unknown.', 64)),
    }),
  ),
  snapshot: openObject('The public snapshot, or null if unknown.', {
    state: oneOf('Its status.', SNAPSHOT_STATES),
    id: nullable(snapshotPin('Which snapshot it is.')),
    writtenAt: nullable(instant('When it was written.')),
    dataAsOf: nullable(instant('When the newest upload behind it was received; null also where there is none yet.')),
    ageSeconds: nullable(count('Its age in seconds.')),
    maxAgeSeconds: nullable(count('The maximum age of a fresh snapshot, in seconds.')),
    uploads: nullable(count('Uploads behind it, as in the corpus feed.')),
    records: nullable(count('Records in the corpus feed.')),
  }),
  exports: openObject('The exported files.', {
    state: nullable(
      oneOf(
        'ok; held: the last export was kept back; or damaged: files were found damaged and are written again; null while none was written, while none can be read, and at an edge.',
        EXPORT_STATES,
      ),
    ),
    reason: nullable(text('Why it is held, or the files that are damaged.', 1_000)),
    writtenAt: nullable(instant('When the exports were written, or null if unknown.')),
  }),
  answers: optional(
    openObject('The load of the instance with slow answers: searches, tools, pages, lists.', {
      state: oneOf('ok, or overloaded: within the last minute requests were refused with 503.', ANSWER_STATES),
      running: count('Answers being made.'),
      waiting: count('Requests waiting for their turn.'),
      refused: count('Requests refused because they could not be started in time, since the instance started.'),
    }),
  ),
  edge: optional(
    openObject('The replication status of an edge; absent on a primary.', {
      upToDate: nullable(
        flag('Whether it was up to date with the libSQL server at the last check, or null before the first check.'),
      ),
      lookedAt: nullable(instant('When that look ended.')),
      primaryReached: nullable(
        flag('Whether the last forwarded request reached the primary, or null if none was sent since the start.'),
      ),
    }),
  ),
});

export type HealthResponse = v.InferOutput<typeof healthResponse>;
