import type { BackupMaker } from '../../domain/ports/backups.ts';

/** For tools of commands that make no backup. */
export const NO_BACKUPS: BackupMaker = { make: () => Promise.reject(new Error('no backup was expected')) };
