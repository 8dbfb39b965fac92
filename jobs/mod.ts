import { backupJob, restoreJob } from './commands/backup.ts';
import { compareJob } from './commands/compare.ts';
import { doctorJob } from './commands/doctor.ts';
import { exportJob } from './commands/export.ts';
import { issueGrantJob, listGrantsJob, revokeGrantJob } from './commands/grant.ts';
import { importGameFilesJob } from './commands/import_game_files.ts';
import { importKnowledgeJob } from './commands/import_knowledge.ts';
import { eraseJob, withholdJob } from './commands/install.ts';
import { createKeyJob, listKeysJob, revokeKeyJob } from './commands/key.ts';
import { rebuildJob } from './commands/rebuild.ts';
import { snapshotJob } from './commands/snapshot.ts';
import { uploadJob } from './commands/upload.ts';
import { verifyJob } from './commands/verify.ts';
import { verifyPublicJob } from './commands/verify_public.ts';
import { witnessesJob } from './commands/witnesses.ts';
import type { AnyJob } from './job.ts';

/** All commands, in the order in which the help lists them. */
export const ALL_JOBS: readonly AnyJob[] = [
  snapshotJob,
  rebuildJob,
  exportJob,
  compareJob,
  importGameFilesJob,
  importKnowledgeJob,
  uploadJob,
  doctorJob,
  verifyJob,
  verifyPublicJob,
  createKeyJob,
  listKeysJob,
  revokeKeyJob,
  issueGrantJob,
  listGrantsJob,
  revokeGrantJob,
  eraseJob,
  withholdJob,
  witnessesJob,
  backupJob,
  restoreJob,
];
