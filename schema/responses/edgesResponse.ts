import type * as v from 'valibot';
import { id, nullable, oneOf, openObject } from '../fields.ts';
import { build, count, listSnapshot, pageFields, rowsField, text, unreachableField } from '../response_fields.ts';
import { instant } from '../time_fields.ts';
import { EDGE_EVIDENCE, ENTITY_KINDS, RELATIONS } from '../vocabulary.ts';
import { attribution } from './attribution.ts';
import { gameDataNotice } from './gameDataNotice.ts';

const edgeRow = openObject('A relation between two entities of the game.', {
  fromKind: oneOf('The start of the edge.', ENTITY_KINDS),
  fromId: id('Its id in the game.'),
  rel: oneOf('The relation.', RELATIONS),
  toKind: oneOf('The end of the edge.', ENTITY_KINDS),
  toId: id('Its id in the game.'),
  evidence: oneOf('observed: players reported it; client: read from the game’s files.', EDGE_EVIDENCE),
  build: nullable(build('The game build of a client edge; null for an observed one.')),
  installs: nullable(count('Distinct installs behind an observed edge; null for a client one.')),
  firstSeen: nullable(text('The earliest UTC day that three installs support; null for a client edge.', 35)),
  lastSeen: nullable(text('The latest UTC day that three installs support; null for a client edge.', 35)),
});

/** A page of typed relations. Observed relations come first. */
export const edgesResponse = openObject(
  'A page of typed relations: observed ones first, then relations from the game’s files.',
  {
    generatedAt: instant('When the snapshot that is served was written.'),
    dataAsOf: nullable(instant('Receipt time of the newest upload in the answer, or null if unknown.')),
    unreachable: unreachableField(),
    edges: rowsField('The edges on this page.', edgeRow),
    attribution,
    gameData: nullable(gameDataNotice),
    ...pageFields(),
    snapshot: listSnapshot(),
  },
);

export type EdgesResponse = v.InferOutput<typeof edgesResponse>;
