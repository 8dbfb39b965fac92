import type * as v from 'valibot';
import { list, nullable, openObject, token } from '../fields.ts';
import { LIST_MAX } from '../limits.ts';
import { count, servedField, text, uri } from '../response_fields.ts';
import { instant } from '../time_fields.ts';
import { attribution } from './attribution.ts';

/** A file of the change feed. */
const changeFile = openObject('A file of the rows that changed between two snapshots.', {
  name: text('Its name, <epoch>/<n>.ndjson.', 60),
  url: uri('Its address.'),
  snapshot: text('The snapshot after its changes, as <epoch>.<n>.', 60),
  previous: text('The snapshot before its changes.', 60),
  rows: count('Its lines, with the last one, which only ends the file.'),
  bytes: count('Its size in bytes, unpacked.'),
  sha256: token('The SHA-256 of its bytes, unpacked.', 64, 64, '^[0-9a-f]{64}$', 'lower-case hex digits'),
});

/** The files that lead from a snapshot to the newest one. */
export const changesResponse = openObject('Files that lead from a snapshot to the newest one.', {
  ok: servedField(),
  files: list(
    'The files, oldest first. Ask again from the last one until it is the newest.',
    changeFile,
    0,
    LIST_MAX.changeFiles,
  ),
  newest: text('The newest snapshot, as <epoch>.<n>.', 60),
  dataAsOf: nullable(instant('The newest upload in the data, or null if there is none.')),
  attribution,
});

export type ChangesResponse = v.InferOutput<typeof changesResponse>;
