import type { ChangeFolder } from '../ports/change_files.ts';
import type { ExportFolder } from '../ports/export_folder.ts';
import { formatQuantity } from '../values/phrases.ts';

/** The folders of the files that are served as they are on the disk. */
export interface PublishedFolders {
  readonly exports: Pick<ExportFolder, 'findDamaged' | 'noteDamaged'>;
  readonly changes: Pick<ChangeFolder, 'findDamaged' | 'state' | 'storeState'>;
}

export interface DamagedFiles {
  readonly exported: readonly string[];
  /** Snapshots whose change file is damaged. */
  readonly changes: readonly number[];
}

/** Reads all exported files, and the change files up to the newest snapshot. Returns those that are damaged or missing. */
export async function findDamagedFiles({ exports, changes }: PublishedFolders, newestN: number): Promise<DamagedFiles> {
  return { exported: await exports.findDamaged(), changes: await changes.findDamaged(newestN) };
}

/**
 * Finds damaged files and makes them unnecessary: the next export replaces exported files. Nothing can replace a change
 * file, so the chain of change files begins after it. Followers of earlier snapshots start again from the next export,
 * which is due because the served one precedes the chain.
 */
export async function replaceDamagedFiles(
  folders: PublishedFolders,
  newestN: number,
  nowMs: number,
): Promise<DamagedFiles> {
  const damaged = await findDamagedFiles(folders, newestN);
  const [first, ...others] = damaged.exported;
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` and ${formatQuantity(others.length, 'other file')}`;
    await folders.exports.noteDamaged(
      `Damage was found in ${first}${more}; the next export replaces the files.`,
      nowMs,
    );
  }
  const last = damaged.changes.at(-1);
  if (last !== undefined) {
    const erased = (await folders.changes.state())?.erased ?? null;
    await folders.changes.storeState({ first: last + 1, erased });
  }
  return damaged;
}
