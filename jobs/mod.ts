import { backup, restore } from './commands/backup.ts';
import { compare } from './commands/compare.ts';
import { doctor } from './commands/doctor.ts';
import { exportJob } from './commands/export.ts';
import { grantIssue, grantList, grantRevoke } from './commands/grant.ts';
import { importGameFiles } from './commands/import_game_files.ts';
import { importKnowledge } from './commands/import_knowledge.ts';
import { erase, withhold } from './commands/install.ts';
import { keyCreate, keyList, keyRevoke } from './commands/key.ts';
import { rebuild } from './commands/rebuild.ts';
import { snapshot } from './commands/snapshot.ts';
import { upload } from './commands/upload.ts';
import { verify } from './commands/verify.ts';
import { verifyPublicCommand } from './commands/verify_public.ts';
import { witnesses } from './commands/witnesses.ts';
import type { AnyJob } from './job.ts';

/** All commands, in the order in which the help lists them. */
export const JOBS: readonly AnyJob[] = [
  snapshot,
  rebuild,
  exportJob,
  compare,
  importGameFiles,
  importKnowledge,
  upload,
  doctor,
  verify,
  verifyPublicCommand,
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
