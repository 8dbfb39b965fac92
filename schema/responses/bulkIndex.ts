import type * as v from 'valibot';
import { always, flag, list, nullable, oneOf, openObject, optional, token } from '../fields.ts';
import { build, collectedGame, count, pendingEvidence, ratio, snapshotPin, text } from '../response_fields.ts';
import { day, instant } from '../time_fields.ts';
import { DATA_LAYERS, EXPORT_DATASETS } from '../vocabulary.ts';
import { attribution } from './attribution.ts';
import { gameDataNotice } from './gameDataNotice.ts';

const nameField = { name: text('Its name in the folder.', 200) };

const contentFields = {
  rowsOf: text('The response schema whose array its rows are of.', 40),
  field: text('The field of that schema that holds the array.', 40),
  rows: count('Its rows.'),
  bytes: count('Its size in bytes, unpacked.'),
  sha256: token('The SHA-256 of its bytes, unpacked.', 64, 64, '^[0-9a-f]{64}$', 'lower-case hex digits'),
  data: oneOf('The layer its rows belong to.', DATA_LAYERS),
  attribution: nullable(attribution),
  gameData: nullable(gameDataNotice),
};

const exportFile = openObject('A file of the export folder.', {
  ...nameField,
  dataset: oneOf('Which data it holds.', EXPORT_DATASETS),
  format: always('One JSON object per line.', 'ndjson'),
  ...contentFields,
});

const otherFile = openObject('A file of the export folder in a shape of its own, such as a table for another addon.', {
  ...nameField,
  dataset: text('Which data it holds.', 40),
  format: text('Its format, such as lua or zip.', 40),
  ...contentFields,
  day: optional(day('The UTC day of the snapshot of a list. It stays available for seven days.')),
  leftOut: optional(count('Rates that were left out because the file would be too large, the least looted first.')),
});

/** The contents of the export folder. */
export const bulkIndex = openObject('The contents of the export folder.', {
  protocol: text('The version of this contract that the rows follow.', 64),
  generatedAt: instant('When the exports were written.'),
  dataAsOf: nullable(
    instant(
      'When the newest upload behind them was received; null when the storage was unreachable, then the observed files are absent, not empty.',
    ),
  ),
  snapshot: optional(
    snapshotPin('The snapshot of all files. Sent as since to /api/changes, it asks for what changed after it.'),
  ),
  game: optional(collectedGame()),
  build: nullable(build('The game build of the game-file rows; null if none was imported.')),
  site: text('The address of the service.', 2_000),
  licence: text('The licence of the observed data.', 100),
  licenceUrl: text('The address of the licence.', 2_000),
  credit: text('The line of credit to show with observed data.', 500),
  rateWeights: optional(
    openObject('The weights with which drop rates were estimated. Absent from exports without estimated rates.', {
      knots: list('Weights of logit(rate) = -9, -8, …, 7.', ratio('A weight.'), 17, 17),
      always: ratio('The weight of a rate of exactly 1. It and the knots sum to 1.'),
      differences: list('Weights of the ways in which players may differ. They sum to 1.', ratio('A weight.'), 8, 8),
    }),
  ),
  witnesses: optional(
    openObject('How installs count in this snapshot. Absent from exports of release 0.5.0 and earlier.', {
      familiesApart: flag(
        'True if installs over IPv4 and over IPv6 are not added up. A count is then the larger of both numbers, and may be lower than the number of witnesses.',
      ),
      waiting: pendingEvidence(),
    }),
  ),
  files: list('The files.', exportFile, 0, 100),
  more: optional(list('Files in other shapes.', otherFile, 0, 400)),
});

export type BulkIndex = v.InferOutput<typeof bulkIndex>;
