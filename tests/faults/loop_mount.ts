import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export type FileSystem = 'ext4' | 'xfs';

/** The smallest size that mkfs.xfs accepts. */
const DISK_BYTES = 300 * 1024 * 1024;
const MAKERS: Readonly<Record<FileSystem, { readonly program: string; readonly package: string }>> = {
  ext4: { program: '/sbin/mkfs.ext4', package: 'e2fsprogs' },
  xfs: { program: '/sbin/mkfs.xfs', package: 'xfsprogs' },
};

/** A mounted file system in a file, whose power can be cut. */
export interface LoopMount {
  readonly folder: string;
  /** Drops everything that was not synced to the disk. Nothing can be written afterwards. */
  cut(): void;
  /** Mounts the file system again, as at a reboot. All programs that used it must have ended. */
  mountAgain(): void;
  unmount(): void;
}

/**
 * Returns why the file system cannot be mounted, as a sentence, or null if it can. Installs its mkfs program if
 * allowed.
 */
export function loopMountFault(kind: FileSystem): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux mounts file systems';
  const { program, package: name } = MAKERS[kind];
  try {
    if (!existsSync(program)) {
      const options = ['-y', '-q', '--no-install-recommends'];
      execFileSync('apt-get', ['install', ...options, name], { stdio: 'ignore' });
    }
    execFileSync('losetup', ['--find'], { stdio: 'ignore' });
    return null;
  } catch {
    return `${kind} cannot be made and mounted from a file here`;
  }
}

/** Creates the file system in `dir`, and builds the program that cuts its power there. */
export function makeLoopMount(kind: FileSystem, dir: string): LoopMount {
  const [image, folder, cutter] = [join(dir, 'image'), join(dir, 'mount'), join(dir, 'cut_power')];
  const source = fileURLToPath(new URL('./cut_power.c', import.meta.url));
  execFileSync('cc', ['-O2', '-Wall', '-Werror', '-o', cutter, source]);
  writeFileSync(image, '');
  truncateSync(image, DISK_BYTES);
  execFileSync(MAKERS[kind].program, ['-q', image]);
  mkdirSync(folder);
  const mount = (): void => void execFileSync('mount', ['-o', 'loop', image, folder]);
  const unmount = (): void => void execFileSync('umount', [folder]);
  mount();
  return {
    folder,
    cut: () => void execFileSync(cutter, [folder]),
    mountAgain: () => {
      unmount();
      mount();
    },
    unmount: () => void spawnSync('umount', ['--lazy', folder]),
  };
}
