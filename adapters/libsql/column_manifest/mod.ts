import type { DatabaseName } from '../migrate.ts';
import { EVIDENCE } from './evidence.ts';
import type { Manifest } from './marks.ts';
import { SNAPSHOT } from './snapshot.ts';
import { UPLOADS } from './uploads.ts';

/**
 * Every column of every database, as public (anyone may read it) or private, with what it is. A test holds it against
 * the live schemas, so that no column is added without that choice; snapshot.db may have public ones only, since it is
 * what edges copy (ARCHITECTURE.md, Invariants).
 */
export const COLUMN_MANIFEST: Readonly<Record<DatabaseName, Manifest>> = {
  uploads: UPLOADS,
  evidence: EVIDENCE,
  snapshot: SNAPSHOT,
};
