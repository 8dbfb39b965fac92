import type { DatabaseName } from '../migrate.ts';
import { EVIDENCE } from './evidence.ts';
import type { Manifest } from './marks.ts';
import { SNAPSHOT } from './snapshot.ts';
import { UPLOADS } from './uploads.ts';

/**
 * Describes every column of every database and marks it as public (anyone may read it) or private. A test compares the
 * marks with the live schemas, so no column can be added without a mark. snapshot.db may only have public columns,
 * because edges copy it (ARCHITECTURE.md, Invariants).
 */
export const COLUMN_MANIFEST: Readonly<Record<DatabaseName, Manifest>> = {
  uploads: UPLOADS,
  evidence: EVIDENCE,
  snapshot: SNAPSHOT,
};
