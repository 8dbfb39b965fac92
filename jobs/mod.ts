import { backup } from './commands/backup.ts';
import { erase } from './commands/erase.ts';
import { exportJob } from './commands/export.ts';
import { grantIssue } from './commands/grant_issue.ts';
import { grantList } from './commands/grant_list.ts';
import { grantRevoke } from './commands/grant_revoke.ts';
import { importGameFiles } from './commands/import_game_files.ts';
import { importKnowledge } from './commands/import_knowledge.ts';
import { keyCreate } from './commands/key_create.ts';
import { keyList } from './commands/key_list.ts';
import { keyRevoke } from './commands/key_revoke.ts';
import { rebuild } from './commands/rebuild.ts';
import { restore } from './commands/restore.ts';
import { snapshot } from './commands/snapshot.ts';
import { upload } from './commands/upload.ts';
import { verify } from './commands/verify.ts';
import { withhold } from './commands/withhold.ts';
import { witnesses } from './commands/witnesses.ts';
import type { AnyJob } from './job.ts';

/** Every command, in the order they are listed. */
export const JOBS: readonly AnyJob[] = [
  snapshot,
  rebuild,
  exportJob,
  importGameFiles,
  importKnowledge,
  upload,
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
  backup,
  restore,
];
