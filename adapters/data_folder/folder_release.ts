import { isEmptyFile } from '../libsql/uploads/files.ts';
import { MISSING_OR_REPLACED, readIfExistsSync } from '../read_if_exists.ts';
import type { DataDir } from './data_dir.ts';

/**
 * The oldest release whose data folders this release opens, or null if it opens folders of every release. A folder has the
 * release that last started on it, from 0.6.0 on (adapters/config/folder_settings.ts).
 */
export const OLDEST_FOLDER: string | null = null;

/** The first release that writes its number to the folder. */
const FIRST_WRITING = '0.6.0';

/** Returns a sentence if the folder has uploads that this release does not open, or null if it opens the folder. */
export function refuseOldFolder(
  { settings, uploadsDb }: Pick<DataDir, 'settings' | 'uploadsDb'>,
  oldest = OLDEST_FOLDER,
): string | null {
  if (oldest === null || isEmptyFile(uploadsDb)) return null;
  const text = readIfExistsSync(settings, MISSING_OR_REPLACED);
  // A damaged file shows that some release wrote it.
  const release = text === null ? null : (/"release": *"([0-9.]+)"/.exec(text)?.[1] ?? FIRST_WRITING);
  if (release !== null && release.localeCompare(oldest, 'en', { numeric: true }) >= 0) return null;
  const last = release === null ? `a release before ${FIRST_WRITING}` : `release ${release}`;
  return `The data must be of release ${oldest} or newer; ${last} was the last to use them. Start release ${oldest} on them once (a backup must be restored with it first), then start this release.`;
}
