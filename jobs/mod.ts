import { erase } from './erase.ts';
import { exportJob } from './export.ts';
import { grantIssue } from './grant_issue.ts';
import { grantList } from './grant_list.ts';
import { grantRevoke } from './grant_revoke.ts';
import { importGameFiles } from './import_game_files.ts';
import { importKnowledge } from './import_knowledge.ts';
import type { Job } from './job.ts';
import { keyCreate } from './key_create.ts';
import { keyList } from './key_list.ts';
import { keyRevoke } from './key_revoke.ts';
import { rebuild } from './rebuild.ts';
import { snapshot } from './snapshot.ts';
import { verify } from './verify.ts';
import { withhold } from './withhold.ts';
import { witnesses } from './witnesses.ts';

/** Every command, in the order they are listed. */
export const JOBS: readonly Job[] = [
  snapshot,
  rebuild,
  exportJob,
  importGameFiles,
  importKnowledge,
  verify,
  keyCreate,
  keyList,
  keyRevoke,
  grantIssue,
  grantList,
  grantRevoke,
  erase,
  withhold,
  witnesses,
];
