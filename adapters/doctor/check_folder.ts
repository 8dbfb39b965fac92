import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { DAY_MS } from '../../domain/values/instant.ts';
import { readManifest } from '../backups/folders.ts';
import { systemClock } from '../clock.ts';
import { type DataDir, readCurrentEpoch, readIdentity } from '../data_folder/data_dir.ts';
import { openCommandFolder, type Role } from '../data_folder/open_folder.ts';
import { readValue, runWithReader } from '../libsql/database.ts';
import { type DatabaseName, findNewestVersion, findVersion, isOldUploads, OLD_UPLOADS } from '../libsql/migrate.ts';
import { readStorageCode } from '../libsql/storage_error.ts';
import { createSizeReader } from '../metrics/sizes.ts';
import type { Reporter } from './report.ts';

interface FolderUse {
  readonly role: Role;
  readonly isRunning: boolean;
}

/** Checks the data folder, its databases and its disk. Returns whether an instance was ever started on it. */
export async function checkFolder(dir: DataDir, { role, isRunning }: FolderUse, report: Reporter): Promise<boolean> {
  const { root } = dir;
  if (readIdentity(dir.identity) === null) {
    report('folder.missing', { root });
    return false;
  }
  const opened = role === 'edge' ? null : await openCommandFolder(root, null);
  if (opened?.ok === false) report('folder.wrong', { sentence: opened.error });
  checkAccess(root, report);
  const epoch = readCurrentEpoch(dir);
  const databases: Partial<Record<DatabaseName, string>> = {
    ...(role === 'edge' ? {} : { uploads: dir.uploadsDb }),
    ...(role === 'edge' || epoch === null ? {} : { evidence: dir.evidenceDb(epoch) }),
    ...(epoch === null ? {} : { snapshot: dir.snapshotDb(epoch) }),
  };
  if (epoch === null) report('folder.snapshot');
  for (const [name, path] of Object.entries(databases) as [DatabaseName, string][]) {
    // Only the writer may recover a log, and the last connection that closes writes it back.
    if (!isRunning && (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
      report('folder.unclosed', { name });
    } else await checkDatabase(name, path, report);
  }
  const sizes = await createSizeReader(dir, async () => epoch)();
  checkDisk(
    root,
    [...sizes].map(([name, bytes]) => (name.startsWith('uploads') ? 0 : bytes)),
    report,
  );
  return true;
}

/** File systems that are unfit for a database, by their numbers in statfs(2). */
export const UNFIT_FILE_SYSTEMS = new Map([
  [0x6969, 'NFS, where locks do not keep databases safe'],
  [0xff534d42, 'CIFS, where locks do not keep databases safe'],
  [0xfe534d42, 'SMB, where locks do not keep databases safe'],
  [0x01021994, 'tmpfs, which is lost when the computer restarts'],
  [0x794c7630, 'an overlay, which is lost with its container'],
]);

function checkAccess(root: string, report: Reporter): void {
  const { mode, uid } = statSync(root);
  const own = process.getuid?.() ?? uid;
  const system = UNFIT_FILE_SYSTEMS.get(statfsSync(root).type);
  if (uid !== own) report('folder.owner', { root, uid, own });
  if ((mode & OTHER_USERS_BITS) !== 0) report('folder.open', { root });
  if (system !== undefined) report('folder.disk', { root, system });
  else report('folder.usable', { root });
}

/** The bits of a mode that let others in. */
const OTHER_USERS_BITS = 0o077;

async function checkDatabase(name: DatabaseName, path: string, report: Reporter): Promise<void> {
  try {
    await runWithReader(path, async (client) => {
      const version = Number(await readValue(client, 'pragma user_version'));
      const isSound = (await readValue(client, 'select quick_check from pragma_quick_check(1)')) === 'ok';
      if (!isSound) return report('folder.damaged', { name, code: 'quick check' });
      const newest = name === 'uploads' ? findNewestVersion() : findVersion(name);
      if (name === 'uploads' && (await isOldUploads(client))) report('folder.wrong', { sentence: OLD_UPLOADS });
      else if (name === 'uploads' && version > newest) report('folder.newer', { name });
      else report(version === newest ? 'folder.sound' : 'folder.older', { name });
      if (name !== 'uploads') return;
      const atMs = await readValue(client, 'select received_at_ms from uploads order by n desc limit 1');
      report(Number(atMs ?? 0) > systemClock.nowMs() ? 'clock.upload' : 'clock.right');
    });
  } catch (error) {
    const code = readStorageCode(error);
    if (code === null) throw error;
    report('folder.damaged', { name, code });
  }
}

const MEGABYTE = 1_000_000;
const SPARE_MEGABYTES_MIN = 64;
const SPARE_FILES_MIN = 1_000;

/** Checks the space on the disk. `sizes` has the bytes of each file that a rebuild writes again. */
function checkDisk(root: string, sizes: readonly number[], report: Reporter): void {
  const { bavail, bsize, files, ffree } = statfsSync(root);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  const needed = Math.ceil(sizes.reduce((sum, bytes) => sum + bytes, 0) / MEGABYTE) + SPARE_MEGABYTES_MIN;
  report(free < SPARE_MEGABYTES_MIN ? 'disk.full' : free < needed ? 'disk.tight' : 'disk.free', { free, needed });
  if (files > 0 && ffree < SPARE_FILES_MIN) report('disk.files', { files: ffree });
}

const BACKUP_DAYS_MAX = 2;

/** Checks the newest backup. A backup gets its name once it was read back. `folder` is as for `examineInstance`. */
export function checkBackups({ root }: DataDir, folder: string | null, report: Reporter): void {
  const place = folder ?? join(dirname(root), 'backups');
  const names = existsSync(place) ? readdirSync(place).filter((name) => !name.includes('.unfinished-')) : [];
  const manifests = names.map((name) => readManifest(join(place, name)));
  const times = manifests.flatMap((manifest) => (manifest.ok ? [Date.parse(manifest.value.madeAt)] : []));
  if (times.length === 0) {
    report('backups.none', { place });
    return;
  }
  const days = Math.floor((systemClock.nowMs() - Math.max(...times)) / DAY_MS);
  const { mode, dev } = statSync(place);
  report(days > BACKUP_DAYS_MAX ? 'backups.old' : 'backups.recent', { place, days });
  if ((mode & OTHER_USERS_BITS) !== 0) report('backups.open', { place });
  if (dev === statSync(root).dev) report('backups.disk');
}
