import type { BackupMaker } from '../../domain/ports/backups.ts';

/** For commands that must not make a backup. */
export const NO_BACKUPS: BackupMaker = { make: () => Promise.reject(new Error('no backup was expected')) };
