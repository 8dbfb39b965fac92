import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export type FileSystem = 'ext4' | 'xfs';

/** The smallest that mkfs.xfs makes. */
const DISK_BYTES = 300 * 1024 * 1024;
const MAKERS: Readonly<Record<FileSystem, { readonly program: string; readonly package: string }>> = {
  ext4: { program: '/sbin/mkfs.ext4', package: 'e2fsprogs' },
  xfs: { program: '/sbin/mkfs.xfs', package: 'xfsprogs' },
};

/** A file system in a file, mounted, whose power can be cut. */
export interface LoopMount {
  readonly folder: string;
  /** Drops all that the disk was not told to keep; nothing can be written from then on. */
  cut(): void;
  /** Mounts it again, as a start of the machine does. Whatever ran on it must have ended. */
  mountAgain(): void;
  unmount(): void;
}

/** What it cannot be had for, as a sentence; null where it can. Installs the maker of the file system where it may. */
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

/** Makes one within `dir`, where the program that cuts is made as well. */
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
